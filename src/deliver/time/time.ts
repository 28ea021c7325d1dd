import type { Clock } from '../../inbox/clock.ts';

/** The clocks of the worker: dates by the wall clock, durations by the monotonic one, and timers. */
export interface Time extends Clock {
  /** Milliseconds that never jump; only their differences have a meaning. */
  monotonic(): number;
  /** Runs something once, later; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** The jumps of the wall clock, if `now` continues steadily across them. */
  readonly jumps?: ClockJumps;
}

/** The known facts about jumps of the wall clock. */
export interface ClockJumps {
  /** The milliseconds by which the wall clock is ahead of `now` since a jump; negative: behind. 0: no jump. */
  ms(): number;
  /** Makes `now` follow the wall clock again. */
  follow(): void;
}

/** The time of this machine. */
export const systemTime: Time = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
