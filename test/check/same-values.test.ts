import { describe, expect, it } from 'vitest';
import { sameValues } from '../../src/check/same-values.ts';
import { catalogOf, fieldOf } from './catalog.ts';
import { mappingOf } from './trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'diagnosis', name: 'Diagnose' }),
    fieldOf({ keyName: 'fund', name: 'Krankenkasse' }),
    fieldOf({ keyName: 'insurance', name: 'Versicherung' }),
    fieldOf({ keyName: 'allergies', name: 'Allergien' }),
    fieldOf({ keyName: 'hair.type', name: 'Haartyp' }),
    fieldOf({ keyName: 'phone.private', name: 'Telefon privat' }),
    fieldOf({ keyName: 'mobile.number', name: 'Handy' }),
    fieldOf({ keyName: 'whatsapp', name: 'WhatsApp' }),
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'age', name: 'Alter' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'email.ok', name: 'E-Mails erlaubt', type: 'checkbox' }),
    fieldOf({ keyName: 'sms.reminder', name: 'Erinnerung per SMS', type: 'checkbox' }),
    fieldOf({ keyName: 'photo.ok', name: 'Fotoerlaubnis', type: 'checkbox' }),
    fieldOf({ keyName: 'first.visit', name: 'Erster Besuch', type: 'date' }),
    fieldOf({ keyName: 'last.visit', name: 'Letzter Besuch', type: 'date' }),
    fieldOf({ keyName: 'city', name: 'Ort' }),
    fieldOf({ keyName: 'branch', name: 'Filiale' }),
    fieldOf({ keyName: 'cf_7', name: 'Lieblingsfarbe' }),
    fieldOf({ keyName: 'cf_8', name: 'Lieblingstier' }),
    fieldOf({ keyName: 'cf_9', name: 'Beruf' }),
  ],
});

const told = (rules: readonly string[]) => {
  const mapping = mappingOf(['additionalFields:', ...rules.map(each => `  ${each}`)]);
  return sameValues(mapping, catalog).map(
    ({ code, path }) => `${code} ${path?.replace('additionalFields.', '')}`,
  );
};

const key = '`d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4`';

describe('two fields that are copies of one value', () => {
  it.each<readonly [string, readonly string[], string]>([
    ['a key without a meaning', [`fund: custom.${key}.value`, `diagnosis: custom.${key}.value`], 'diagnosis'],
    ['the name of the first', ['fund: krankenkasse', 'diagnosis: krankenkasse'], 'diagnosis'],
    ['the name of the second', ['diagnosis: krankenkasse', 'fund: krankenkasse'], 'diagnosis'],
    ['a question', ['allergies: {answer: q7}', 'hair.type: {answer: q7}'], 'hair.type'],
    ['a path of a question', ['allergies: $answers.q7', 'hair.type: $answers.q7'], 'hair.type'],
    ['a label', ['allergies: {answer: Allergien?}', 'hair.type: {answer: Allergien?}'], 'hair.type'],
    [
      'an entry of a list',
      [`allergies: 'fields[id = "q7"].value'`, `hair.type: 'fields[id = "q7"].value'`],
      'hair.type',
    ],
    ['the same conversion', ['fund: {from: a.x, as: list}', 'diagnosis: {from: a.x, as: list}'], 'diagnosis'],
    ['a text', ['fund: a.x', 'diagnosis: {from: a.x, as: text}'], 'diagnosis'],
    ['fields that the account names', ['cf_7: a.x', 'cf_9: a.x'], 'cf_9'],
    ['a date', ['birthdate: {from: a.x, as: date}', 'first.visit: {from: a.x, as: date}'], 'first.visit'],
    [
      'the day of two visits',
      [
        `first.visit: {from: 'custom.${key}.value', as: date}`,
        `last.visit: {from: 'custom.${key}.value', as: date}`,
      ],
      'last.visit',
    ],
    ['a name and another field', ['city: a.x', 'diagnosis: a.x'], 'diagnosis'],
    ['three', ['fund: a.x', 'allergies: a.y', 'hair.type: a.x'], 'hair.type'],
  ])('is reported: %s', (_, rules, path) => {
    expect(told(rules)).toEqual([`mapping/other-name ${path}`]);
  });

  it.each<readonly [readonly string[], string]>([
    [['sms.reminder: {from: optin, as: boolean}', 'photo.ok: {from: optin, as: boolean}'], 'photo.ok'],
    [['newsletter: {from: optin, as: boolean}', 'sms.reminder: {from: optin, as: boolean}'], 'sms.reminder'],
  ])('is reported for two consents: %j', (rules, path) => {
    expect(told(rules)).toEqual([`mapping/shared-consent ${path}`]);
  });

  it.each<readonly [string, readonly string[]]>([
    ['a phone number', ['phone.private: phone', 'whatsapp: phone']],
    [
      'a phone and a mobile number',
      ['phone.private: {from: phone, as: phone}', 'mobile.number: {from: phone, as: phone}'],
    ],
    ['a birthday and an age', ['birthdate: {from: dob, as: date}', 'age: $age(dob)']],
    ['two dates of visits', ['first.visit: {from: day, as: date}', 'last.visit: {from: day, as: date}']],
    ['a table', ['fund: a.x', 'diagnosis: {from: a.x, values: {A: B}}']],
    ['two tables', ['fund: {from: a.x, values: {A: B}}', 'diagnosis: {from: a.x, values: {A: C}}']],
    ['another conversion', ['fund: a.x', 'diagnosis: {from: a.x, as: choice}']],
    [
      'another format',
      [
        'birthdate: {from: a.x, as: date, format: dd.MM.yyyy}',
        'first.visit: {from: a.x, as: date, format: yyyy-MM-dd}',
      ],
    ],
    ['parts of a value', ['fund: $split(a.x, ";")[0]', 'diagnosis: $split(a.x, ";")[1]']],
    ['other entries of a list', [`fund: 'f[id = "1"].value'`, `diagnosis: 'f[id = "2"].value'`]],
    ['the name of both', ['city: stadt_filiale', 'branch: stadt_filiale']],
    ['a reason', ['fund: a.x', 'diagnosis: {from: a.x, because: the CRM has one field for both}']],
    ['a reason of the first', ['fund: {from: a.x, because: the CRM has one}', 'diagnosis: a.x']],
    ['a shared word', ['insurance: a.x', 'insurance.type: a.x']],
    ['a default', ['fund: a.x', 'diagnosis: {from: a.x, default: none}']],
    [
      'e-mails and a newsletter',
      ['newsletter: {from: optin, as: boolean}', 'email.ok: {from: optin, as: boolean}'],
    ],
    ['a literal', ['fund: {value: x}', 'diagnosis: {value: x}']],
    ['a template', ['fund: {template: "{a.x}"}', 'diagnosis: {template: "{a.x}!"}']],
    ['other values', ['fund: a.x', 'diagnosis: a.y']],
  ])('is not reported: %s', (_, rules) => {
    expect(told(rules)).toEqual([]);
  });

  it('is not reported for the note and the status', () => {
    const of = (lines: readonly string[]) => sameValues(mappingOf(lines), catalog).map(({ path }) => path);
    expect(of(['note: a.x', 'customerStatus: a.x', 'additionalFields:', '  diagnosis: a.x'])).toEqual([]);
  });
});
