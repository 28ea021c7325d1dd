import type { Clock } from '../../clock.ts';
import type { EventPlan } from '../../plan.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type LinkedCalls, linkedCalls } from '../planning/changes.ts';

/** Plans of the events of a webhook, by their ids, which were made beforehand. */
export interface PlansAtOnce {
  readonly plans: ReadonlyMap<string, EventPlan>;
  /** Whether a mapping was released since they were made. To be asked once it is certain that they may be written. */
  isStale(): boolean;
}

/** How plans may be written together with what they are about. */
export interface PlanningAtOnce {
  readonly clock: Clock;
  /** Locks what plans are about; answers whether this process may write them. */
  lock(transaction: Transaction, plans: readonly EventPlan[]): Promise<boolean>;
}

/** What is known when plans are written: the time, in epoch milliseconds, and what their links stand for. */
export interface PlannedNow {
  readonly now: number;
  readonly linked: LinkedCalls;
}

/** Locks what plans are about; undefined where their events have to wait for their turn. */
export async function beginPlanning(
  transaction: Transaction,
  plans: readonly EventPlan[],
  planning: PlanningAtOnce | undefined,
): Promise<PlannedNow | undefined> {
  if (!planning || plans.length === 0 || !(await planning.lock(transaction, plans))) return undefined;
  const [waits, linked] = await Promise.all([anyWaits(transaction), linkedCalls(transaction, plans)]);
  return waits ? undefined : { now: planning.clock.now(), linked };
}

/** Whether any event waits to be planned. (The order has PostgreSQL look into the index of those alone.) */
async function anyWaits(transaction: Transaction): Promise<boolean> {
  return (
    (await transaction.get('SELECT 1 FROM event WHERE planning > 0 ORDER BY sequence LIMIT 1')) !== undefined
  );
}
