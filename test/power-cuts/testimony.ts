import { sentBookings, type Watched } from '../syscalls/disk-before-answer.ts';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';

/** What others know of the bridge at a moment; events by the bridge's own ids. */
export interface Testimony {
  /** A 2xx for them began to leave. */
  readonly answered: ReadonlySet<string>;
  /** A request with their booking began to leave. */
  readonly booked: ReadonlySet<string>;
  /** How often it began to say that an event was erased. */
  readonly erased: number;
}

/** Finds in a record what had begun to leave by a moment. */
export function testimonyAt(
  calls: readonly RecordedCall[],
  moment: number,
  watched: Pick<Watched, 'port' | 'destinationPort' | 'eventOf'>,
): Testimony {
  const until = calls.filter(({ began, path }) => began <= moment && path.startsWith('tcp '));
  const answers = until.filter(({ path }) => path.startsWith(`tcp ${watched.port} `));
  // Of a booking whose body is not there yet, nobody but the bridge knows which one it is.
  const bookings = sentBookings(
    calls.filter(({ path }) => path.startsWith('tcp ')),
    watched,
  ).filter(({ began }) => began <= moment);
  return {
    answered: new Set(answers.flatMap(({ found }) => found?.answered ?? [])),
    booked: new Set(bookings.map(({ id }) => id)),
    erased: answers.filter(({ found }) => found?.erased).length,
  };
}

/** What is known of several times of power together. */
export function together(all: readonly Testimony[]): Testimony {
  return {
    answered: new Set(all.flatMap(({ answered }) => [...answered])),
    booked: new Set(all.flatMap(({ booked }) => [...booked])),
    erased: all.reduce((sum, { erased }) => sum + erased, 0),
  };
}
