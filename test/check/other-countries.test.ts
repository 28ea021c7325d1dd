import { describe, expect, it } from 'vitest';
import { otherCountries } from '../../src/check/other-countries.ts';
import { mappingOf } from './trials.ts';

function reported(rule: string, country?: string, head = ''): readonly string[] {
  const mapping = mappingOf([`note: ${rule}`], { head });
  return otherCountries(mapping, 'wien', { defaults: country === undefined ? {} : { country } } as Parameters<
    typeof otherCountries
  >[2]).map(({ code }) => code);
}

describe('the country of phone numbers in a rule', () => {
  it.each([
    ['{from: mobile, as: phone, country: DE}', 'AT'],
    ['{answer: mobile, as: phone, country: DE}', 'CH'],
  ])('is reported if the destination has another one: %s, %s', (rule, country) => {
    expect(reported(rule, country)).toEqual(['check/other-country']);
  });

  it.each([
    ['{from: mobile, as: phone, country: AT}', 'AT'],
    ['{from: mobile, as: phone}', 'AT'],
    ['{from: mobile, as: phone, country: DE}', undefined],
    ['{from: mobile, as: phone, country: DE, because: only Germans use this form}', 'AT'],
    ['mobile', 'AT'],
  ])('is not reported otherwise: %s, %s', (rule, country) => {
    expect(reported(rule, country)).toEqual([]);
  });

  it('is not reported if it is the default of the mapping', () => {
    expect(reported('{from: mobile, as: phone}', 'AT', 'defaults: {country: DE}')).toEqual([]);
  });
});
