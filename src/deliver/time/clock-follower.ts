import type { WorkStore } from '../../inbox/work-store.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Report } from '../report.ts';
import type { Time } from './time.ts';

/** Sees to it that a jump of the wall clock moves nothing that was meant in durations. */
export interface ClockFollower {
  /** A jump waits to be followed: nothing may be claimed. */
  isWaiting(): boolean;
  /** Follows a jump, where there was one and no call is in flight. */
  followIfIdle(isIdle: () => boolean): Promise<void>;
}

/**
 * The part of a jump ahead that counts for the age of waiting calls. A machine that was paused for hours must not
 * complete a booking as if no time had passed (15 minutes); an update, which may wait for days, is not affected.
 */
const countedMs = 60 * 60_000;

/** Creates the follower of the clock of `time`; without reported jumps it does nothing. */
export function createClockFollower(parts: {
  readonly store: WorkStore;
  readonly destinations: ReadonlyMap<string, Pick<Destination, 'clockMoved'>>;
  readonly time: Time;
  readonly report: (report: Report) => void;
}): ClockFollower {
  const { store, destinations, time, report } = parts;
  const jumped = () => time.jumps?.ms() ?? 0;
  return {
    isWaiting: () => jumped() !== 0,
    async followIfIdle(isIdle) {
      const ms = jumped();
      if (ms === 0 || !isIdle()) return;
      await store.moveTimes(ms, Math.max(0, Math.min(ms, countedMs)));
      time.jumps?.follow();
      for (const destination of destinations.values()) destination.clockMoved(ms);
      const direction = ms > 0 ? 'ahead' : 'back';
      report({
        what: 'clock jumped',
        details: { ms: Math.abs(ms), direction },
      });
    },
  };
}
