/** What is remembered of a destination beyond its catalog. */
export interface DestinationRecord {
  readonly name: string;
  readonly paused: boolean;
  /** Since when it is held, or was held when a person paused it; null where it works. Epoch milliseconds. */
  readonly heldSince: number | null;
  /** When its last hold ended by itself, after which calls begin slowly; null where none did. Epoch milliseconds. */
  readonly openedAt: number | null;
  /** Why it is held or paused, or why nothing is sent before `notBefore`, in words. */
  readonly reason: string | null;
  /** Nothing is sent before this time (Retry-After, 429, a first look that failed). Epoch milliseconds. */
  readonly notBefore: number | null;
}
