import type { Clock } from '../../clock.ts';
import { timesBy } from '../../decide/call-life.ts';
import type { EventPlan } from '../../plan.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { WrittenAt } from '../planning/call-rows.ts';
import { destinationsOf, type LinkedCalls, linkedCalls } from '../planning/changes.ts';
import { clocksOf } from '../rows/paused-clocks.ts';

/** The plans of a webhook's events from before it is stored, by event id. */
export interface PlansAtOnce {
  readonly plans: ReadonlyMap<string, EventPlan>;
  /**
   * Returns true if a mapping was released since the plans were made. Call it when it is certain that they may be
   * stored.
   */
  isStale(): boolean;
}

/** The methods that store plans together with their events. */
export interface PlanningAtOnce {
  readonly clock: Clock;
  /**
   * Locks the data of plans and reads them in the same step, perhaps twice; undefined if this process may not store
   * the plans.
   */
  lockAndLook<Seen>(
    transaction: Transaction,
    plans: readonly EventPlan[],
    look: () => Promise<Seen>,
  ): Promise<Seen | undefined>;
}

/** The time when plans are written, and the customer numbers of their links. */
export interface PlannedNow extends WrittenAt {
  readonly linked: LinkedCalls;
}

/** Locks the data of plans; undefined if their events must wait for planning. */
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

/** Returns true if any live event waits for planning. With this ORDER BY, PostgreSQL uses the index of those events. */
async function anyWaits(transaction: Transaction): Promise<boolean> {
  return (
    (await transaction.get(
      'SELECT 1 FROM event WHERE planning > 0 AND import IS NULL ORDER BY sequence LIMIT 1',
    )) !== undefined
  );
}
