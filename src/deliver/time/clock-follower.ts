import type { WorkStore } from '../../inbox/work-store.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Report } from '../report.ts';
import type { Time } from './time.ts';

/** Keeps waiting times unchanged when the wall clock jumps. */
export interface ClockFollower {
  /** True if stored times must be moved after a jump: nothing may be claimed. */
  isWaiting(): boolean;
  /** Moves the stored times after a jump, if no call is in flight. */
  followIfIdle(isIdle: () => boolean): Promise<void>;
}

/**
 * The part of a jump ahead that counts for the age of waiting calls. After a machine was paused for hours, it must
 * not complete a booking as if no time had passed (15 minutes). An update may wait for days, so it is not affected.
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
