import type { Claim } from '../inbox/claim.ts';
import type { Destination } from './destinations/destination.ts';
import type { Places } from './places.ts';

/**
 * The calls that came claimed from the store as their events were stored. Each waits in line where all places of its
 * destination are taken for the moment. Where more is due in the store than there are places for, and stays so, nobody is promised
 * one any more, so that nobody who waits there is overtaken for long. Where nothing may leave, who is in line is given back to the store.
 */
export interface DirectLine {
  /** Promises a place for a call of an event that is not stored yet; undefined where it would have to wait for others. */
  promise(destination: Destination): PromisedPlace | undefined;
  /** How many places are left for what is due in the store: one at least, so that it is seen whether anything is. */
  left(destination: Destination): number;
  /**
   * Fills places, and answers how many calls leave. `isBehind`: what was claimed in the store just now has waited for long, and
   * more may; left out: nobody looked.
   */
  fill(destination: Destination, isBehind?: boolean): number;
  /** Whether nobody waits, and no place is promised. */
  isEmpty(): boolean;
}

/** A place at a destination that is promised. */
export interface PromisedPlace {
  /** Has a call have it that is claimed by now. */
  launch(claim: Claim): void;
  /** Nobody needs it. */
  giveBack(): void;
}

interface DirectLineParts {
  readonly places: Pick<Places, 'room' | 'isFull'>;
  /** Whether nothing may leave for now. */
  readonly isKeptBack: () => boolean;
  readonly launch: (claim: Claim, destination: Destination) => void;
  readonly release: (claims: readonly Claim[]) => void;
}

/** Of one destination. */
interface Line {
  promised: number;
  readonly waiting: Claim[];
  /** Whether calls wait in the store for longer than those in line do. */
  isBehind: boolean;
}

/** Begins with nobody in line. */
export function createDirectLine({ places, isKeptBack, launch, release }: DirectLineParts): DirectLine {
  const lines = new Map<Destination, Line>();

  function lineAt(destination: Destination): Line {
    const line = lines.get(destination) ?? { promised: 0, waiting: [], isBehind: false };
    lines.set(destination, line);
    return line;
  }

  /** Whether calls leave as soon as others end. */
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
