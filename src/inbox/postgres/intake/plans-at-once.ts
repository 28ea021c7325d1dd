import type { Clock } from '../../clock.ts';
import type { EventPlan } from '../../plan.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { WrittenAt } from '../planning/call-rows.ts';
import { destinationsOf, type LinkedCalls, linkedCalls } from '../planning/changes.ts';
import { clocksOf, timesBy } from '../rows/paused-clocks.ts';

/** Plans of the events of a webhook, by their ids, which were made beforehand. */
export interface PlansAtOnce {
  readonly plans: ReadonlyMap<string, EventPlan>;
  /** Whether a mapping was released since they were made. To be asked once it is certain that they may be written. */
  isStale(): boolean;
}

/** How plans may be written together with what they are about. */
export interface PlanningAtOnce {
  readonly clock: Clock;
  /**
   * Locks what plans are about and looks at it in the same breath, perhaps twice; undefined where this process may not write
   * them.
   */
  lockAndLook<Seen>(
    transaction: Transaction,
    plans: readonly EventPlan[],
    look: () => Promise<Seen>,
  ): Promise<Seen | undefined>;
}

/** What is known when plans are written: when that is, and what their links stand for. */
export interface PlannedNow extends WrittenAt {
  readonly linked: LinkedCalls;
}

/** Locks what plans are about; undefined where their events have to wait for their turn. */
export async function beginPlanning(
  transaction: Transaction,
  plans: readonly EventPlan[],
  planning: PlanningAtOnce | undefined,
): Promise<PlannedNow | undefined> {
  if (!planning || plans.length === 0) return undefined;
  const seen = await planning.lockAndLook(transaction, plans, () =>
    Promise.all([
      anyWaits(transaction),
      linkedCalls(transaction, plans),
      clocksOf(transaction, destinationsOf(plans)),
    ]),
  );
  if (!seen) return undefined;
  const [waits, linked, clocks] = seen;
  const now = planning.clock.now();
  return waits ? undefined : { now, linked, times: timesBy(clocks, now) };
}

/** Whether any live event waits to be planned. (The order has PostgreSQL look into the index of those alone.) */
async function anyWaits(transaction: Transaction): Promise<boolean> {
  return (
    (await transaction.get(
      'SELECT 1 FROM event WHERE planning > 0 AND import IS NULL ORDER BY sequence LIMIT 1',
    )) !== undefined
  );
}
