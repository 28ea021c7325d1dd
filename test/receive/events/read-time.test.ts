import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTime } from '../../../src/receive/events/read-time.ts';

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

it.each([
  // HubSpot, Slack, Meta, Pipedrive v1
  ['1614265330111', '2021-02-25T15:02:10.111Z'],
  ['1614265330', '2021-02-25T15:02:10.000Z'],
  ['1614265330.123456', '2021-02-25T15:02:10.123Z'],
  ['1614265330123456', '2021-02-25T15:02:10.123Z'],
  // Calendly, Shopify, GitHub, Salesforce, databases
  ['2021-02-25T15:02:10.123456Z', '2021-02-25T15:02:10.123Z'],
  ['2021-02-25T15:02:10.123456789Z', '2021-02-25T15:02:10.123Z'],
  ['2021-02-25T16:02:10+01:00', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25T16:02:10.000+0100', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25 09:02:10-06', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25t15:02:10z', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25T15:02Z', '2021-02-25T15:02:00.000Z'],
  ['2021-02-25 15:02:10 UTC', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25 15:02:10 +0000', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25 15:02:10', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25T15:02:10', '2021-02-25T15:02:10.000Z'],
  ['2021-02-25', '2021-02-25T00:00:00.000Z'],
  ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
  // RFC 2822 and its older forms, HTTP
  ['Thu, 25 Feb 2021 16:02:10 +0100', '2021-02-25T15:02:10.000Z'],
  ['Thu, 25 Feb 2021 15:02:10 GMT', '2021-02-25T15:02:10.000Z'],
  ['5 Feb 2021 15:02 UT', '2021-02-05T15:02:00.000Z'],
  ['25 Feb 2021 10:02:10 EST', '2021-02-25T15:02:10.000Z'],
])('reads %s', (text, expected) => {
  expect(iso(readTime(text, 'any'))).toBe(expected);
});

it.each([
  '',
  'yesterday',
  'NaN',
  '-1614265330',
  '0x6037BCF2',
  '1e12',
  '16142653301234567890',
  '25.02.2021 15:02',
  '02/25/2021',
  '15:02:10',
  '2021-02-30T15:02:10Z',
  '2021-13-01',
  '2021-02-25T25:02:10Z',
  '0000-00-00 00:00:00',
  '2021-02-25T15:02:10Z and more',
  '2021-02-25T15:02:10+99:00',
  'Thu, 25 Feb 2021 15:02:10',
  'Thu, 25 Foo 2021 15:02:10 GMT',
])('does not read %s', text => {
  expect(readTime(text, 'any')).toBeUndefined();
});

it('uses the unit if it is known', () => {
  expect(readTime('1614265330', 's')).toBe(1_614_265_330_000);
  expect(readTime('1614265330', 'ms')).toBe(1_614_265_330);
  expect(readTime('1614265330', 'iso8601')).toBeUndefined();
  expect(readTime('2021-02-25T15:02:10Z', 's')).toBeUndefined();
  expect(readTime('Thu, 25 Feb 2021 15:02:10 GMT', 'iso8601')).toBeUndefined();
});

it('reads every time in each notation, in any time zone of the machine', () => {
  const zone = process.env.TZ;
  const times = fc.integer({ min: 1e11, max: Date.UTC(2100, 0) });
  try {
    for (const place of ['UTC', 'America/New_York', 'Australia/Lord_Howe']) {
      process.env.TZ = place;
      fc.assert(
        fc.property(times, at => {
          const text = new Date(at).toISOString();
          expect(readTime(text, 'any')).toBe(at);
          expect(readTime(text.replace('T', ' ').replace('Z', ''), 'any')).toBe(at);
          expect(readTime(String(at), 'any')).toBe(at);
          expect(readTime(String(at * 1000 + 999), 'any')).toBe(at);
          const second = Math.floor(at / 1000);
          expect(readTime(String(second), 'any')).toBe(second * 1000);
          expect(readTime(new Date(at).toUTCString(), 'any')).toBe(second * 1000);
        }),
      );
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it('returns a whole number or undefined for any input', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('s', 'ms', 'iso8601', 'any'), (text, unit) => {
      const at = readTime(text, unit);
      expect(at === undefined || Number.isInteger(at)).toBe(true);
    }),
  );
});
