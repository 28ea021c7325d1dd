import { describe, expect, it } from 'vitest';
import { checkLocations } from '../../../src/check/data/names/check-locations.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { mappingOf, storedOf } from '../trials.ts';

function told(rule: string, payload: object): number {
  const events = storedOf(payload).map(trial => ({ trial, scope: trialScope(trial, { needsBody: false }) }));
  return checkLocations(mappingOf(['additionalFields:', `  zip: ${rule}`]), events).length;
}

const salon = { id: 'l1', name: 'Salon Mitte', postalCode: '04109', city: 'Leipzig', phone: '+49341' };

describe('a part of an address that is read from a location', () => {
  it.each([
    ['location.postalCode', { location: salon }],
    ['data.location.city', { data: { location: salon } }],
    ['location.phone', { location: salon }],
    ['standort.plz', { standort: { id: 7, name: 'Mitte', plz: '04109' } }],
  ])('is reported if it is one of the company: %s', (rule, payload) => {
    expect(told(rule, payload)).toBe(1);
  });

  it.each([
    ['location.city', { location: { city: 'Leipzig', country: 'DE' } }],
    ['location.city', { location: { name: 'Leipzig, DE', city: 'Leipzig' } }],
    ['contact.location.city', { contact: { location: salon } }],
    ['location.name', { location: salon }],
    ['{from: location.postalCode, because: the customers live there}', { location: salon }],
    ['city', { city: 'Leipzig', location: salon }],
  ])('is not reported otherwise: %s of %j', (rule, payload) => {
    expect(told(rule, payload)).toBe(0);
  });
});
