import type { AcceptedRequest, Added } from './event.ts';
import type { EventPlan } from './plan.ts';
import type { NewRefusal } from './refusal.ts';
import type { StoreHealth, StoreRoom } from './store.ts';

/** What planning made of a webhook that is not stored yet. */
export interface PlannedAtOnce {
  /** The plans of its events by their ids, with any sequence. */
  readonly plans: ReadonlyMap<string, EventPlan>;
  /** Whether its call, where it becomes one alone, may leave as soon as the event is on disk. */
  readonly mayLeave: boolean;
}

/** Plans a webhook; undefined where its events are to wait. It does not throw. */
export type PlanAtOnce = () => Promise<PlannedAtOnce | undefined>;

/** What any process may do to take webhooks (the promises: Store). */
export interface IntakeStore {
  /**
   * Stores the items of one webhook, all or none, and decides about duplicates in the same transaction: an item
   * whose `senderEventId` is known from another webhook of the source is a duplicate of the event of equal contents
   * there, else of the first (which gets `intake/changed-duplicate`); items of one webhook are duplicates of each
   * other only where id and contents are equal. An item without an id is never a duplicate; where equal contents
   * came from the source in the last 10 minutes it is marked (`duplicateOf`, `intake/equal-contents`).
   *
   * `plan` makes plans of the new events by their ids, where that can be done at once. They are written in the same
   * transaction (`planned`), but not where any live event waits to be planned: then these wait too, so that all are planned
   * in the order in which they were accepted. Rows of lists are planned after all of them. A call that may leave at once may come back claimed (`claim`): whoever
   * stored it delivers it, or releases it.
   */
  add(request: AcceptedRequest, plan?: PlanAtOnce): Promise<readonly Added[]>;
  /** Keeps what was refused at the door. The last 1,000 that were verified are kept, and the last 1,000 others. */
  refuse(refusal: NewRefusal): Promise<string>;
  /**
   * Whether it can be written right now; the reason in words where it cannot. `lasting`: it will not be again in this
   * process, which should end and be started anew (after a failed write to disk nobody knows what is really there).
   */
  health(): Promise<StoreHealth>;
  /** How much room it has; undefined where that cannot be known. */
  room(): Promise<StoreRoom | undefined>;
}
