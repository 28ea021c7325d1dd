import type { Clock } from '../clock.ts';
import type { Claims } from '../owned/claims.ts';
import type { WorkInProgress } from '../owned/work-in-progress.ts';
import type { Connection } from './connection/connection.ts';
import type { WriteQueue } from './connection/write-queue.ts';
import type { DirectCalls } from './delivery/direct-calls.ts';
import type { Ledger } from './delivery/ledger.ts';
import type { Checkpointer } from './file/checkpointer.ts';
import type { Space } from './file/space.ts';
import type { PlanningMark } from './planning/planning-mark.ts';

/** The dependencies of every method of the store. */
export interface Parts {
  readonly connection: Connection;
  readonly queue: WriteQueue;
  /** The queue for writes that may concern any calls, lanes or links: direct calls get their rows first. */
  readonly wholeQueue: WriteQueue;
  readonly checkpointer: Checkpointer;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
  readonly ledger: Ledger;
  readonly space: Space;
  /** The events that are being planned, by sequence. Mappings may be released meanwhile. */
  readonly beingPlanned: WorkInProgress;
  readonly planningMark: PlanningMark;
  /** How often the process ended while it planned an event, by sequence. */
  readonly ends: Map<number, number>;
  /** The calls in flight, by id. */
  readonly beingDelivered: WorkInProgress;
  readonly direct: DirectCalls;
}
