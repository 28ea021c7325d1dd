import { describe, expect, it } from 'vitest';
import { inShares } from '../../src/deliver/shares.ts';

/** Work and a timer that end when a test says so. */
function scene() {
  const runs: PromiseWithResolvers<void>[] = [];
  const timers = new Set<() => void>();
  let overs = 0;
  const work = inShares(
    () => {
      runs.push(Promise.withResolvers<void>());
      return runs.at(-1)?.promise ?? Promise.resolve();
    },
    {
      after(_, run) {
        timers.add(run);
        return () => timers.delete(run);
      },
    },
    () => {
      overs += 1;
    },
  );
  const fireTimers = () => {
    for (const run of timers) run();
  };
  return { work, runs, timers, fireTimers, overs: () => overs };
}

describe('work in shares', () => {
  it('is awaited if it ends within its share, and starts anew the next time', async () => {
    const { work, runs, timers, overs } = scene();
    for (const times of [1, 2]) {
      const share = work.share();
      runs.at(-1)?.resolve();
      await share;
      expect([runs.length, timers.size, work.isUnderWay(), overs()]).toEqual([times, 0, false, 0]);
    }
  });

  it('continues in the background if it takes longer, runs only once, and reports its end', async () => {
    const { work, runs, fireTimers, overs } = scene();
    for (let times = 0; times < 3; times += 1) {
      const share = work.share();
      fireTimers();
      await share;
    }
    expect([runs.length, work.isUnderWay(), overs()]).toEqual([1, true, 0]);
    runs[0]?.resolve();
    await work.ended();
    expect(work.isUnderWay()).toBe(false);
    expect(overs()).toBeGreaterThan(0);
  });

  it('throws an error at the next share, once, if its own share was over by then', async () => {
    const { work, runs, fireTimers } = scene();
    const late = work.share();
    fireTimers();
    await late;
    runs[0]?.reject(new Error('too bad'));
    await work.ended();
    const next = work.share();
    runs[1]?.resolve();
    await expect(next).rejects.toThrow('too bad');
    const last = work.share();
    runs[2]?.resolve();
    await last;
  });

  it('can be awaited to its end', async () => {
    const { work, runs, fireTimers } = scene();
    const share = work.share();
    fireTimers();
    await share;
    const whole = work.whole();
    runs[0]?.reject(new Error('too bad'));
    await expect(whole).rejects.toThrow('too bad');
    expect(runs).toHaveLength(1);
  });
});
