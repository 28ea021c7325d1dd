import { sentBookings, type Watched } from '../syscalls/disk-before-answer.ts';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';

/** What others know of the bridge at a moment; events by the bridge's own ids. */
export interface Testimony {
  /** Events for which a 2xx response was started. */
  readonly answered: ReadonlySet<string>;
  /** Events for which a request with their booking was started. */
  readonly booked: ReadonlySet<string>;
  /** How often a response to a completed erasure was started. */
  readonly erased: number;
}

/** Finds the responses and requests in a record that were started by a moment. */
export function testimonyAt(
  calls: readonly RecordedCall[],
  moment: number,
  watched: Pick<Watched, 'port' | 'destinationPort' | 'eventOf'>,
): Testimony {
  const until = calls.filter(({ began, path }) => began <= moment && path.startsWith('tcp '));
  const answers = until.filter(({ path }) => path.startsWith(`tcp ${watched.port} `));
  // Without its body, nobody but the bridge can identify a booking.
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

/** Joins the testimonies of several power-on periods. */
export function together(all: readonly Testimony[]): Testimony {
  return {
    answered: new Set(all.flatMap(({ answered }) => [...answered])),
    booked: new Set(all.flatMap(({ booked }) => [...booked])),
    erased: all.reduce((sum, { erased }) => sum + erased, 0),
  };
}
