import type { PlannableEvent } from '../event.ts';

type Reason = PlannableEvent['planning'];

/**
 * The values of the column `planning`, the reason why an event waits; larger numbers take precedence. 0: it does not
 * wait. The negative of a code is a replay that is kept while no mapping applies to the event. Such an event does not
 * wait either; when it is planned again, it is planned for that reason.
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
  if (!plan.kept) return plan.planAgain ? planningCodes.again : 0;
  const kept = planningCodes[plan.kept];
  return plan.planAgain ? Math.max(kept, planningCodes.again) : -kept;
}

/** The SQL expression for the column's value of an event that does not wait yet and is planned again automatically. */
export const againSql = `CASE WHEN planning < 0 THEN -planning ELSE ${planningCodes.again} END`;
