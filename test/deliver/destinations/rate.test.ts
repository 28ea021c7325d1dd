import { describe, expect, it } from 'vitest';
import { createRate } from '../../../src/deliver/destinations/rate.ts';

/** Starts calls whenever the rate has room, looking every `stepMs`; answers when they started. */
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

  it('allows no more than a tenth of a second above the limit after a pause', () => {
    const rate = createRate(1000);
    startsOf(rate, 0, 100);
    const afterPause = startsOf(rate, 60_000, 61_000);
    expect(afterPause.length).toBeLessThanOrEqual(1100);
    expect(afterPause.length).toBeGreaterThanOrEqual(1000);
  });

  it('takes limits below one a second', () => {
    expect(startsOf(createRate(0.5), 0, 6000)).toEqual([0, 2000, 4000]);
  });

  it('says when the next call may start', () => {
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

  it('begins slowly after an outage: one a second, doubling every five seconds', () => {
    const rate = createRate(100);
    rate.slowStart(0);
    expect(startsOf(rate, 0, 5000).length).toBe(5);
    expect(startsOf(rate, 5000, 10_000).length).toBe(10);
    expect(startsOf(rate, 10_000, 15_000).length).toBe(20);
  });
});
