import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { quotedName } from '../answers/answer-expression.ts';
import { pathMiss } from '../explain/path-miss.ts';
import type { Rule } from '../mapping.ts';

/** Returns the rule that reads the only value inside of an object. */
export function insideHint(given: unknown, { base }: Rule): string | undefined {
  if (base.kind !== 'expression' || !isPlainObject(given)) return undefined;
  const [key, ...others] = Object.keys(given);
  if (key === undefined || others.length > 0) return undefined;
  const { answer, path } = base.expression;
  if (answer !== undefined)
    return `write {answer: ${quotedName(`${answer}.${key}`)}}; if each answer has it, add .${key} to value: in answers: of the source`;
  return path === null ? undefined : `write ${pathText([...path, key])}`;
}

/** Returns a hint if the event has nothing at the path because of a mistake in the mapping file. */
export function misspeltHint(
  { base }: Rule,
  presence: 'missing' | 'empty',
  scope: Scope,
): string | undefined {
  if (base.kind !== 'expression' || presence !== 'missing') return undefined;
  const { path, answer } = base.expression;
  if (answer !== undefined)
    return scope.bindings.answers === undefined
      ? 'the source has no answers: say with answers: of the source in config.yaml where its questions and answers stand'
      : undefined;
  if (path === null) return undefined;
  const listed = listedName(path, scope);
  if (listed !== undefined) return listed;
  const near = pathMiss(path, scope)?.nearest;
  // A body that was read in another way has its whole text as a key.
  return near === undefined || /[{}\n]/.test(near)
    ? undefined
    : `the event has ${near}: if that is meant, correct the path in the mapping file`;
}

/** Longer lists are not searched. */
const mostEntries = 200;

/**
 * Returns advice for a path whose next step is no key but a text in a list of objects, as in `boxes.terms` of
 * `[{"name": "terms", "ticked": "yes"}]`; undefined for others.
 */
function listedName(path: readonly string[], { input }: Scope): string | undefined {
  let value: unknown = input;
  for (const [at, step] of path.entries()) {
    if (Array.isArray(value)) return hintFor(value.slice(0, mostEntries), path.slice(0, at), step);
    value = ownValue(value, step);
  }
  return undefined;
}

function hintFor(list: readonly unknown[], steps: readonly string[], name: string): string | undefined {
  const found = list.flatMap(entry =>
    typeof entry === 'object' && entry !== null ? Object.entries(entry) : [],
  );
  const [key] = found.find(([, text]) => text === name) ?? [];
  if (key === undefined || steps.length === 0) return undefined;
  return `${pathText(steps)} is a list of questions: add answers: {each: ${pathText(steps)}, key: ${key}, value: …} to the source in config.yaml, and write {answer: ${JSON.stringify(name)}}`;
}
