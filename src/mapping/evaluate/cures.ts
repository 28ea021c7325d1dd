import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { quotedName } from '../answers/answer-expression.ts';
import { pathMiss } from '../explain/path-miss.ts';
import type { Rule } from '../mapping.ts';
import { listedName } from './listed-name.ts';

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
