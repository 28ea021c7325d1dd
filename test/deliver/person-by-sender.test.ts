import { describe, expect, it } from 'vitest';
import { namedPerson } from '../../src/mapping/evaluate/person/named-person.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';

const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };

/** Returns the name of the person in a payload whose number is at the path. */
function nameIn(id: string, payload: object): string | undefined {
  const mapping = mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: '${id}'\n  note: x\n`,
  );
  return namedPerson(mapping, { payload, answers: undefined, headers: {}, query: {}, event } as Parameters<
    typeof namedPerson
  >[1])?.name;
}

describe('the person in an event', () => {
  it.each<readonly [string, string, object, string]>([
    [
      'Bitrix24',
      'data.FIELDS.UF_CRM_1',
      {
        event: 'ONCRMCONTACTUPDATE',
        data: {
          FIELDS: {
            ID: '7',
            NAME: 'Rui',
            LAST_NAME: 'Matos',
            EMAIL: [{ VALUE: 'rui@m.example' }],
            UF_CRM_1: '1005',
          },
        },
      },
      'Rui Matos',
    ],
    [
      'a script of Google Forms',
      'namedValues.Kundennummer',
      {
        namedValues: {
          'Vor- und Nachname': ['Olga Petrova'],
          'E-Mail-Adresse': ['olga@p.example'],
          Kundennummer: ['1006'],
        },
      },
      'Olga Petrova',
    ],
    [
      'a script with first and last names',
      'Kundennummer',
      { Vorname: ['Olga'], Nachname: ['Petrova'], Kundennummer: ['1006'] },
      'Olga Petrova',
    ],
    [
      'n8n',
      'customer',
      { first: 'Olga', last: 'Petrova', email: 'olga@p.example', customer: 1009 },
      'Olga Petrova',
    ],
    [
      'MailerLite',
      'subscriber.fields.kundennummer',
      {
        subscriber: {
          email: 'olga@p.example',
          fields: { name: 'Olga', last_name: 'Petrova', kundennummer: '1008' },
        },
      },
      'Olga Petrova',
    ],
    [
      'a whole name beside the last name',
      'nr',
      { name: 'Olga Petrova', last_name: 'Petrova', email: 'olga@p.example', nr: '1008' },
      'Olga Petrova',
    ],
  ])('is found as %s writes it', (_, id, payload, name) => {
    expect(nameIn(id, payload)).toBe(name);
  });

  it.each<readonly [string, object]>([
    ['nr', { first: 'true', last: 'false', nr: 7 }],
    ['nr', { first: 'Erster Besuch', visits: 3, nr: 7 }],
    ['nr', { Fragen: ['Olga Petrova', 'Max Berger'], nr: 7 }],
  ])('is nobody without a name: %s of %j', (id, payload) => {
    expect(nameIn(id, payload)).toBeUndefined();
  });
});

describe('the parts of a name that are numbered', () => {
  const kunde = { anrede: 'Frau', name1: 'Wolff', name2: 'Karin', email: 'karin@w.example' };
  const sap = { KUNNR: '1018', NAME1: 'WOLFF', NAME2: 'KARIN', TELF1: '0170 1110001' };

  it.each<readonly [string, object, string]>([
    ['kdnr', { kdnr: 1018, kunde }, 'Wolff Karin'],
    ['kdnr', { kdnr: 1018, kunde: { ...kunde, name2: 'Karin Maria' } }, 'Wolff Karin Maria'],
    ['kdnr', { kdnr: 1018, kunde: { ...kunde, name1: 'Müller-Lüdenscheidt' } }, 'Müller-Lüdenscheidt Karin'],
    ['kdnr', { kdnr: 1018, name_1: 'Wolff', name_2: 'Karin' }, 'Wolff Karin'],
    ['kdnr', { kdnr: 1018, kunde: { 'Name 1': 'Wolff', 'Name 2': 'Karin' } }, 'Wolff Karin'],
    ['KUNNR', sap, 'WOLFF KARIN'],
    ['kdnr', { kdnr: 1018, kunde: { NAME_FIRST: 'Karin', NAME_LAST: 'Wolff' } }, 'Karin Wolff'],
    ['kdnr', { kdnr: 1018, kunde: { ...kunde, name1: 'Karin Wolff', name2: '' } }, 'Karin Wolff'],
  ])('are its name: %s of %j', (id, payload, name) => {
    expect(nameIn(id, payload)).toBe(name);
  });

  it.each<object>([
    { ...kunde, name1: 'Schreinerei', name2: 'Moser' },
    { ...kunde, name1: 'Moser', name2: 'GmbH' },
    { ...kunde, name1: 'Autohaus', name2: 'Klein' },
    { ...kunde, anrede: 'Firma', name1: 'Moser', name2: 'Klein' },
    { ...kunde, name1: 'Familie', name2: 'Wolff' },
    { ...kunde, name1: 'Wolff', name2: '' },
    { ...kunde, name1: 'Wolff', name2: 'hinterhaus' },
    { ...kunde, name1: 'Wolff', name2: 'Karin', 'name-2': 'Eva' },
  ])('are not the name of a person: %j', payload => {
    expect(nameIn('kdnr', { kdnr: 1018, kunde: payload })).toBeUndefined();
  });

  it.each<object>([{ kdnr: 1018, artikel: { name1: 'Wolff', name2: 'Karin' } }])(
    'are not read in an object of something else: %j',
    payload => {
      expect(nameIn('kdnr', payload)).toBeUndefined();
    },
  );
});
