import { describe, expect, it } from 'vitest';
import { createConcurrency, createThrottle } from '../../../src/deliver/destinations/throttle.ts';

const limits = { concurrency: 8, perSecond: 1000 };

describe('the concurrency of a destination', () => {
  it('halves down to one, and grows back by one every ten seconds', () => {
    const concurrency = createConcurrency(8);
    const halved = [1, 2, 3, 4].map(() => {
      concurrency.halve(0);
      return concurrency.limit(0);
    });
    expect(halved).toEqual([4, 2, 1, 1]);
    expect([9_999, 10_000, 20_000, 70_000, 900_000].map(concurrency.limit)).toEqual([1, 2, 3, 8, 8]);
  });

  it('grows by a tenth if it is large', () => {
    const concurrency = createConcurrency(200);
    concurrency.halve(5_000);
    expect([5_000, 15_000, 45_000, 65_000].map(concurrency.limit)).toEqual([100, 120, 180, 200]);
  });
});

describe('the throttle of a destination', () => {
  it('has no more calls in flight than the concurrency allows', () => {
    const throttle = createThrottle(limits, () => 0.5);
    for (let now = 0; now < 100; now += 1) if (throttle.room(now) > 0) throttle.started(now);
    expect(throttle.room(200)).toBe(0);
    for (let each = 0; each < 5; each += 1) throttle.finished();
    expect(throttle.room(200)).toBe(5);
  });

  it('halves once for all calls that were in flight together, and again for the next', () => {
    const throttle = createThrottle(limits, () => 0.5);
    const underWay = (from: number) => {
      let started = 0;
      for (let now = from; now < from + 100; now += 1) {
        if (throttle.room(now) <= 0) continue;
        throttle.started(now);
        started += 1;
      }
      for (let each = 0; each < started; each += 1) throttle.finished();
      return started;
    };
    const atOnce = [underWay(0)];
    for (let each = 0; each < 8; each += 1) throttle.slowDown(100, 500);
    atOnce.push(underWay(700));
    for (let each = 0; each < 4; each += 1) throttle.slowDown(800, 500);
    atOnce.push(underWay(1_400));
    expect(atOnce).toEqual([8, 4, 2]);
    expect(underWay(100_000)).toBe(8);
  });

  it('halves the rate too', () => {
    const throttle = createThrottle(limits, () => 0.5);
    throttle.slowDown(0, 500);
    throttle.started(1_000);
    expect(throttle.nextAt(1_000)).toBe(1_002);
  });

  it.each([
    [0, [1_000, 1_600, 3_200]],
    [0.5, [1_000, 2_000, 4_000]],
    [1, [1_200, 2_400, 4_800]],
  ])(
    'waits longer after each request to slow down, between a second and five minutes (%d)',
    (random, first) => {
      const throttle = createThrottle(limits, () => random);
      let now = 0;
      const waits = Array.from({ length: 14 }, () => {
        const waitMs = throttle.slowDown(now, undefined);
        now += waitMs;
        return waitMs;
      });
      expect(waits.slice(0, 3)).toEqual(first);
      expect(Math.max(...waits)).toBe(300_000);
      throttle.succeeded();
      expect(throttle.slowDown(now, undefined)).toBe(first[0]);
    },
  );

  it('waits as long as requested', () => {
    expect(createThrottle(limits, () => 0.5).slowDown(0, 90_000)).toBe(90_000);
  });

  it('starts slowly after an outage: at the default limit with one call a second', () => {
    const throttle = createThrottle({ concurrency: 4, perSecond: 10 }, () => 0.5);
    throttle.slowStart(0);
    throttle.started(0);
    expect([throttle.room(0), throttle.room(999), throttle.nextAt(0)]).toEqual([0, 0, 1000]);
    expect(throttle.room(1000)).toBe(1);
  });

  it('waits before a resumed slow start, since the previous process may just have started a call', () => {
    const throttle = createThrottle({ concurrency: 4, perSecond: 10 }, () => 0.5);
    throttle.resumeSlowStart(0, 5_000);
    expect([throttle.room(5_000), throttle.room(6_000)]).toEqual([0, 1]);
  });
});
