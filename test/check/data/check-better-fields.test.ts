import { describe, expect, it } from 'vitest';
import { checkBetterFields } from '../../../src/check/data/names/check-better-fields.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { catalogOf, fieldOf } from '../catalog.ts';
import { mappingOf } from '../trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'hair.type', name: 'Haartyp', type: 'selection', selectItems: ['glatt'] }),
    fieldOf({ keyName: 'sms.reminder', name: 'Erinnerung per SMS', type: 'checkbox' }),
    fieldOf({ keyName: 'allergies', name: 'Allergien' }),
    fieldOf({ keyName: 'fund', name: 'Krankenkasse' }),
    fieldOf({ keyName: 'diagnosis', name: 'Diagnose' }),
    fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
    fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
    fieldOf({ keyName: 'photo.consent', name: 'Fotoerlaubnis', type: 'checkbox' }),
    fieldOf({ keyName: 'lead.source', name: 'Aufmerksam geworden durch' }),
    fieldOf({ keyName: 'found', name: 'Wie gefunden' }),
    fieldOf({ keyName: 'remarks', name: 'Bemerkung' }),
    fieldOf({ keyName: 'wish', name: 'Wunsch zum Termin', appointmentSpecific: true }),
    fieldOf({ keyName: 'phone.private', name: 'Telefon privat' }),
    fieldOf({ keyName: 'cf_7', name: 'Pflegegrad' }),
  ],
});

const told = (rules: readonly string[], label?: string) => {
  const mapping = mappingOf(['additionalFields:', ...rules.map(each => `  ${each}`)]);
  const asked = [
    { keys: ['q7'], labels: label === undefined ? [] : [label], value: 'x' },
    { keys: ['q8'], labels: [], alsoCalled: label === undefined ? [] : [label], value: 'x' },
  ];
  const events =
    label === undefined ? [] : [{ scope: { input: {}, bindings: { answers: namedAnswers(asked) } } }];
  return checkBetterFields(mapping, events, catalog).map(({ message }) => message);
};

describe('a field that reads a value with the name of another field of the account', () => {
  it.each<readonly [string, string | undefined, string]>([
    ['sms.reminder: {answer: Haartyp}', undefined, 'hair.type'],
    ['sms.reminder: {answer: Welchen Haartyp haben Sie?}', undefined, 'hair.type'],
    ['sms.reminder: {answer: q7}', 'Haartyp', 'hair.type'],
    ['sms.reminder: $answers.q7', 'Welchen Haartyp haben Sie?', 'hair.type'],
    ['sms.reminder: {answer: q8}', 'Haartyp', 'hair.type'],
    ['diagnosis: krankenkasse', undefined, 'fund'],
    ['diagnosis: kontakt.Krankenkasse', undefined, 'fund'],
    ['diagnosis: {from: Krankenkasse, as: list}', undefined, 'fund'],
    ['fund: {answer: Haben Sie Allergien?}', undefined, 'allergies'],
    ['fund: geburtsdatum', undefined, 'birthdate'],
    ['diagnosis: {answer: q7}', 'Pflegegrad', 'cf_7'],
    ['cf_7: {answer: q7}', 'Krankenkasse', 'fund'],
    ['allergies: {answer: Newsletter?}', undefined, 'newsletter'],
  ])('is reported: %s with the label %s', (rule, label, field) => {
    expect(told([rule], label)).toEqual([expect.stringContaining(`by its name is ${field} (`)]);
  });

  it.each<readonly [readonly string[], string | undefined]>([
    [['hair.type: {answer: Haartyp}'], undefined],
    [['hair.type: {answer: q7}'], 'Haartyp'],
    [['sms.reminder: {answer: q7}'], 'Dürfen wir Sie per SMS erinnern?'],
    [['sms.reminder: {answer: q7}'], undefined],
    [['sms.reminder: {answer: q7}'], 'Wie geht es Ihnen?'],
    [['sms.reminder: {answer: Haartyp, because: our form calls it so}'], undefined],
    [['sms.reminder: {answer: Haartyp}', 'hair.type: {answer: q9}'], undefined],
    [['remarks: {answer: Allergien}'], undefined],
    [['sms.reminder: {answer: Wunsch zum Termin}'], undefined],
    [['photo.consent: {answer: Newsletter}'], undefined],
    [['cf_7: {answer: Pflegegrad}'], undefined],
    [['cf_7: {answer: q7}'], 'Pflegegrad (1 bis 5)'],
    [['diagnosis: source'], undefined],
    [['diagnosis: channel'], undefined],
    [['diagnosis: $length(krankenkasse)'], undefined],
    [['diagnosis: {template: "{krankenkasse} {nummer}"}'], undefined],
    [['diagnosis: diagnose_krankenkasse'], undefined],
    [['phone.private: handy'], undefined],
    // Two fields for the same thing.
    [['found: {answer: How did you find us?}'], undefined],
    [['found: {answer: Wie haben Sie uns gefunden?}'], undefined],
    [['found: {answer: q7}'], 'Wie sind Sie auf uns aufmerksam geworden?'],
    [['note2: {value: x}'], undefined],
  ])('is not reported: %j with the label %s', (rules, label) => {
    expect(told(rules, label)).toEqual([]);
  });
});
