import { describe, expect, it } from 'vitest';
import { type CallResult, isOutage, withResult } from '../../../src/deliver/destinations/breaker.ts';

/** Keeps the results of calls for the breaker, as a destination does. */
function createBreaker() {
  let results: readonly CallResult[] = [];
  return {
    note(lane: number, fault: boolean) {
      results = withResult(results, { lane, fault });
      return isOutage(results);
    },
    reset() {
      results = [];
    },
  };
}

describe('the breaker', () => {
  it('opens after five consecutive faults of at least three people', () => {
    const breaker = createBreaker();
    expect([1, 2, 3, 1, 2].map(lane => breaker.note(lane, true))).toEqual([false, false, false, false, true]);
  });

  it('never opens for one person whose call fails repeatedly', () => {
    const breaker = createBreaker();
    expect(Array.from({ length: 100 }, () => breaker.note(7, true))).not.toContain(true);
  });

  it('never opens for two people', () => {
    const breaker = createBreaker();
    expect(Array.from({ length: 100 }, (_, count) => breaker.note(count % 2, true))).not.toContain(true);
  });

  it('opens when half of the last twenty calls fail', () => {
    const breaker = createBreaker();
    const opened = Array.from({ length: 20 }, (_, count) => breaker.note(count, count % 2 === 1));
    expect(opened.slice(0, 19)).not.toContain(true);
    expect(opened[19]).toBe(true);
  });

  it('is reset by successes in between', () => {
    const breaker = createBreaker();
    const faults = Array.from({ length: 60 }, (_, count) => breaker.note(count, count % 3 === 0));
    expect(faults).not.toContain(true);
  });

  it('has no results after a reset', () => {
    const breaker = createBreaker();
    for (const lane of [1, 2, 3, 4]) breaker.note(lane, true);
    breaker.reset();
    expect(breaker.note(5, true)).toBe(false);
  });
});
