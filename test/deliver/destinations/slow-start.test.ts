import { describe, expect, it } from 'vitest';
import { createSlowStart } from '../../../src/deliver/destinations/rate.ts';

describe('a slow start', () => {
  it.each([
    [1000, 100],
    [100, 10],
    [10, 1],
    [3, 1],
  ])('to %d calls a second begins at %d', (limit, first) => {
    expect(createSlowStart(limit, 0, 0).perSecond(0)).toBe(first);
  });

  it('does not happen if the limit is one call a second or less', () => {
    expect(createSlowStart(1, 0, 0).perSecond(0)).toBeUndefined();
    expect(createSlowStart(0.1, 0, 0).perSecond(0)).toBeUndefined();
  });

  it('doubles once a second while calls are answered, and ends at the limit', () => {
    const slow = createSlowStart(1000, 0, 0);
    const rates: (number | undefined)[] = [];
    for (let at = 0; at <= 4_000; at += 100) {
      slow.answered(at);
      if (at % 1000 === 0) rates.push(slow.perSecond(at));
    }
    expect(rates).toEqual([100, 200, 400, 800, undefined]);
  });

  it('does not rise while nothing is answered', () => {
    const slow = createSlowStart(1000, 0, 0);
    expect(slow.perSecond(30_000)).toBe(100);
    slow.answered(30_000);
    expect(slow.perSecond(30_000)).toBe(200);
  });

  it('is reduced by a failed call, and rises after a second without one', () => {
    const slow = createSlowStart(1000, 0, 0);
    for (const at of [1_000, 2_000, 3_000]) slow.answered(at);
    slow.failed(3_100);
    slow.answered(4_000);
    expect(slow.perSecond(4_000)).toBe(400);
    slow.answered(4_100);
    expect(slow.perSecond(4_100)).toBe(800);
    for (let times = 0; times < 9; times += 1) slow.failed(4_200);
    expect(slow.perSecond(4_200)).toBe(100);
  });

  it('ends after a minute, whatever the results of the calls', () => {
    const slow = createSlowStart(1000, 0, 5_000);
    expect([slow.perSecond(59_999), slow.perSecond(60_000)]).toEqual([100, undefined]);
  });
});
