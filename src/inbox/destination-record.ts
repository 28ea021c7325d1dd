/** The stored state of a destination besides its catalog. */
export interface DestinationRecord {
  readonly name: string;
  readonly paused: boolean;
  /** Since when it is held, or was held when a person paused it; null where it works. Epoch milliseconds. */
  readonly heldSince: number | null;
  /**
   * The time when its last hold ended automatically, after which calls start slowly; null without one. Epoch
   * milliseconds.
   */
  readonly openedAt: number | null;
  /** The reason why it is held or paused, or why nothing is sent before `notBefore`, in words. */
  readonly reason: string | null;
  /** Nothing is sent before this time (Retry-After, 429, a first look that failed). Epoch milliseconds. */
  readonly notBefore: number | null;
}
