/** The cause of a destination's state: words for people, and a code for programs. */
export interface StateCause {
  /** The cause in words, without the next step. */
  readonly reason: string;
  /** The step that ends it, if there is one. */
  readonly next?: string | undefined;
  /** Undefined if an earlier version of this program stored the cause. */
  readonly code?: string | undefined;
}

/** The code of the pause of a store that may be a copy. */
export const copyCode = 'store-is-copy';

/** Returns a cause as one sentence. */
export function causeWords({ reason, next }: StateCause): string {
  return next === undefined ? reason : `${reason}; next: ${next}`;
}

/** The stored state of a destination besides its catalog. */
export interface DestinationRecord {
  readonly name: string;
  readonly paused: boolean;
  /** The time since which it is held, or was held when a person paused it; null if it works. Epoch milliseconds. */
  readonly heldSince: number | null;
  /**
   * The time when its last hold ended automatically, after which calls start slowly; null without one. Epoch
   * milliseconds.
   */
  readonly openedAt: number | null;
  /** The reason why it is held or paused, or why nothing is sent before `notBefore`, in words. */
  readonly reason: string | null;
  /** The other parts of the cause in `reason`. */
  readonly next?: StateCause['next'];
  readonly code?: StateCause['code'];
  /** Nothing is sent before this time (Retry-After, 429, a failed first probe). Epoch milliseconds. */
  readonly notBefore: number | null;
}
