import type { Claim } from '../inbox/claim.ts';
import type { Destination } from './destinations/destination.ts';
import type { Places } from './places.ts';

/**
 * The calls that the store returned as claimed when their events were stored. A call waits in line while all slots of
 * its destination are taken. If the store has more due calls than slots for long, no further call joins the line, so
 * that it does not overtake stored calls for long. If nothing may be sent, the calls in line are returned to the
 * store.
 */
export interface DirectLine {
  /** Reserves a slot for a call of an event that is not stored yet; undefined if the call must wait for others. */
  promise(destination: Destination): PromisedPlace | undefined;
  /**
   * Returns the number of slots that remain for due calls in the store: at least one, so that due calls are noticed.
   */
  left(destination: Destination): number;
  /**
   * Fills slots, and returns the number of calls that are sent. `isBehind`: the calls just claimed in the store have
   * waited long, and there may be more; by default unknown.
   */
  fill(destination: Destination, isBehind?: boolean): number;
  /** True if no call waits, and no slot is reserved. */
  isEmpty(): boolean;
}

/** A reserved slot at a destination. */
export interface PromisedPlace {
  /** Gives the slot to a call that is now claimed. */
  launch(claim: Claim): void;
  /** Returns the reserved slot. */
  giveBack(): void;
}

interface DirectLineParts {
  readonly places: Pick<Places, 'room' | 'isFull'>;
  /** True if nothing may be sent now. */
  readonly isKeptBack: () => boolean;
  readonly launch: (claim: Claim, destination: Destination) => void;
  readonly release: (claims: readonly Claim[]) => void;
}

/** The line of one destination. */
interface Line {
  promised: number;
  readonly waiting: Claim[];
  /** True if calls in the store have waited longer than those in line. */
  isBehind: boolean;
}

/** Starts with an empty line. */
export function createDirectLine({ places, isKeptBack, launch, release }: DirectLineParts): DirectLine {
  const lines = new Map<Destination, Line>();

  function lineAt(destination: Destination): Line {
    const line = lines.get(destination) ?? { promised: 0, waiting: [], isBehind: false };
    lines.set(destination, line);
    return line;
  }

  /** True if a call in line is sent as soon as another one ends. */
  function goesOn(destination: Destination): boolean {
    return !isKeptBack() && (places.room(destination) > 0 || places.isFull(destination));
  }

  return {
    promise(destination) {
      const line = lineAt(destination);
      const most = places.room(destination) + 2 * destination.config.limits.concurrency;
      if (line.isBehind || !goesOn(destination) || line.promised + line.waiting.length >= most)
        return undefined;
      line.promised += 1;
      return {
        launch(claim) {
          line.promised -= 1;
          if (!goesOn(destination)) release([claim]);
          else if (line.waiting.length > 0 || places.room(destination) <= 0) line.waiting.push(claim);
          else launch(claim, destination);
        },
        giveBack() {
          line.promised -= 1;
        },
      };
    },
    left: destination => Math.max(1, places.room(destination) - lineAt(destination).waiting.length),
    fill(destination, isBehind) {
      const line = lineAt(destination);
      line.isBehind = isBehind ?? line.isBehind;
      if (line.waiting.length === 0) return 0;
      if (!goesOn(destination)) {
        release(line.waiting.splice(0));
        return 0;
      }
      const next = line.waiting.splice(0, places.room(destination));
      for (const claim of next) launch(claim, destination);
      return next.length;
    },
    isEmpty: () => [...lines.values()].every(({ promised, waiting }) => promised + waiting.length === 0),
  };
}
