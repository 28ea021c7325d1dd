import type { ActivityStore } from './activity-store.ts';
import type { IntakeStore } from './intake-store.ts';
import type { OperatorStore } from './operator-store.ts';
import type { OutboxStore } from './outbox.ts';
import type { SessionStore } from './session-store.ts';
import type { SharedWork } from './shared-work.ts';
import type { WorkStore } from './work-store.ts';

/**
 * The durable memory: events, the calls planned for them, lanes, links, holds, the ledger of bookings; what
 * is told of them.
 *
 * Promises, the same on every database:
 * - A promise that resolves means: on disk, and it survives a power cut. One that rejects with `StoreUnavailable`
 *   means: nothing of it was written.
 * - Everything that one call of a method writes, it writes in one transaction; but what may concern any number of
 *   events (planAgain, replay by filter, expire, holdMapping, releaseMapping, prune) goes in batches, so that webhooks
 *   are taken in between. Where such a one is interrupted, it is enough to call it again.
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
  /** Where several processes may share it; undefined: this one is alone on it, and does all the work. */
  readonly shared?: SharedWork;
  /** Writes what is waiting to be written, then takes nothing more. */
  close(): Promise<void>;
}

/** Whether the store can be written; `warning`: what will be in the way before long. */
export type StoreHealth =
  | { readonly writable: true; readonly warning?: string }
  | { readonly writable: false; readonly reason: string; readonly lasting?: boolean };

/** How much room a store has. */
export interface StoreRoom {
  /** What its files take. */
  readonly usedBytes: number;
  readonly freeBytes: number;
  /** Where less is free, no webhook is taken. */
  readonly reserveBytes: number;
}

/** Nothing was written: the disk is full, the database is away, or it is closing. The sender should try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Its message holds no value, and may be logged. */
  readonly isForPeople = true;
}

/** Another process does this work, or this one could not renew its term in time: nothing of it was done here. */
export class NotOwner extends StoreUnavailable {}
