import { describe, expect, it } from 'vitest';
import { absentColumns, unreadColumns } from '../../../src/history/unmapped/unread-columns.ts';
import { mappingOf } from '../../check/trials.ts';

function found(rule: string, columns: readonly string[]) {
  const mapping = mappingOf([`note: ${JSON.stringify(rule)}`], { name: 'contacts' });
  return unreadColumns(columns, [mapping], column => column === 'row_id');
}

describe('the columns of a list that no rule reads', () => {
  it.each([
    ['Größe', 'Groesse'],
    ['Größe', 'größe'],
    ['Größe', 'Größe '],
    ['`E-Mail`', 'E-Mail Adresse'],
    ['`E-Mail`', 'Email'],
    ['Telefonnummer', 'Telefonnumer'],
    ['first_name', 'First Name'],
    ['$trim(Bemerkung)', 'Bemerkungen'],
    ['$answers.Allergien', 'Allergie'],
  ])('are named with the rule that reads nearly this name: %s and %s', (rule, column) => {
    const [only, ...others] = found(rule, ['customer', 'row_id', column]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ column, near: { mapping: 'contacts', path: 'note' } });
  });

  it.each([
    ['Größe', ['customer', 'Größe', 'row_id'], []],
    ['Größe', ['customer', 'Größe', 'Groesse'], ['Groesse']],
    ['note', ['customer', 'Ort', 'PLZ'], ['Ort', 'PLZ']],
    ['note ? note : Ort', ['customer', 'note', 'Ort'], []],
    ['$join([Vorname, Name], " ")', ['customer', 'Vorname', 'Name'], []],
    ['$answers."Wie oft?"', ['customer', 'Wie oft?'], []],
    ['$string($)', ['customer', 'Ort'], []],
    ['$each($, function($v, $k) {$k})[0]', ['customer', 'Ort'], []],
    ['*[0]', ['customer', 'Ort'], []],
  ])('are only named, or read: %s of %j', (rule, columns, unread) => {
    expect(found(rule, columns)).toEqual(unread.map(column => ({ column })));
  });
});

describe('the columns that rules read and no row has', () => {
  const lines = [
    'note: Bemerkung',
    'customerStatus: {from: Status}',
    'additionalFields: {sms: {answer: SMS erlaubt}}',
  ];
  const mapping = mappingOf(lines, { name: 'contacts' });
  const all = ['customer', 'Bemerkung', 'Status', 'SMS erlaubt'];
  const absent = (columns: readonly string[]) =>
    absentColumns(columns, [mapping]).map(({ name, path }) => [name, path]);

  it.each([
    [['customer', 'Bemerkung', 'Status'], [['SMS erlaubt', 'additionalFields.sms']]],
    [['customer', 'Notiz', 'Status', 'SMS erlaubt'], [['Bemerkung', 'note']]],
    [['customer', 'Bemerkung', 'Kundenstatus', 'SMS erlaubt'], [['Status', 'customerStatus']]],
  ])('are named with their rules: %j', (columns, names) => {
    expect(absent(columns)).toEqual(names);
  });

  it.each([
    [all],
    [[...all, 'Ort']],
    [['customer', 'Bemerkung', 'Status', 'sms erlaubt']],
    // A mapping for other events.
    [['customer', 'Ort', 'PLZ']],
  ])('are none in a list that has them, or is of another kind: %j', columns => {
    expect(absent(columns)).toEqual([]);
  });

  it.each([
    ['note ? note : Ort', ['customer', 'Ort']],
    ['$string($)', ['customer']],
    ['$headers.a', ['customer']],
    ['contact.note', ['customer']],
  ])('are none that a rule reads beside others, or elsewhere: %s', (rule, columns) => {
    const other = mappingOf([`note: ${JSON.stringify(rule)}`], { name: 'contacts' });
    expect(absentColumns(columns, [other])).toEqual([]);
  });

  const since = '`Eingelagert seit`';
  it.each([
    [`${since} != ""`],
    [`${since} ? true : false`],
    [`${since} = "ja"`],
    [`${since} = "" ? "false" : "true"`],
    [`$lowercase(${since}) in ["ja", "x"]`],
    [`$replace(${since}, " km", "")`],
    [`$not(${since} = "nein")`],
    [`Bemerkung = "ja" and ${since} != ""`],
    [`${since} = "ja" ? Bemerkung : "none"`],
    [`$join([Bemerkung, ${since}], ", ")`],
    [`"seit " & ${since}`],
    [`{"a": ${since}}.a`],
    ['$answers.`Eingelagert seit` != ""'],
  ])('are named if they stand inside of an expression: %s', rule => {
    const other = mappingOf([`note: ${JSON.stringify(rule)}`], { name: 'contacts' });
    const only = [{ name: 'Eingelagert seit', mapping: 'contacts', path: 'note' }];
    expect(absentColumns(['customer', 'Bemerkung'], [other])).toEqual(only);
    expect(absentColumns(['customer', 'Bemerkung', 'Eingelagert seit'], [other])).toEqual([]);
  });

  it('are named if a template or the condition reads them', () => {
    const lines = ['note: {template: "Since {Since}, {Ort}"}', 'customerStatus: Status'];
    const other = mappingOf(lines, { name: 'contacts', head: 'when: Aktiv = "ja"' });
    const named = absentColumns(['customer', 'Status', 'Ort'], [other]);
    expect(named.map(({ name, path }) => [name, path])).toEqual([
      ['Aktiv', 'when'],
      ['Since', 'note'],
    ]);
  });

  it.each([[`$exists(${since}) ? ${since} = "ja"`], [`${since} ?? Bemerkung`], [`[${since}, Bemerkung][0]`]])(
    'are not named if the rule provides for a list without them: %s',
    rule => {
      const other = mappingOf([`note: ${JSON.stringify(rule)}`], { name: 'contacts' });
      expect(absentColumns(['customer', 'Bemerkung'], [other])).toEqual([]);
    },
  );
});
