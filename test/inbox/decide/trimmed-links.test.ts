import { expect, it } from 'vitest';
import { newestNumber, trimmedLinks } from '../../../src/inbox/decide/trimmed-links.ts';

it('keeps the last stored number if an id had two', () => {
  const known = [
    { customer_id: '1', updated_at: 10 },
    { customer_id: '2', updated_at: 30 },
    { customer_id: '3', updated_at: 20 },
  ];
  expect(newestNumber(known)?.customer_id).toBe('2');
  expect(newestNumber([])).toBeUndefined();
});

it('finds the ids that have blanks at their ends', () => {
  const stored = [' a', 'b', 'c\u200b', ' ', 'd e'].map(link_id => ({
    people: 'crm',
    link_id,
    destination: 'salon',
  }));
  expect(trimmedLinks(stored).map(({ from, into }) => [from.id, into.id])).toEqual([
    [' a', 'a'],
    ['c\u200b', 'c'],
  ]);
});
