import type { Clock } from '../../inbox/clock.ts';

/** Limits a rate per second; after a quiet time it allows a burst. */
export interface TokenBucket {
  /** Returns false if no token is left. */
  take(): boolean;
  /** Returns the last token to the bucket. */
  giveBack(): void;
}

/** Creates a bucket that is full at first. A clock that goes back adds no tokens. */
export function tokenBucket(clock: Clock, burst: number, perSecond: number): TokenBucket {
  let tokens = burst;
  let at = clock.now();
  return {
    take() {
      const now = clock.now();
      tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    giveBack() {
      tokens = Math.min(burst, tokens + 1);
    },
  };
}
