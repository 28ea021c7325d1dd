import { compile } from '../../src/expressions/compile.ts';
import { type Expression, ExpressionFailed } from '../../src/expressions/expression.ts';

/** Compiles a valid expression. */
export function expressionOf(source: string): Expression {
  const compiled = compile(source);
  if (!('expression' in compiled)) throw new Error(`${source}: ${compiled.diagnostic.message}`);
  return compiled.expression;
}

export function evaluate(
  source: string,
  input: unknown = {},
  bindings: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  return expressionOf(source).evaluate({ input, bindings });
}

/** Returns the failure of an evaluation; throws if it succeeds. */
export async function failureOf(source: string, input: unknown = {}): Promise<ExpressionFailed> {
  const outcome = await evaluate(source, input).catch((error: unknown) => error);
  if (outcome instanceof ExpressionFailed) return outcome;
  throw new Error(`${source} did not fail but gave ${JSON.stringify(outcome).slice(0, 200)}`);
}
