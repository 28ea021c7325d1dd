import type { Destination } from './destinations/destination.ts';

/**
 * The slots for calls at destinations. A call has one until its response arrives; another call gets it while the
 * result is stored. At most twice as many calls as slots have unstored results, because they are at risk: if the
 * process ends, such a call is sent again, and a booking becomes uncertain.
 */
export interface Places {
  /** Returns the number of calls that may start at a destination now. */
  room(destination: Destination): number;
  /** True if no call may start there until another call ends. */
  isFull(destination: Destination): boolean;
  take(destination: Destination): CallPlace;
}

/** A slot that is in use. */
export interface CallPlace {
  /** Frees the slot: the call has its response, or was not sent. */
  free(): void;
  /** The result is stored, or never will be. */
  leave(): void;
}

/** Makes the slots, all free. */
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
