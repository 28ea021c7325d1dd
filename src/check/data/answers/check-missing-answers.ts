import { counted } from '../../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { possibleResults } from '../../../expressions/comparisons/possible-results.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { consentAnswer } from '../../../mapping/convert/consent-answer.ts';
import { sampleSaysNo } from '../../../mapping/doubts/comparisons/lost-column.ts';
import { nearComparisons } from '../../../mapping/doubts/comparisons/nearly-equal.ts';
import { ruleForComparison } from '../../../mapping/doubts/comparisons/rule-for-comparison.ts';
import type { Mapping, Rule } from '../../../mapping/mapping.ts';
import { namedRules } from '../../../mapping/rules-of.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about rules that send a no if their answer is missing, such as `optin = "ja"`, although stored events show that
 * missing is no no: others have a no, or none of the newest has the answer that a sample has, so that it was renamed. An
 * unticked box is often missing, so one event shows nothing.
 */
export function checkMissingAnswers(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const stored = events.filter(({ trial }) => trial.test === undefined);
  if (stored.length === 0) return [];
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const read = name === path ? undefined : setByAbsence(rule);
    if (!read) return [];
    const without = stored.filter(({ scope }) => read.values(scope).length === 0).length;
    if (without === 0) return [];
    const isLost = without === stored.length && without >= fewest && hasAnswer(events, read.values);
    const saysNo = events.some(({ scope }) => read.values(scope).some(isNo));
    const isWritten = saysNo || stored.some(({ trial }) => sampleSaysNo(mapping, trial.input, [read.values]));
    if (!isLost && !isWritten) return [];
    const which = isLost
      ? `none of the ${counted(without, 'stored event')} has ${read.text}, which a sample has`
      : `${without} of ${counted(stored.length, 'stored event')} do not have ${read.text}, and ${saysNo ? 'others have a no in it' : 'the sample has it empty'}`;
    const message = `${path}: ${which}; without it, the rule sends ${read.sent}`;
    const cure = isLost ? 'see whether the sender has renamed it; ' : '';
    const hint = `${cure}write ${name}: ${read.cure}, which sends nothing without it; if missing means no, add because: with the reason`;
    return [diagnostic('mapping/set-by-absence', message, { hint, place: rule.base.place, path })];
  });
}

/** Fewer events may all have an unticked box. */
const fewest = 5;

interface ByAbsence {
  readonly text: string;
  readonly cure: string;
  readonly values: PathReader;
  /** The value that the rule sends without it, in words. */
  readonly sent: string;
}

/** Returns the single path of a rule that gives a no or a yes without it. */
function setByAbsence({ base, lookup, because }: Rule): ByAbsence | undefined {
  if (base.kind !== 'expression' || lookup || because !== undefined) return undefined;
  const { expression } = base;
  if (expression.path !== null || expression.literal !== null || expression.answer !== undefined)
    return undefined;
  const [steps, ...others] = pathsRead(expression);
  const [result, ...further] = possibleResults(expression, 'with none of its paths')?.all ?? [];
  const answer = result?.kind === 'value' && further.length === 0 ? answerOf(result.value) : undefined;
  if (!steps || others.length > 0 || answer === undefined) return undefined;
  const text = pathText(steps);
  const otherwise =
    nearComparisons(expression).length > 0
      ? `$exists(${visibleText(text)}) ? (…) with this expression in place of …`
      : `{from: ${expressionInYaml(text)}, as: boolean}`;
  const cure = ruleForComparison(expression) ?? otherwise;
  const sent = answer ? 'a yes, which nobody gave' : 'a no, which withdraws an earlier yes';
  return { text, cure, values: pathReader({ steps, text }), sent };
}

function answerOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' || typeof value === 'string' ? consentAnswer(value) : undefined;
}

function hasAnswer(events: readonly Wanted[], values: PathReader): boolean {
  return events.some(({ trial, scope }) => trial.test !== undefined && values(scope).length > 0);
}

/** True for a no in words, but not for an empty value, which many forms send for an unticked box. */
function isNo(value: unknown): boolean {
  return presenceOf(value) === 'present' && consentAnswer(value) === false;
}
