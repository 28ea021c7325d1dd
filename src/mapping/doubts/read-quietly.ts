import { ExpressionFailed, type Scope } from '../../expressions/expression.ts';

/** Reads a value for a doubt; undefined if the expression fails, which is reported where its rule is evaluated. */
export function readQuietly(read: (scope: Scope) => unknown, scope: Scope): unknown {
  try {
    return read(scope);
  } catch (error) {
    if (error instanceof ExpressionFailed) return undefined;
    throw error;
  }
}
