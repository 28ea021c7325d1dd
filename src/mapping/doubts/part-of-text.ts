import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { Answers } from '../../receive/answers/answers.ts';
import { findAnswer, nameOfQuestion } from '../../receive/answers/find-answer.ts';
import { quotedName } from '../answers/answer-expression.ts';
import { withOrWithoutParts } from '../evaluate/cures.ts';
import type { Mapping } from '../mapping.ts';
import { namedRules } from '../rules-of.ts';

/** A rule that reads a part of a value: `{answer: "source.other"}`, or `source.other`. */
interface PartRead {
  readonly path: string;
  readonly place: Place;
  /** The name of the question with the part. Undefined for a path of the payload. */
  readonly answer: string | undefined;
  readonly steps: readonly string[];
}

/** Every event passes here. */
const partsRead = onceFor((mapping: Mapping): readonly PartRead[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const { base, because } = rule;
    if (base.kind !== 'expression' || because !== undefined) return [];
    const { answer, path: steps } = base.expression;
    if (!steps) return [];
    const isPart = answer === undefined ? isPartOfValue(steps) : answer.includes('.');
    return isPart ? [{ path, place: base.place, answer, steps }] : [];
  }),
);

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
    const { path, place } = read;
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name} reads the part ${quotedName(found.part)} of ${found.shown}, which is a text without parts in ${where}, so nothing is sent for it`;
    const hint = `write from: ${expressionInYaml(withOrWithoutParts(found.at, found.part))}, which reads both; if nothing is to be sent then, add because: with the reason`;
    return [diagnostic('mapping/unread-answer', message, { hint, place, path })];
  });
}

/** A value, its path, its name in a message, and the part of it that a rule reads. */
interface ValueWithPart {
  readonly value: unknown;
  readonly at: readonly string[];
  readonly shown: string;
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
    return { value, at, shown: pathText(at), part };
  }
  const answers = bindings.answers as Answers | undefined;
  const name = answers && nameOfQuestion(answers, answer);
  // The whole name may contain a dot.
  if (name === undefined || name === answer) return undefined;
  const found = findAnswer(answers, name);
  if (found.kind !== 'found') return undefined;
  const shown = `the answer to ${quotedName(name)}`;
  return { value: found.value, at: ['$answers', ...found.path], shown, part: answer.slice(name.length + 1) };
}

/** True for a text or a number that a rule for a part does not read. A text with JSON has a warning of its own. */
function isWithoutParts(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && presenceOf(value) === 'present' && !/^\s*[{[]/.test(value);
}
