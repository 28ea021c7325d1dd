import { compile } from '../../expressions/compile.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { joinedParts } from '../../expressions/habits/joined-parts.ts';
import { type EmptyWords, wordOf } from '../convert/empty-words.ts';
import { trimmedValue } from '../convert/trim-value.ts';

/** A part of a link: its text, and the expression of its value. */
interface Part {
  readonly text: string;
  readonly expression: Expression;
}

/** The parts of links, which are the same for every event. */
const known = new WeakMap<Expression, readonly Part[]>();

/**
 * Returns the parts of a joined link without a value in an event, as they are written. Without them the link would be another
 * one: only the address of a family, or the same for all people.
 */
export async function lackingParts(
  link: Expression,
  scope: Scope,
  empty: EmptyWords | undefined,
): Promise<readonly string[]> {
  const parts = known.get(link) ?? partsOf(link);
  known.set(link, parts);
  const lacking: string[] = [];
  for (const { text, expression } of parts) if (await isLacking(expression, scope, empty)) lacking.push(text);
  return [...new Set(lacking)];
}

function partsOf({ source, path }: Expression): readonly Part[] {
  if (path) return [];
  return joinedParts(source).flatMap(({ text, source: own, isFixed }) => {
    const compiled = isFixed ? undefined : compile(own);
    return compiled && 'expression' in compiled ? [{ text, expression: compiled.expression }] : [];
  });
}

/** A part that fails is not lacking: the whole link fails with the reason. */
async function isLacking(
  expression: Expression,
  scope: Scope,
  empty: EmptyWords | undefined,
): Promise<boolean> {
  try {
    const value = trimmedValue(await expression.evaluate(scope));
    return presenceOf(value) !== 'present' || empty?.has(wordOf(value) ?? '') === true;
  } catch (error) {
    if (error instanceof ExpressionFailed) return false;
    throw error;
  }
}
