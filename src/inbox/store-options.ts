import type { Clock } from './clock.ts';
import type { EventOutcome } from './event.ts';
import type { OutcomeTelling } from './outbox.ts';
import type { StatusNotice } from './status-notice.ts';

/** The dependencies of a store. */
export interface StoreOptions {
  readonly clock: Clock;
  /** Hears what time it is by the clock of the database, where that is one that several processes go by. */
  readonly tellTime?: ((now: number) => void) | undefined;
  /** Hears how long a transaction waited for the first answer of a database, in seconds: one round trip, and what it was busy with. */
  readonly tellRoundTrip?: (seconds: number) => void;
  /** Hears that there was no store in a database, and that an empty one was made there. */
  readonly made?: () => void;
  /** Random bytes for the ids that the store makes itself. */
  readonly random?: (size: number) => Uint8Array;
  /** Called once with the reason why nothing will be written any more: the process should end and be restarted. */
  readonly brokeDown?: (reason: string) => void;
  /** Hears what becomes of calls and events that do not go on, once it is on disk; of what the opening finds, too. */
  readonly notify?: (notice: StatusNotice) => void;
  /** True if notices contain the traces of their events. */
  readonly traced?: boolean;
  /** Called with the outcome of each event after it is on disk; a replayed event has a further outcome. */
  readonly count?: (outcome: EventOutcome) => void;
  /** The outcomes of events that are reported; by default none. */
  readonly outcomes?: OutcomeTelling | undefined;
}
