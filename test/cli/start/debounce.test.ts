import { describe, expect, it } from 'vitest';
import { createDebounce } from '../../../src/cli/start/debounce.ts';

const patience = { lookEvery: 2_000, settle: 500, maxWait: 10_000, readEvery: 30_000 };

describe('a debounced change', () => {
  it('is read when it no longer changes', () => {
    const { judge, wasRead } = createDebounce(patience);
    expect(judge('a', 0)).toBe(500);
    expect(judge('a', 400)).toBe(100);
    expect(judge('a', 500)).toBe('read');
    wasRead('a', 500);
    expect(judge('a', 501)).toBe(2_000);
  });

  it('is read once for several quick changes, and after a maximum time if it never rests', () => {
    const { judge, wasRead } = createDebounce(patience);
    wasRead('a', 0);
    for (let at = 100; at < 10_100; at += 100) expect(judge(`${at}`, at)).toBe(500);
    expect(judge('z', 10_100)).toBe('read anyway');
    wasRead('z', 10_100);
    expect(judge('y', 10_200)).toBe(500);
  });

  it('has a known age while it is unread', () => {
    const { judge, wasRead, unreadMs } = createDebounce(patience);
    wasRead('a', 0);
    judge('a', 100);
    expect(unreadMs(100)).toBe(0);
    judge('b', 200);
    judge('c', 700);
    expect(unreadMs(900)).toBe(700);
    wasRead('c', 1_000);
    expect(unreadMs(1_100)).toBe(0);
  });

  it('is not read if it was undone, until the next regular read', () => {
    const { judge, wasRead } = createDebounce(patience);
    wasRead('a', 0);
    judge('b', 100);
    expect(judge('a', 200)).toBe(2_000);
    expect(judge('b', 29_000)).toBe(500);
    expect(judge('a', 29_999)).toBe(2_000);
    expect(judge('a', 30_000)).toBe('read');
  });
});
