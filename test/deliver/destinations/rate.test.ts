import { describe, expect, it } from 'vitest';
import { createRate } from '../../../src/deliver/destinations/rate.ts';

/** Starts calls whenever the rate has room, checking every `stepMs`; returns the start times. */
function startsOf(rate: ReturnType<typeof createRate>, from: number, until: number, stepMs = 1): number[] {
  const starts: number[] = [];
  for (let now = from; now < until; now += stepMs) {
    for (let room = rate.room(now); room > 0; room -= 1) {
      rate.take(now);
      starts.push(now);
    }
  }
  return starts;
}

describe('the rate of a destination', () => {
  it('spaces calls evenly at the limit', () => {
    expect(startsOf(createRate(10), 0, 1000)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  it('exceeds the limit by at most a tenth of a second after a pause', () => {
    const rate = createRate(1000);
    startsOf(rate, 0, 100);
    const afterPause = startsOf(rate, 60_000, 61_000);
    expect(afterPause.length).toBeLessThanOrEqual(1100);
    expect(afterPause.length).toBeGreaterThanOrEqual(1000);
  });

  it('accepts limits below one call a second', () => {
    expect(startsOf(createRate(0.5), 0, 6000)).toEqual([0, 2000, 4000]);
  });

  it('knows when the next call may start', () => {
    const rate = createRate(10);
    rate.take(1000);
    expect(rate.nextAt(1000)).toBe(1100);
    expect(rate.room(1099)).toBe(0);
    expect(rate.room(1100)).toBe(1);
  });

  it('halves after a 429 and grows back by a tenth every ten seconds', () => {
    const rate = createRate(100);
    rate.halve(0);
    expect(startsOf(rate, 0, 1000).length).toBe(50);
    const recovering = startsOf(rate, 20_000, 21_000).length;
    expect(recovering).toBeGreaterThan(60);
    expect(recovering).toBeLessThanOrEqual(70);
    expect(startsOf(rate, 60_000, 61_000).length).toBeGreaterThanOrEqual(100);
  });

  it('starts at a tenth after an outage, and doubles with each second of responses', () => {
    const rate = createRate(100);
    rate.slowStart(0, 0);
    const seconds = [0, 1, 2, 3, 4].map(second => {
      const starts = startsOf(rate, second * 1000, (second + 1) * 1000);
      rate.ended('answered', (second + 1) * 1000);
      return starts.length;
    });
    expect(seconds[0]).toBe(10);
    expect(seconds[1]).toBeGreaterThan(15);
    expect(seconds[2]).toBeGreaterThan(35);
    expect(seconds[4]).toBeGreaterThanOrEqual(100);
    for (const [second, starts] of seconds.entries())
      expect(starts).toBeLessThanOrEqual(Math.min(100, 10 * 2 ** second) * 1.1);
  });

  it('reaches its limit after an outage even if it is checked only every 10 ms', () => {
    const rate = createRate(10_000);
    rate.slowStart(0, 0);
    expect(startsOf(rate, 0, 1000, 10).length).toBeGreaterThanOrEqual(1000);
  });
});
