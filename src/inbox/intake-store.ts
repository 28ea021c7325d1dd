import type { AcceptedRequest, Added } from './event.ts';
import type { EventPlan } from './plan.ts';
import type { NewRefusal } from './refusal.ts';
import type { StoreHealth, StoreRoom } from './store.ts';

/** The result of planning a webhook that is not stored yet. */
export interface PlannedAtOnce {
  /** The plans of its events by event id. Their sequences are placeholders. */
  readonly plans: ReadonlyMap<string, EventPlan>;
  /** True if the webhook's call may be sent as soon as the event is on disk, if it has only one. */
  readonly mayLeave: boolean;
}

/** Plans a webhook; undefined if its events must be planned later. It does not throw. */
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
  /** Stores a refused webhook. The last 1,000 verified ones are kept, and the last 1,000 others. */
  refuse(refusal: NewRefusal): Promise<string>;
  /**
   * Returns whether the store can be written now, or else the reason. `lasting`: this process cannot write again, and
   * should end and be restarted (after a failed write to disk the contents of the disk are unknown).
   */
  health(): Promise<StoreHealth>;
  /** Returns the free space; undefined if it is unknown. */
  room(): Promise<StoreRoom | undefined>;
}
