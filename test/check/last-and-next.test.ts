import { describe, expect, it } from 'vitest';
import { lastAndNext } from '../../src/check/exchanged/last-and-next.ts';
import { catalogOf, fieldOf } from './catalog.ts';

const now = Date.parse('2026-11-30T10:00:00Z');

/** Compares the days of a field about a last time and of one about a next time. */
function compared(last: string, next: string): boolean | undefined {
  const fields = [
    fieldOf({ keyName: 'l', name: 'Letzter Besuch', type: 'date' }),
    fieldOf({ keyName: 'n', name: 'Nächster Besuch', type: 'date' }),
  ];
  const additionalFields = [
    { key: 'n', change: { set: { text: next, origin: 'data' as const } } },
    { key: 'l', change: { set: { text: last, origin: 'data' as const } } },
  ];
  const found = lastAndNext({ additionalFields }, catalogOf({ fields }), now);
  expect(found.every(each => each.last === 'l' && each.next === 'n')).toBe(true);
  return found[0]?.isExchanged;
}

describe('a last and a next visit', () => {
  it.each([
    ['2026-12-24', '2026-10-01'],
    ['24.12.2026', '01.10.2026'],
    ['2027-01-01', '2025-01-01'],
    ['2026-12-02', '2026-11-27'],
  ])('are exchanged if one is to come and the other is past: %s, %s', (last, next) => {
    expect(compared(last, next)).toBe(true);
  });

  it.each([
    ['2026-10-01', '2026-12-24'],
    ['2026-10-01', '2026-10-01'],
    ['2026-09-01', '2026-10-01'],
    ['2026-12-01', '2026-12-24'],
  ])('are right in their order: %s, %s', (last, next) => {
    expect(compared(last, next)).toBe(false);
  });

  it.each([
    // The next visit has passed, and was not taken out.
    ['2026-11-20', '2026-11-15'],
    // Both are to come, or today.
    ['2026-12-24', '2026-12-20'],
    ['2026-11-30', '2026-11-29'],
    ['bald', '2026-12-24'],
    ['2026-12-24', '45'],
  ])('show nothing otherwise: %s, %s', (last, next) => {
    expect(compared(last, next)).toBeUndefined();
  });
});
