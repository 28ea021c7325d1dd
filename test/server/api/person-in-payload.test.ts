import { expect, it } from 'vitest';
import { personInPayload } from '../../../src/server/api/person-in-payload.ts';

it.each([
  [
    { contact: { first_name: 'Anna', 'Last Name': 'Gruber', mail: 'anna@example.com' } },
    { name: 'Anna Gruber', email: 'anna@example.com' },
  ],
  [{ answers: [{ value: 'x' }, { value: 'anna@example.com' }] }, { email: 'anna@example.com' }],
  [{ name: 'Anna Gruber', note: 'write to a@b or @example.com' }, { name: 'Anna Gruber' }],
  [{ Vorname: 'Jürgen', Nachname: 'Weiß', name: 'intake' }, { name: 'Jürgen Weiß' }],
  [{ count: 3, list: [null, true] }, undefined],
  ['a text', undefined],
])('finds the person in %j', (payload, expected) => {
  expect(personInPayload(payload)).toEqual(expected);
});

it('searches some hundred values at most', () => {
  const list = Array.from({ length: 600 }, (_, at) => ({ at }));
  expect(personInPayload({ list, email: 'late@example.com' })).toBeUndefined();
});
