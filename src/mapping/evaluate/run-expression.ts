import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import type { TakeNotice } from '../../expressions/notice.ts';
import { refuseUnclear } from '../answers/unclear-answers.ts';
import type { Note } from '../explain/recorder.ts';

/**
 * Evaluates an expression of a mapping, and notes what it gave where somebody takes notes. `take` learns what its functions
 * made of values that they are hardly meant for.
 * @throws ExpressionFailed as the expression does
 */
export async function runExpression(
  expression: Expression,
  scope: Scope,
  note: Note | undefined,
  take?: TakeNotice,
): Promise<unknown> {
  if (!note) {
    refuseUnclear(expression, scope);
    return expression.evaluate(scope, 'value', take);
  }
  const ran = { kind: 'expression', expression, scope } as const;
  try {
    refuseUnclear(expression, scope);
    const value = await expression.evaluate(scope, 'value', take);
    note({ ...ran, value });
    return value;
  } catch (error) {
    if (error instanceof ExpressionFailed) note({ ...ran, failed: error });
    throw error;
  }
}
