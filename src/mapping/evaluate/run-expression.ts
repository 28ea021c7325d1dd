import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import type { Note } from '../explain/recorder.ts';

/**
 * Evaluates an expression of a mapping, and notes what it gave where somebody takes notes.
 * @throws ExpressionFailed as the expression does
 */
export async function runExpression(
  expression: Expression,
  scope: Scope,
  note: Note | undefined,
): Promise<unknown> {
  if (!note) return expression.evaluate(scope);
  const ran = { kind: 'expression', expression, scope } as const;
  try {
    const value = await expression.evaluate(scope);
    note({ ...ran, value });
    return value;
  } catch (error) {
    if (error instanceof ExpressionFailed) note({ ...ran, failed: error });
    throw error;
  }
}
