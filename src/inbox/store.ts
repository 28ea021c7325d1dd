import type { ActivityStore } from './activity-store.ts';
import type { IntakeStore } from './intake-store.ts';
import type { OperatorStore } from './operator-store.ts';
import type { OutboxStore } from './outbox.ts';
import type { SessionStore } from './session-store.ts';
import type { SharedWork } from './shared-work.ts';
import type { WorkStore } from './work-store.ts';

/**
 * The durable store: events, the calls planned for them, lanes, links, holds, the ledger of bookings, and messages.
 *
 * Promises, the same on every database:
 * - A resolved promise means: the data are on disk and survive a power cut. A promise that rejects with
 *   `StoreUnavailable` means: nothing was written.
 * - One call of a method writes everything in one transaction. Methods for any number of events (planAgain, replay by
 *   filter, expire, holdMapping, releaseMapping, prune) write in batches, so that webhooks are accepted in between. If
 *   such a call is interrupted, call the method again.
 * - Order is the order of acceptance (`sequence`), inside an event the order of its calls.
 * - A claim is exclusive until it is settled or released, or until the process ends.
 */
export interface Store
  extends IntakeStore,
    WorkStore,
    OperatorStore,
    OutboxStore,
    SessionStore,
    ActivityStore {
  /** The methods for several processes on one store; undefined: this process is alone and does all the work. */
  readonly shared?: SharedWork;
  /** Finishes waiting writes, then accepts no more. */
  close(): Promise<void>;
}

/** Whether the store can be written. `warning`: a problem that will prevent that before long. */
export type StoreHealth =
  | { readonly writable: true; readonly warning?: string }
  | { readonly writable: false; readonly reason: string; readonly lasting?: boolean };

/** The space of a store. */
export interface StoreRoom {
  /** The size of its files. */
  readonly usedBytes: number;
  readonly freeBytes: number;
  /** The free space below which no webhook is accepted. */
  readonly reserveBytes: number;
}

/** Nothing was written: the disk is full, the database unavailable, or the store closing. The sender should retry. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** A message without values, which may be logged. */
  readonly isForPeople = true;
}

/** Another process does this work, or this one could not renew its lease in time. Nothing was done here. */
export class NotOwner extends StoreUnavailable {}
