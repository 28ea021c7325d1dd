import { describe, expect, it } from 'vitest';
import { nameLikeness } from '../../../src/check/names/name-likeness.ts';
import { suggestFields } from '../../../src/check/starter/suggest-fields.ts';
import { fieldOf } from '../catalog.ts';

it('suggests one rule for a question that has several keys', () => {
  const field = fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' });
  const path = { names: ['Geburtstag'], value: '1990-05-03', options: [], isAnswer: true, events: 1 };
  const [found] = suggestFields(
    [{ field, names: ['birthdate', 'Geburtstag'], choices: [] }],
    ['q1', 'Geburtstag'].map(key => ({
      ...path,
      expression: `$answers.${key}`,
      keys: ['$answers', key],
      answer: 'Geburtstag',
    })),
  );
  expect(found?.candidates.map(({ rule }) => rule)).toMatchObject([{ answer: 'Geburtstag' }]);
});

/** Returns how sure the suggestion of a phone number for a field is. */
function sureness(name: string, value: string): string | undefined {
  const field = fieldOf({ keyName: 'phone.home', name });
  const path = { names: ['phone_home'], value, options: [], isAnswer: false, events: 1 };
  const [found] = suggestFields(
    [{ field, names: ['phone.home', name], choices: [] }],
    [{ ...path, expression: 'phone', keys: ['phone'] }],
  );
  return found?.sureness;
}

it.each(['+4915123456789', '0151 23456789', '0049171 1234567', '+43 664 1234567'])(
  'only shows the rule for a landline field and a mobile number: %s',
  value => {
    expect(sureness('Telefon (Festnetz)', value)).toBe('unsure');
    expect(sureness('Telefon privat', value)).not.toBe('unsure');
  },
);

it.each(['+4934112345', '0341 998877', '069 1234567'])('suggests a landline number for it: %s', value => {
  expect(sureness('Telefon (Festnetz)', value)).not.toBe('unsure');
});

describe('two names of which one is misspelt', () => {
  it.each([
    ['stret', 'Street', 0.5],
    ['streeet', 'Street', 0.5],
    ['emial', 'email', 0.5],
    ['sheet', 'Straße', 0],
    ['sheet', 'Street', 0],
    ['steer', 'Street', 0],
    ['tweet', 'Street', 0],
  ])('are alike only if a short one has one wrong letter: %s, %s', (one, other, least) => {
    const likeness = nameLikeness(one, other);
    if (least > 0) expect(likeness).toBeGreaterThan(least);
    else expect(likeness).toBe(0);
  });
});

describe('a value whose name says another unit than its field', () => {
  function suggested(name: string, key: string) {
    const field = fieldOf({ keyName: 'f17', name });
    const path = { names: [key], value: '70', options: [], isAnswer: false, events: 1 };
    const paths = [{ ...path, expression: `member.${key}`, keys: ['member', key] }];
    const [found] = suggestFields([{ field, names: name.split(' / '), choices: [] }], paths);
    return [found?.sureness, found?.candidates[0]?.doubt?.code];
  }

  it.each([
    ['Größe (cm) / height', 'heightInches'],
    ['Größe (cm) / height', 'height_ft'],
    ['Gewicht (kg)', 'weight_lbs'],
    ['Umsatz (€)', 'umsatz_chf'],
    ['Betrag (EUR)', 'betrag_cents'],
  ])('is only shown: %s from %s', (name, key) => {
    expect(suggested(name, key)).toEqual(['unsure', 'other-unit']);
  });

  it.each([
    ['Größe (cm)', 'height_cm'],
    ['Größe', 'heightInches'],
    ['Gewicht (kg)', 'weight'],
    ['Umsatz (€)', 'umsatz_eur'],
  ])('has no doubt otherwise: %s from %s', (name, key) => {
    expect(suggested(name, key)[1]).toBeUndefined();
  });
});
