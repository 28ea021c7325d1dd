import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf } from './trials.ts';

const codesFor = (name: string, rule: string, type: 'checkbox' | 'text' = 'checkbox') => {
  const catalog = catalogOf({ fields: [fieldOf({ keyName: 'box', name, type })] });
  return fieldConsents(mappingOf(['additionalFields:', `  box: ${rule}`]), catalog).map(({ code }) => code);
};

const permissions = [
  'Darf ohne Leine laufen',
  'Tierarzt darf im Notfall behandeln',
  'Kinder dürfen allein gehen',
  'Kind darf allein nach Hause',
  'Darf Süßes essen',
  'Schwimmen erlaubt',
  'Baden gestattet',
  'Zum Reiten zugelassen',
  'May walk home alone',
  'Can be treated by a vet',
  'Child is allowed to swim',
  'Treatment authorised',
  'Entry permitted',
  'Peut être photographié',
];

describe('a box by which a person permits something', () => {
  it.each(permissions)('is reported if a rule says yes without an answer: %s', name => {
    for (const rule of ['{value: "true"}', '{from: vet, as: boolean, default: "true"}'])
      expect(codesFor(name, rule)).toEqual(['mapping/invented-consent']);
  });

  it.each(permissions)(
    'is not reported if the answer is read, a no is sent, or a reason is given: %s',
    name => {
      expect(codesFor(name, '{from: vet, as: boolean}')).toEqual([]);
      expect(codesFor(name, '{value: "false"}')).toEqual([]);
      expect(codesFor(name, '{value: "true", because: each parent signs it}')).toEqual([]);
      expect(codesFor(name, '{value: "x"}', 'text')).toEqual([]);
    },
  );

  it.each([
    'Vegetarier',
    'Kastriert',
    'Haftpflichtversichert',
    'Mitglied',
    'Raucher',
    'Can of paint',
    'Stammkunde',
  ])('is another one: %s', name => {
    expect(codesFor(name, '{value: "true"}')).toEqual([]);
  });
});
