import { describe, expect, it } from 'vitest';
import { checkComparisons } from '../../src/check/data/comparisons/check-comparisons.ts';
import { expressionUses } from '../../src/mapping/expression-uses.ts';
import { evaluateYaml, fieldMapping } from '../mapping/evaluate-yaml.ts';
import { mappingOf, samplesOf, storedOf } from './trials.ts';

const payload = {
  customer: 1,
  optin: 'ja',
  loud: 'JA',
  blank: 'Ja ',
  kind: 'new customer',
  topics: ['haare', 'nägel'],
  list: [{ name: 'newsletter', on: 'ja' }],
};

async function reported(
  note: string,
  { stored = [] as readonly unknown[], samples = [payload] as readonly object[] } = {},
) {
  const mapping = mappingOf([`note: '${note}'`], { tests: samples });
  const trials = [...(await samplesOf(mapping)), ...storedOf(...stored)];
  return checkComparisons(mapping.source, expressionUses(mapping), trials);
}

describe('a comparison with a text that events have in another case', () => {
  it.each([
    ['optin = "Ja"', 'write {from: optin, as: boolean}'],
    ['loud = "ja"', 'write {from: loud, as: boolean}'],
    ['blank = "Ja"', 'write {from: blank, as: boolean}'],
    ['"Ja" = optin', 'write "ja" = optin'],
    ['optin = "JA" ? "Newsletter" : "nichts"', 'write optin = "ja" ? "Newsletter" : "nichts"'],
    ['optin != "Ja"', 'write optin != "ja"'],
    ['kind = "New customer" ? "A" : "B"', 'write kind = "new customer" ? "A" : "B"'],
    ['"Haare" in topics ? "A" : "B"', 'write "haare" in topics ? "A" : "B"'],
    ['kind in ["New Customer", "Old customer"]', 'write kind in ["new customer", "Old customer"]'],
    ['list[name = "Newsletter"].on', 'write list[name = "newsletter"].on'],
    ['$exists(list[name = "NEWSLETTER"])', 'write $exists(list[name = "newsletter"])'],
    ['optin = "Ja" and kind = "x"', 'write optin = "ja" and kind = "x"'],
  ])('is reported: %s', async (note, hint) => {
    const found = await reported(note);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['check/never-equal', 'warning']]);
    expect(found[0]?.hint?.startsWith(hint), found[0]?.hint).toBe(true);
  });

  it.each([
    'optin = "ja"',
    'optin = "nein"',
    'optin = "ja" or optin = "Ja"',
    'optin in ["Ja", "ja", "JA"]',
    '$lowercase(optin) = "ja"',
    'kind = "newcustomer"',
    'other = "Ja"',
    '$event.source = "Website"',
    '"haare" in topics',
  ])('is not reported if it may be true: %s', async note => {
    expect(await reported(note)).toEqual([]);
  });

  it.each([
    ['Ja', 'ja'],
    ['Ja', 'JA'],
    ['Ja', 'Ja '],
    ['subscribed', 'Subscribed'],
    ['subscribed', 'SUBSCRIBED'],
    ['Größe M', 'größe m'],
    ['Delete', 'delete'],
  ])('is reported if only some events have the text as written: %j and %j', async (one, other) => {
    for (const operator of ['=', '!=', 'in']) {
      const kind = `kind ${operator} "${one}"`;
      const some = { samples: [], stored: [{ kind: one }, { kind: other }, { kind: 'none' }] };
      const [first, ...more] = await reported(`${kind} ? "A" : "B"`, some);
      const differ = operator === '!=' ? 'so they differ there' : 'so they are not equal there';
      expect(first?.message).toBe(
        `kind is written otherwise in a stored event, and ${operator} compares it with "${one}", ${differ}`,
      );
      expect(first?.hint).toContain('to compare in any letters, write $lowercase($trim(kind))');
      expect(more).toEqual([]);
      expect(await reported(kind, { samples: [], stored: [{ kind: one }, { kind: `${other}2` }] })).toEqual(
        [],
      );
      expect(await reported(`${kind} or kind = "${other}"`, some)).toEqual([]);
    }
  });

  it('shows no value of a stored event', async () => {
    const [first] = await reported('kind = "Secret"', { samples: [], stored: [{ kind: ' secret' }] });
    expect(first?.message).toBe(
      'kind is written otherwise in a stored event, and = compares it with "Secret", so they are never equal',
    );
    expect(first?.hint).toBe('to compare in any letters, write $lowercase($trim(kind)) = "secret"');
  });

  it('is correct after the hint was followed', async () => {
    for (const value of ['ja', 'JA', 'Ja ', 'on'])
      expect(
        await evaluateYaml(fieldMapping('{from: optin, as: boolean}'), { payload: { optin: value } }),
      ).toMatchObject({ call: { additionalFields: [{ change: { set: { text: 'true' } } }] } });
    const text = fieldMapping(`'$lowercase($trim(kind)) = "secret" ? "A" : "B"'`);
    expect(await evaluateYaml(text, { payload: { kind: ' Secret' } })).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'A' } } }] },
    });
  });
});

describe('a comparison with one of several values in a text', () => {
  const several = {
    customer: 1,
    tags: 'neu, vip',
    semicolons: 'a;b',
    sentence: 'gut, danke',
    list: ['a', 'b'],
  };
  const found = async (note: string) =>
    (await reported(note, { samples: [several] })).map(({ hint }) => hint);

  it.each([
    ['"vip" in tags', 'to ask for one of them, write "vip" in $map($split(tags, ","), $trim)'],
    ['tags = "vip"', 'to ask for one of them, write "vip" in $map($split(tags, ","), $trim)'],
    ['tags = "neu" ? "a" : "b"', 'to ask for one of them, write "neu" in $map($split(tags, ","), $trim)'],
    ['semicolons = "b"', 'to ask for one of them, write "b" in $map($split(semicolons, ";"), $trim)'],
    ['tags != "vip"', 'to ask for one of them, write $not("vip" in $map($split(tags, ","), $trim))'],
  ])('is reported with the search for it: %s', async (note, hint) => {
    expect(await found(note)).toEqual([hint]);
  });

  it.each([
    '"gold" in tags',
    'tags = "neu, vip"',
    'sentence = "gut, danke"',
    '"a" in list',
    '$contains(tags, "vip")',
  ])('is not reported otherwise: %s', async note => {
    expect(await found(note)).toEqual([]);
  });

  it('is correct after the hint was followed', async () => {
    const text = fieldMapping('\'"vip" in $map($split(a, ","), $trim) ? "VIP" : "no"\'');
    expect(await evaluateYaml(text, { payload: { nr: 1, customer: 1, a: 'neu, vip' } })).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'VIP' } } }] },
    });
  });
});

describe('a comparison with a word of which events have all letters but one', () => {
  const cancelled = { customer: 1, state: 'cancelled' };

  it('is reported', async () => {
    const found = await reported('state != "canceled" ? "A" : "B"', { samples: [cancelled] });
    expect(found.map(({ code }) => code)).toEqual(['check/never-equal']);
    expect(found[0]?.hint).toContain('did you mean "cancelled"?');
  });

  it('is reported for stored events without their value', async () => {
    const options = { samples: [{ customer: 1, state: 'new' }], stored: [cancelled] };
    const [found] = await reported('state != "canceled" ? "A" : "B"', options);
    expect(found?.code).toBe('check/never-equal');
    expect(`${found?.message} ${found?.hint}`).not.toContain('cancelled');
  });

  it('is not reported if another event has the text itself', async () => {
    const samples = [cancelled, { customer: 1, state: 'canceled' }];
    expect(await reported('state != "canceled" ? "A" : "B"', { samples })).toEqual([]);
  });
});
