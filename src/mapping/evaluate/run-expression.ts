import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import type { TakeNotice } from '../../expressions/notice.ts';
import { refuseUnclear } from '../answers/unclear-answers.ts';
import type { Note } from '../explain/recorder.ts';

/**
 * Evaluates an expression of a mapping, and records the result if there is a recorder: the value of a plain
 * expression, or a promise for any other. `take` receives the notices of functions about unusual values.
 * @throws ExpressionFailed as the expression does
 */
export function runExpression(
  expression: Expression,
  scope: Scope,
  note: Note | undefined,
  take?: TakeNotice,
): unknown {
  const ran = { kind: 'expression', expression, scope } as const;
  const failed = (error: unknown): never => {
    if (error instanceof ExpressionFailed) note?.({ ...ran, failed: error });
    throw error;
  };
  const gave = (value: unknown): unknown => {
    note?.({ ...ran, value });
    return value;
  };
  try {
    refuseUnclear(expression, scope);
    return expression.evaluateDirectly
      ? gave(expression.evaluateDirectly(scope, take))
      : expression.evaluate(scope, 'value', take).then(gave, failed);
  } catch (error) {
    return failed(error);
  }
}
