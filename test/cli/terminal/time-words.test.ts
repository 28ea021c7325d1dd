import { expect, it } from 'vitest';
import {
  fromNow,
  localTime,
  pastTimeInWords,
  timeAgo,
  timeAgoShort,
  timeInWords,
} from '../../../src/cli/terminal/time-words.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const at = (ms: number) => new Date(now + ms).toISOString();

it.each([
  [0, 'now'],
  [-999, 'now'],
  [-1_000, '1 second ago'],
  [-59_999, '59 seconds ago'],
  [-60_000, '1 minute ago'],
  [5_400_000, 'in 1 hour'],
  [-86_400_000 * 3, '3 days ago'],
])('describes how far %i ms are from now', (ms, words) => {
  expect(fromNow(at(ms), now)).toBe(words);
});

it('has a short form for tables', () => {
  expect([-1_000, -59_000, -120_000, -7_200_000].map(ms => timeAgoShort(at(ms), now))).toEqual([
    '1 sec ago',
    '59 sec ago',
    '2 min ago',
    '2 hours ago',
  ]);
});

it('never describes a past time as a future one', () => {
  expect([timeAgo(at(4_000), now), timeAgo(at(-4_000), now)]).toEqual(['now', '4 seconds ago']);
  expect(pastTimeInWords(at(4_000), now)).toMatch(/, now$/);
});

it('names the zone of a time', () => {
  const text = localTime(at(0));
  expect(text).toMatch(/^2026-11-2\d \d\d:\d\d:00 (UTC|[+-]\d\d:\d\d)$/);
  expect(
    Date.parse(
      text
        .replace(' UTC', 'Z')
        .replace(/ (?=[+-])/, '')
        .replace(' ', 'T'),
    ),
  ).toBe(now);
  expect(timeInWords(at(-2_000), now)).toMatch(/, 2 seconds ago$/);
});
