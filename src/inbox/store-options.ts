import type { Clock } from './clock.ts';
import type { EventOutcome } from './event.ts';
import type { OutcomeTelling } from './outbox.ts';
import type { StatusNotice } from './status-notice.ts';

/** The dependencies of a store. */
export interface StoreOptions {
  readonly clock: Clock;
  /** Called with the time of the database, if several processes share it. */
  readonly tellTime?: ((now: number) => void) | undefined;
  /** Called with the seconds until a database's first response to a transaction: the round trip and its load. */
  readonly tellRoundTrip?: (seconds: number) => void;
  /** Called when an empty store was created in a database without one. */
  readonly made?: () => void;
  /** Returns random bytes for the ids that the store makes itself. */
  readonly random?: (size: number) => Uint8Array;
  /** Called once with the reason why nothing can be written any more: the process should end and be restarted. */
  readonly brokeDown?: (reason: string) => void;
  /** Called with the status of calls and events that stopped, when it is on disk; also for those found at the start. */
  readonly notify?: (notice: StatusNotice) => void;
  /** True if notices contain the traces of their events. */
  readonly traced?: boolean;
  /** Called with the outcome of each event after it is on disk; a replayed event has another outcome later. */
  readonly count?: (outcome: EventOutcome) => void;
  /** The outcomes to report, and their messages; by default none. */
  readonly outcomes?: OutcomeTelling | undefined;
}
