import { describe, expect, it } from 'vitest';
import { disproved } from '../../../src/check/data/disproved.ts';
import { mappingOf, samplesOf, storedOf } from '../trials.ts';

async function disprovedOf(condition: string, answers: Readonly<Record<string, unknown>>) {
  const mapping = mappingOf(['note: note'], { head: `when: ${JSON.stringify(condition)}` });
  const payload = { answers };
  const [sample] = await samplesOf(mappingOf(['note: note'], { tests: [payload] }));
  const trials = sample ? [{ ...sample, input: { ...sample.input, answers } }] : [];
  return disproved(mapping, trials, use => use.place).map(({ code }) => code);
}

describe('a warning about a comparison with a number', () => {
  it('is disproved if events have numbers, also in answers', async () => {
    const code = 'expression/text-number-comparison';
    expect(await disprovedOf('$answers.age = 18', { age: 19 })).toEqual([code]);
    expect(await disprovedOf('$answers.age > 18', { age: 19 })).toEqual([code]);
    expect(await disprovedOf('answers.age > 18', { age: 19 })).toEqual([code]);
  });

  it('stays if they have texts or no values', async () => {
    expect(await disprovedOf('$answers.age = 18', { age: '19' })).toEqual([]);
    expect(await disprovedOf('$answers.age > 18', { other: 19 })).toEqual([]);
  });
});

describe('a warning that a value belongs to a location', () => {
  const codesOf = (rule: string, payload: unknown) =>
    disproved(mappingOf(['additionalFields:', `  iban: ${rule}`]), storedOf(payload), use => use.place).map(
      ({ code }) => code,
    );

  it.each([
    ['praxis.iban', { praxis: { vorname: 'Ada', iban: 'DE1' } }],
    ['salon.konto.iban', { salon: { Geburtsdatum: '1990-05-03', konto: { iban: 'DE1' } } }],
    ['data.studio.iban', { data: { studio: { first_name: 'Ada', iban: 'DE1' } } }],
  ])('is disproved if the data of a person are there: %s of %j', (rule, payload) => {
    expect(codesOf(rule, payload)).toEqual(['mapping/other-name']);
  });

  it.each([
    ['praxis.iban', { praxis: { name: 'Mitte', iban: 'DE1' }, vorname: 'Ada' }],
    ['praxis.partner.iban', { praxis: { vorname: 'Ada', partner: { iban: 'DE1' } } }],
    ['praxis.iban_partner', { praxis: { vorname: 'Ada', iban_partner: 'DE1' } }],
    ['partner.iban', { partner: { vorname: 'Ada', iban: 'DE1' } }],
    ['studio.iban', { studio: { owner: { vorname: 'Ida' }, iban: 'DE1' } }],
  ])('stays otherwise: %s of %j', (rule, payload) => {
    expect(codesOf(rule, payload)).toEqual([]);
  });
});
