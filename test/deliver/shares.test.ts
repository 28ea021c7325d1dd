import { describe, expect, it } from 'vitest';
import { inShares } from '../../src/deliver/shares.ts';

/** Work that ends when a test says so, and a timer that goes off when a test says so. */
function scene() {
  const begun: PromiseWithResolvers<void>[] = [];
  const timers = new Set<() => void>();
  let overs = 0;
  const work = inShares(
    () => {
      begun.push(Promise.withResolvers<void>());
      return begun.at(-1)?.promise ?? Promise.resolve();
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
  const goOff = () => {
    for (const run of timers) run();
  };
  return { work, begun, timers, goOff, overs: () => overs };
}

describe('work in shares', () => {
  it('is waited for where it ends within its share, and begun anew the next time', async () => {
    const { work, begun, timers, overs } = scene();
    for (const times of [1, 2]) {
      const share = work.share();
      begun.at(-1)?.resolve();
      await share;
      expect([begun.length, timers.size, work.isUnderWay(), overs()]).toEqual([times, 0, false, 0]);
    }
  });

  it('goes on beside the rest where it takes longer, is begun once, and tells its end', async () => {
    const { work, begun, goOff, overs } = scene();
    for (let times = 0; times < 3; times += 1) {
      const share = work.share();
      goOff();
      await share;
    }
    expect([begun.length, work.isUnderWay(), overs()]).toEqual([1, true, 0]);
    begun[0]?.resolve();
    await work.ended();
    expect(work.isUnderWay()).toBe(false);
    expect(overs()).toBeGreaterThan(0);
  });

  it('throws what went wrong at the next share, once, where its own was over by then', async () => {
    const { work, begun, goOff } = scene();
    const late = work.share();
    goOff();
    await late;
    begun[0]?.reject(new Error('too bad'));
    await work.ended();
    const next = work.share();
    begun[1]?.resolve();
    await expect(next).rejects.toThrow('too bad');
    const last = work.share();
    begun[2]?.resolve();
    await last;
  });

  it('may be waited for to its end', async () => {
    const { work, begun, goOff } = scene();
    const share = work.share();
    goOff();
    await share;
    const whole = work.whole();
    begun[0]?.reject(new Error('too bad'));
    await expect(whole).rejects.toThrow('too bad');
    expect(begun).toHaveLength(1);
  });
});
