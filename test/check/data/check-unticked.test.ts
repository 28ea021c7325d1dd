import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from '../trials.ts';

const payload = {
  allergies: [
    { name: 'Latex', ja: true },
    { name: 'Jod', ja: false },
  ],
  areas: [
    { titel: 'Rücken', antwort: 'ja' },
    { titel: 'Knie', antwort: 'nein' },
  ],
  consents: [
    { name: 'sms', wert: false },
    { name: 'newsletter', wert: false },
  ],
  phones: [
    { nr: '0171 1', primary: true },
    { nr: '0351 2', primary: false },
  ],
  all: [
    { name: 'Latex', checked: true },
    { name: 'Jod', checked: true },
  ],
  items: [{ name: 'a', value: 'x' }],
  session: { reference: 'c1', consent: null },
  single: [{ reference: 'c1', consent: null }],
  fields: [
    { key: 'a', value: 'ja' },
    { key: 'b', value: 'Text' },
  ],
};

async function reported(rule: string, isStored = false) {
  const mapping = mappingOf(['additionalFields:', `  f: ${rule}`], { tests: isStored ? [] : [payload] });
  const all = await checkWith(mapping, isStored ? storedOf(payload) : []);
  return all.filter(({ code }) => code === 'check/keys-of-unticked');
}

describe('entries of a list that are read although they do not apply', () => {
  it.each([
    ['{from: allergies.name, as: list}', "'allergies[ja].name'"],
    ['{from: areas.titel, as: list}', `'areas[antwort = "ja"].titel'`],
    [`'"newsletter" in consents.name'`, 'consents[wert = "…"].name'],
    [`'consents[name="sms"].name = "sms"'`, 'consents[wert = "…"].name'],
    [`'$exists(consents[name="sms"])'`, 'consents[wert = "…"].name'],
    [`'$join(allergies.name, ", ")'`, 'allergies[ja].name'],
    ['single.reference', `'single[consent = "…"].reference'`],
  ])('are reported: %s', async (rule, meant) => {
    for (const isStored of [false, true]) {
      const [found, ...more] = await reported(rule, isStored);
      expect(found?.hint).toContain(`write ${meant},`);
      expect(more).toEqual([]);
    }
  });

  it.each([
    '{from: "allergies[ja].name", as: list}',
    `{from: 'areas[antwort="ja"].titel', as: list}`,
    `'consents[name="sms"].wert'`,
    '{from: allergies.name, as: list, because: the calendar shows all that were asked}',
    '{from: all.name, as: list}',
    'session.reference',
    `'phones[primary=true].nr'`,
    '{from: phones.nr, as: list}',
    '{from: items.name, as: list}',
    `'fields[key="a"].value'`,
    '{from: fields.key, as: list}',
  ])('are not reported otherwise: %s', async rule => {
    expect(await reported(rule)).toEqual([]);
  });
});
