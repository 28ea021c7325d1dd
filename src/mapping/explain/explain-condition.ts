import { conditionParts } from '../../expressions/comparisons/condition-parts.ts';
import { truthOf } from '../evaluate/truth.ts';
import { placed } from './explain-steps.ts';
import { pathMiss } from './path-miss.ts';
import type { Ran } from './recorder.ts';
import { runAlone } from './run-alone.ts';
import type { ConditionTrace } from './trace.ts';

const mostDeep = 6;
const logical: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/**
 * Shows how a condition got its result: its parts, down to both sides of its comparisons, each evaluated
 * alone for the same event. Sides that are not conditions are not split further.
 */
export async function explainCondition(ran: Ran): Promise<ConditionTrace> {
  return explain(ran, mostDeep);
}

async function explain(ran: Ran, depth: number): Promise<ConditionTrace> {
  const { expression, scope } = ran;
  const taken = depth > 0 ? conditionParts(expression.source) : undefined;
  if (!taken) return await side(ran);
  const parts: ConditionTrace[] = [];
  for (const source of taken.sides) {
    const part = await runAlone(source, scope);
    if (!part) return await side(ran);
    parts.push(await (logical.has(taken.operator) ? explain(part, depth - 1) : side(part)));
  }
  return { ...(await side(ran)), operator: taken.operator, parts };
}

async function side(ran: Ran): Promise<ConditionTrace> {
  const { expression, scope } = ran;
  const { source, literal, path } = expression;
  const base = { source, isLiteral: literal !== null, parts: [] };
  if ('failed' in ran) return { ...base, holds: false, failed: true, note: ran.failed.message };
  const { value } = ran;
  const miss = value === undefined && path ? pathMiss(path, scope) : undefined;
  const near = miss?.nearest === undefined ? '' : `; did you mean ${miss.nearest}?`;
  return {
    ...base,
    ...(value !== undefined && { value }),
    holds: truthOf(value),
    ...(value !== undefined && path && (await placed(expression, value, scope))),
    ...(miss && { note: miss.words + near }),
  };
}
