import { describe, expect, it } from 'vitest';
import { otherZones } from '../../src/check/days/other-zones.ts';
import { mappingOf } from './trials.ts';

interface Defaults {
  readonly country?: string;
  readonly zone?: string;
}

function reported(rule: string, defaults: Defaults, head = ''): readonly string[] {
  const mapping = mappingOf([`note: ${rule}`], { head });
  return otherZones(mapping, 'wien', { defaults } as Parameters<typeof otherZones>[2]).map(
    ({ code }) => code,
  );
}

describe('the time zone of days in a rule', () => {
  it.each([
    ['America/New_York', { country: 'AT' }],
    ['Europe/London', { country: 'AT' }],
    ['UTC', { country: 'DE' }],
    ['Asia/Tokyo', { zone: 'Europe/Zurich' }],
    ['Europe/Helsinki', { country: 'DE', zone: 'Europe/Berlin' }],
    ['Africa/Lagos', { zone: 'Europe/Berlin' }],
  ])('is reported if the clocks of the destination show another time: %s, %j', (zone, defaults) => {
    expect(reported(`{from: time, as: date, zone: ${zone}}`, defaults)).toEqual(['check/other-zone']);
  });

  it.each([
    ['{from: time, as: date, zone: Europe/Vienna}', { country: 'AT' }],
    ['{from: time, as: date, zone: Europe/Berlin}', { country: 'AT' }],
    ['{from: time, as: date, zone: Europe/Paris}', { zone: 'Europe/Brussels' }],
    ['{from: time, as: date, zone: America/Chicago}', { country: 'US' }],
    ['{from: time, as: date, zone: Atlantic/Canary}', { country: 'ES' }],
    ['{from: time, as: date, zone: America/New_York}', {}],
    ['{from: time, as: date}', { country: 'AT' }],
    [
      '{from: time, as: date, zone: America/New_York, because: the day of the head office}',
      { country: 'AT' },
    ],
  ])('is not reported otherwise: %s, %j', (rule, defaults) => {
    expect(reported(rule, defaults)).toEqual([]);
  });

  it('is not reported if it is the default of the mapping', () => {
    expect(reported('{from: time, as: date}', { country: 'AT' }, 'defaults: {zone: UTC}')).toEqual([]);
  });
});
