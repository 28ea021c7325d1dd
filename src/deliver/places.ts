import type { Destination } from './destinations/destination.ts';

/**
 * The slots for calls at destinations. A call has one until its response arrives, and another call gets it while the
 * result is stored. At most twice as many calls as slots have unstored results: if the process ends, a call with a
 * response but no stored result is sent again, and a booking becomes uncertain.
 */
export interface Places {
  /** Returns the number of calls that may start at a destination now. */
  room(destination: Destination): number;
  /** True if nothing may begin there, and the end of a call changes that. */
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
