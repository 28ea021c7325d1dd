import { describe, expect, it } from 'vitest';
import { writtenRule } from '../../../src/check/starter/written-rule.ts';

const from = 'a';
const choice = (selectItems: string[] | null) => ({ type: 'selection', selectItems });
const several = (selectItems: string[] | null) => ({ type: 'checkbox_group', selectItems });

describe('a table', () => {
  it.each([
    [
      { Lockig: 'lockig', glatt: 'glatt' },
      { Lockig: 'lockig', glatt: 'glatt' },
    ],
    [{ Lockig: 'lockig', lockig: 'lockig' }, { Lockig: 'lockig' }],
    [{ lockig: 'lockig', LOCKIG: 'lockig', Lockig: 'lockig' }, { lockig: 'lockig' }],
    [{ ÄRZTE: 'A', ärzte: 'A', Ärzte: 'A' }, { ÄRZTE: 'A' }],
    [{ 'u\u0308ber': 'Ü', über: 'Ü' }, { 'u\u0308ber': 'Ü' }],
    [
      { Ja: 'Ja', Nein: 'Nein', ja: 'Ja' },
      { Ja: 'Ja', Nein: 'Nein' },
    ],
    [
      { 'Ja ': 'Ja', Ja: 'Ja' },
      { 'Ja ': 'Ja', Ja: 'Ja' },
    ],
    [
      { subscribed: 'true', unsubscribed: 'false' },
      { subscribed: 'true', unsubscribed: 'false' },
    ],
    [
      { '1': 'eins', '2': 'zwei' },
      { '1': 'eins', '2': 'zwei' },
    ],
    [{ ИНТЕРЕС: 'i', интерес: 'i' }, { ИНТЕРЕС: 'i' }],
    [{}, {}],
  ])('of %j ignores case', (values, expected) => {
    expect(writtenRule({ from, values }, choice(null))).toEqual({ from, values: expected, ignoreCase: true });
  });

  it.each([[{ VIP: 'VIP', vip: 'Gast' }], [{ A: '1', a: '2', b: '3' }], [{ Ä: '1', ä: '2' }]])(
    'of %j does not, because its answers differ only in case',
    values => {
      expect(writtenRule({ from, values }, choice(null))).toEqual({ from, values });
    },
  );
});

describe('a list of choices', () => {
  it.each([
    [['Farbe', 'Pflege'], undefined],
    [['Massage, 60 Min.', 'Farbe'], ';'],
    [['a;b', 'c,d'], '|'],
    [['a;b', 'c'], undefined],
    [['a|b'], undefined],
    [['1,5 Stunden'], ';'],
    [['a, b; c'], '|'],
    [['a,b', 'c;d', 'e|f'], undefined],
    [[], undefined],
    [null, undefined],
  ])('of %j is joined by %s', (selectItems, separator) => {
    const more = separator === undefined ? {} : { as: 'list', separator };
    expect(writtenRule({ from, as: 'list' }, several(selectItems))).toEqual({ from, as: 'list', ...more });
    expect(writtenRule({ from }, several(selectItems))).toEqual({ from, ...more });
    expect(writtenRule({ from }, choice(selectItems))).toEqual({ from });
    expect(writtenRule({ from, values: { a: 'b' } }, several(selectItems))).toEqual({
      from,
      values: { a: 'b' },
      ignoreCase: true,
      ...more,
    });
  });
});
