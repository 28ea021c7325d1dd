import { type PlanChanges, planChanges } from '../../decide/plan-changes.ts';
import type { EventPlan, PlannedCall } from '../../plan.ts';
import type { Transaction } from '../connection/transaction.ts';
import { numbersOfLinks } from '../rows/links.ts';

/** The customer numbers of the links of planned calls. */
export type LinkedCalls = ReadonlyMap<PlannedCall, string>;

/** Looks up the customer numbers of the links of planned calls. Their destinations are locked. */
export async function linkedCalls(
  transaction: Transaction,
  plans: readonly EventPlan[],
): Promise<LinkedCalls> {
  const named = plans
    .flatMap(({ calls }) => calls)
    .flatMap(planned =>
      planned.link ? [{ planned, link: planned.link, destination: planned.destination }] : [],
    );
  const numbers = await numbersOfLinks(transaction, named);
  const linked = new Map<PlannedCall, string>();
  for (const [index, { planned }] of named.entries()) {
    const number = numbers[index];
    if (number !== undefined) linked.set(planned, number);
  }
  return linked;
}

/** Returns the destinations of all calls of plans. */
export function destinationsOf(plans: readonly EventPlan[]): readonly string[] {
  return plans.flatMap(({ calls }) => calls.map(({ destination }) => destination));
}

/** Returns the changes of a plan for an event that is being stored now: it has no calls and no earlier state. */
export function changesAtOnce(
  plan: EventPlan,
  linked: LinkedCalls,
  receivedAt: number,
  { now, isStale }: { readonly now: number; readonly isStale: boolean },
): PlanChanges {
  return planChanges(plan, { receivedAt, ownStatus: null, heldSince: null, calls: [], linked }, now, isStale);
}
