import type { PlannableEvent } from '../event.ts';

type Reason = PlannableEvent['planning'];

/**
 * The values of the column `planning`, the reason why an event waits; a larger number takes precedence over a smaller
 * one. 0: it does not wait. The negative of a code is a replay that is kept while no mapping claims the event: it does not
 * wait either, and is planned for that reason when it is planned again.
 */
export const planningCodes = {
  first: 1,
  again: 2,
  replay: 3,
  'forced-replay': 4,
  repeat: 5,
  'forced-repeat': 6,
} as const;

/** The reasons for planning by their code. */
export const planningNames = [
  undefined,
  'first',
  'again',
  'replay',
  'forced-replay',
  'repeat',
  'forced-repeat',
] as const;

/** Returns the reason of a column's value, also of a kept replay. */
export function planningOf(code: number): Reason | undefined {
  return planningNames[Math.abs(code)];
}

/** Returns the column's value after a plan. */
export function codeAfter(plan: { readonly planAgain: boolean; readonly kept: Reason | undefined }): number {
  const kept = plan.kept ? planningCodes[plan.kept] : 0;
  return plan.planAgain ? Math.max(kept, planningCodes.again) : -kept;
}

/** The SQL expression of the column's value for an event that is planned again automatically. It does not wait yet. */
export const againSql = `CASE WHEN planning < 0 THEN -planning ELSE ${planningCodes.again} END`;
