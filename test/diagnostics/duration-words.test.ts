import { expect, it } from 'vitest';
import { measuredDuration, roughDuration, wholeDuration } from '../../src/diagnostics/duration-words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [7 * day, '7 days', '7 days', '7 days'],
  [36 * hour, '36 hours', '36 hours', '1 day'],
  [25 * hour + minute, '1501 minutes', '25 hours', '1 day'],
  [day, '1 day', '24 hours', '1 day'],
  [90_000, '90 seconds', '90 seconds', '1 minute'],
  [1_000, '1 second', '1 second', '1 second'],
  [999, '0 seconds', '0 seconds', '0 seconds'],
])('%i ms are %s as they were set, %s as they were measured, %s roughly', (ms, whole, measured, rough) => {
  expect([wholeDuration(ms), measuredDuration(ms), roughDuration(ms)]).toEqual([whole, measured, rough]);
});
