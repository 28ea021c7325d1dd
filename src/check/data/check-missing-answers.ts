import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { possibleResults } from '../../expressions/possible-results.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { ruleForComparison } from '../../mapping/doubts/rule-for-comparison.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import type { Wanted } from './trial.ts';

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
    const read = name === path ? undefined : deniedByAbsence(rule);
    if (!read) return [];
    const without = stored.filter(({ scope }) => read.values(scope).length === 0).length;
    if (without === 0) return [];
    const isLost = without === stored.length && without >= fewest && hasAnswer(events, read.values);
    const saysNo = events.some(({ scope }) => read.values(scope).some(isNo));
    if (!isLost && !saysNo) return [];
    const which = isLost
      ? `none of the ${counted(without, 'stored event')} has ${read.text}, which a sample has`
      : `${without} of ${counted(stored.length, 'stored event')} do not have ${read.text}, and others have a no in it`;
    const message = `${path}: ${which}; without it, the rule sends a no, which withdraws an earlier yes`;
    const cure = isLost ? 'see whether the sender has renamed it; ' : '';
    const hint = `${cure}write ${name}: ${read.cure}, which sends nothing without it; if missing means no, add because: with the reason`;
    return [diagnostic('mapping/set-by-absence', message, { hint, place: rule.base.place, path })];
  });
}

/** Fewer events may all have an unticked box. */
const fewest = 5;

/** Returns the single path of a rule that gives false without it. */
function deniedByAbsence({
  base,
  lookup,
  because,
}: Rule): { readonly text: string; readonly cure: string; readonly values: PathReader } | undefined {
  if (base.kind !== 'expression' || lookup || because !== undefined) return undefined;
  const { expression } = base;
  if (expression.path !== null || expression.literal !== null || expression.answer !== undefined)
    return undefined;
  const [steps, ...others] = pathsRead(expression);
  const [result, ...further] = possibleResults(expression, 'with none of its paths')?.all ?? [];
  const isDenied = result?.kind === 'value' && result.value === false && further.length === 0;
  if (!steps || others.length > 0 || !isDenied) return undefined;
  const text = pathText(steps);
  const cure = ruleForComparison(expression) ?? `{from: ${expressionInYaml(text)}, as: boolean}`;
  return { text, cure, values: pathReader({ steps, text }) };
}

function hasAnswer(events: readonly Wanted[], values: PathReader): boolean {
  return events.some(({ trial, scope }) => trial.test !== undefined && values(scope).length > 0);
}

/** True for a no in words, but not for an empty value, which many forms send for an unticked box. */
function isNo(value: unknown): boolean {
  return presenceOf(value) === 'present' && consentAnswer(value) === false;
}
