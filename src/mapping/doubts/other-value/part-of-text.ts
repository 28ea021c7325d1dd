import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Answers } from '../../../receive/answers/answers.ts';
import { findAnswer, nameOfQuestion } from '../../../receive/answers/find-answer.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import { withOrWithoutParts } from '../../evaluate/cures.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';

/** A rule that reads a part of a value: `{answer: "source.other"}`, or `source.other`. */
interface PartRead {
  readonly path: string;
  readonly rule: Rule;
  readonly place: Place;
  /** The name of the question with the part. Undefined for a path of the payload. */
  readonly answer: string | undefined;
  readonly steps: readonly string[];
  /** All parts of the value that a template or an expression joins. */
  readonly joined?: readonly string[];
}

/** Every event passes here. */
const partsRead = onceFor((mapping: Mapping): readonly PartRead[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const { base, because } = rule;
    if (base.kind === 'literal' || because !== undefined) return [];
    const place = base.place;
    if (base.kind === 'template' || !base.expression.path)
      return joinedParts(rule).map(each => ({ path, rule, place, answer: undefined, ...each }));
    const { answer, path: steps } = base.expression;
    const isPart = answer === undefined ? isPartOfValue(steps) : answer.includes('.');
    return isPart ? [{ path, rule, place, answer, steps }] : [];
  }),
);

/**
 * Returns a part of each value of which a rule joins parts: `day` of `"{dob.day}.{dob.month}"`. A rule that reads the whole
 * value too is written for both.
 */
function joinedParts(rule: Rule): readonly Required<Pick<PartRead, 'steps' | 'joined'>>[] {
  const paths = ruleExpressions(rule).flatMap(pathsRead);
  const whole = new Set(paths.map(pathText));
  const byValue = Map.groupBy(
    paths.filter(({ length }) => length > 1),
    steps => pathText(steps.slice(0, -1)),
  );
  return [...byValue].flatMap(([value, parts]) => {
    const [steps] = parts;
    const isOfAnswer = steps?.[0] === '$answers' && steps.length > 2;
    const isJoined = parts.length > 1 && !steps?.[0]?.startsWith('$');
    if (!steps || whole.has(value) || !(isOfAnswer || isJoined)) return [];
    return [{ steps, joined: parts.map(each => each.at(-1) ?? '') }];
  });
}

/** Other keys may lead to an object that only some events have in place of its id. */
function isPartOfValue(steps: readonly string[]): boolean {
  if (steps[0] === '$answers') return steps.length > 2;
  return steps.length > 1 && !steps[0]?.startsWith('$') && partOfValue.test(steps.at(-1) ?? '');
}

const partOfValue = /^(?:other|label|text|title|value)$/i;

/**
 * Returns warnings about rules that read a part of an answer, in an event whose answer is a text without parts: the rule was
 * written for `{"other": "A friend"}`, and sends nothing for "Google". `because` confirms a rule. `where` names the event.
 */
export function partsOfTexts(
  mapping: Mapping,
  scope: Scope,
  { where = 'the event' } = {},
): readonly Diagnostic[] {
  return partsRead(mapping).flatMap(read => {
    const found = valueWithPart(read, scope);
    if (!found || ![found.value].flat().some(isWithoutParts)) return [];
    const { path, place, rule, joined } = read;
    const name = path.replace(/^additionalFields\./, '');
    const parts = joined ?? [found.part];
    const shown = found.name === undefined ? pathText(found.at) : `the answer to ${quotedName(found.name)}`;
    const noun = parts.length === 1 ? 'the part' : 'the parts';
    const message = `${name} reads ${noun} ${parts.map(quotedName).join(', ')} of ${shown}, which is a text without parts in ${where}, so nothing is sent for it`;
    const way = joined
      ? `if it comes as a text from now on, write ${asWhole(found.at, rule, joined)}`
      : `write from: ${expressionInYaml(withOrWithoutParts(found.at, found.part))}, which reads both`;
    const hint = `${way}; if nothing is to be sent then, add because: with the reason`;
    return [diagnostic('mapping/unread-answer', message, { hint, place, path })];
  });
}

/** A value, its path, and the part of it that a rule reads. */
interface ValueWithPart {
  readonly value: unknown;
  readonly at: readonly string[];
  /** The name of the question whose answer the value is. */
  readonly name?: string;
  readonly part: string;
}

function valueWithPart({ answer, steps }: PartRead, { input, bindings }: Scope): ValueWithPart | undefined {
  const part = steps.at(-1) ?? '';
  if (answer === undefined) {
    const at = steps.slice(0, -1);
    const isAnswer = at[0] === '$answers';
    const value = isAnswer
      ? at.slice(1).reduce(ownValue, bindings.answers as unknown)
      : at.reduce(ownValue, input);
    return { value, at, part };
  }
  const answers = bindings.answers as Answers | undefined;
  const name = answers && nameOfQuestion(answers, answer);
  // The whole name may contain a dot.
  if (name === undefined || name === answer) return undefined;
  const found = findAnswer(answers, name);
  if (found.kind !== 'found') return undefined;
  return { value: found.value, at: ['$answers', ...found.path], name, part: answer.slice(name.length + 1) };
}

/** Returns the rule that reads the whole value: `{answer: "Geburtsdatum", as: date}`. */
function asWhole(at: readonly string[], { as }: Rule, joined: readonly string[]): string {
  const conversion = as ?? (joined.every(part => partOfDay.test(part)) ? 'date' : undefined);
  const read =
    at[0] === '$answers' && at.length === 2
      ? `answer: ${quotedName(at[1] ?? '')}`
      : `from: ${expressionInYaml(pathText(at))}`;
  return `{${read}${conversion === undefined ? '' : `, as: ${conversion}`}}`;
}

const partOfDay = /^(?:day|month|year|tag|monat|jahr|dd|mm|yyyy)$/i;

/** True for a text or a number that a rule for a part does not read. A text with JSON has a warning of its own. */
function isWithoutParts(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && presenceOf(value) === 'present' && !/^\s*[{[]/.test(value);
}
