import type { Clock } from './clock.ts';
import type { EventOutcome } from './event.ts';
import type { OutcomeTelling } from './outbox.ts';
import type { StatusNotice } from './status-notice.ts';

/** What a store needs of its surroundings. */
export interface StoreOptions {
  readonly clock: Clock;
  /** Hears what time it is by the clock of the database, where that is one that several processes go by. */
  readonly tellTime?: ((now: number) => void) | undefined;
  /** Hears that there was no store in a database, and that an empty one was made there. */
  readonly made?: () => void;
  /** Random bytes for the ids that the store makes itself. */
  readonly random?: (size: number) => Uint8Array;
  /** Hears, once, why nothing will be written any more: the process should end and be started anew. */
  readonly brokeDown?: (reason: string) => void;
  /** Hears what becomes of calls and events that do not go on, once it is on disk; of what the opening finds, too. */
  readonly notify?: (notice: StatusNotice) => void;
  /** Whether notices say where their events stand in a trace. */
  readonly traced?: boolean;
  /** Hears what events came to, once it is on disk; one that is taken up again comes to something again. */
  readonly count?: (outcome: EventOutcome) => void;
  /** Which outcomes of events are told; left out: none. */
  readonly outcomes?: OutcomeTelling | undefined;
}
