import type { Destination } from './destinations/destination.ts';

/**
 * The places for calls at destinations. A call has one until it is answered, and another call takes it while the result
 * is written. At most twice as many calls as there are places are not written: what was answered and is not written when
 * the process ends is sent again, and of a booking nobody knows.
 */
export interface Places {
  /** How many calls may begin at a destination now. */
  room(destination: Destination): number;
  /** Whether nothing may begin there, and the end of a call changes that. */
  isFull(destination: Destination): boolean;
  take(destination: Destination): CallPlace;
}

/** One that is taken. */
export interface CallPlace {
  /** The call is answered, or was not made. */
  free(): void;
  /** Its result is written, or never will be. */
  leave(): void;
}

/** Begins with every place free. */
export function createPlaces(): Places {
  const unwritten = new Map<Destination, number>();

  function more(destination: Destination): number {
    return 2 * destination.config.limits.concurrency - (unwritten.get(destination) ?? 0);
  }

  return {
    room: destination => Math.min(destination.room(), more(destination)),
    isFull: destination => destination.isFull() || more(destination) <= 0,
    take(destination) {
      destination.started();
      unwritten.set(destination, (unwritten.get(destination) ?? 0) + 1);
      let isFree = false;
      function free(): void {
        if (!isFree) destination.finished();
        isFree = true;
      }
      return {
        free,
        leave() {
          free();
          unwritten.set(destination, (unwritten.get(destination) ?? 1) - 1);
        },
      };
    },
  };
}
