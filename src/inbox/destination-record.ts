/** What is remembered of a destination beyond its catalog. */
export interface DestinationRecord {
  readonly name: string;
  readonly paused: boolean;
  /** Epoch milliseconds since it is held; null where it is not. */
  readonly heldSince: number | null;
  /** Why it is held or paused, in words. */
  readonly reason: string | null;
  /** Nothing is sent before this time (Retry-After, 429). Epoch milliseconds. */
  readonly notBefore: number | null;
}
