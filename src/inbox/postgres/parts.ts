import type { Clock } from '../clock.ts';
import type { Claims } from '../owned/claims.ts';
import type { WorkInProgress } from '../owned/work-in-progress.ts';
import type { Database } from './connection/database.ts';
import type { DueMarkTimes } from './delivery/due-marks.ts';
import type { LeaseTimes } from './ownership/lease-times.ts';
import type { Ownership } from './ownership/ownership.ts';

/** The dependencies of every method of the store. */
export interface Parts {
  readonly database: Database;
  readonly ownership: Ownership;
  readonly leaseTimes: LeaseTimes;
  readonly dueMarkTimes: DueMarkTimes | undefined;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
  /** The key of the ledger's hashes. */
  readonly ledgerSecret: Uint8Array;
  /** The events that are being planned, by sequence. Mappings may be released meanwhile. */
  readonly beingPlanned: WorkInProgress;
  /** The calls in flight, by id. */
  readonly beingDelivered: WorkInProgress;
}
