import { describe, expect, it } from 'vitest';
import { unreadColumns } from '../../../src/history/unmapped/unread-columns.ts';
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
