import type { AcceptedRequest, Added } from './event.ts';
import type { EventPlan } from './plan.ts';
import type { NewRefusal } from './refusal.ts';
import type { StoreHealth, StoreRoom } from './store.ts';

/** The result of planning a webhook that is not stored yet. */
export interface PlannedAtOnce {
  /** The plans of its events by their ids, with any sequence. */
  readonly plans: ReadonlyMap<string, EventPlan>;
  /** True if its call, where it becomes one alone, may leave as soon as the event is on disk. */
  readonly mayLeave: boolean;
}

/** Plans a webhook; undefined where its events are to wait. It does not throw. */
export type PlanAtOnce = () => Promise<PlannedAtOnce | undefined>;

/** The methods for accepting webhooks, which any process may use (the promises: Store). */
export interface IntakeStore {
  /**
   * Stores the items of one webhook, all or none, and decides about duplicates in the same transaction. An item whose
   * `senderEventId` is known from another webhook of the source is a duplicate of the event of equal contents there,
   * else of the first (which gets `intake/changed-duplicate`). Items of one webhook are duplicates of each other only
   * if id and contents are equal. An item without an id is never a duplicate; if equal contents came from the source
   * in the last 10 minutes it is marked (`duplicateOf`, `intake/equal-contents`).
   *
   * `plan` returns plans of the new events by their ids, if that is possible at once. They are written in the same
   * transaction (`planned`), unless any live event waits for planning: then these wait too, so that all are planned
   * in the order of acceptance. Rows of lists are planned after all of them. A call that may be sent at once may be
   * returned as claimed (`claim`): the caller delivers it, or releases it.
   */
  add(request: AcceptedRequest, plan?: PlanAtOnce): Promise<readonly Added[]>;
  /** Keeps what was refused at the door. The last 1,000 that were verified are kept, and the last 1,000 others. */
  refuse(refusal: NewRefusal): Promise<string>;
  /**
   * True if it can be written right now, or else the reason in words. `lasting`: it will not be writable again in this
   * process, which should end and be restarted (after a failed write to disk the contents of the disk are unknown).
   */
  health(): Promise<StoreHealth>;
  /** Returns its free space; undefined if it is unknown. */
  room(): Promise<StoreRoom | undefined>;
}
