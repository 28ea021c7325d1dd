import { compile } from '../../expressions/compile.ts';
import { ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import type { Ran } from './recorder.ts';

/** Evaluates a part of an expression alone, to show its result; undefined if that is impossible. */
export async function runAlone(source: string, scope: Scope): Promise<Ran | undefined> {
  const compiled = compile(source);
  if (!('expression' in compiled)) return undefined;
  const { expression } = compiled;
  try {
    return { expression, scope, value: await expression.evaluate(scope) };
  } catch (error) {
    if (error instanceof ExpressionFailed) return { expression, scope, failed: error };
    throw error;
  }
}
