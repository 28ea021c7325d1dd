import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

async function reported(
  key: string,
  rule: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: text\n  additionalFields:\n    ${key}: ${rule}\n`;
  const found = await evaluateYaml(text, { payload: { nr: 7, text: 'x', ...payload }, answers: payload });
  return codesOf(found).filter(code => code !== 'mapping/condition-as-text');
}

const lostYes = ['mapping/lost-yes'];

describe('a yes of which a comparison makes a no', () => {
  it.each([
    ['photo.consent', `'a = "ja"'`, { a: '1' }],
    ['photo.consent', `'$answers."foto-einwilligung" = "ja"'`, { 'foto-einwilligung': '1' }],
    ['sms.consent', `'$answers."sms-erinnerung" = "per SMS"'`, { 'sms-erinnerung': '1' }],
    ['sms.consent', `'$answers."sms-erinnerung" = "per SMS"'`, { 'sms-erinnerung': 'on' }],
    ['newsletter', `'a = "ja"'`, { a: 'yes' }],
    ['newsletter', `'a = "ja"'`, { a: 'gern' }],
    ['newsletter', `'a = "ja" ? true : false'`, { a: 'on' }],
    ['newsletter', `'a = "ja" ? "true" : "false"'`, { a: '1' }],
    ['newsletter', `{from: 'a = "ja"', as: boolean}`, { a: '1' }],
    ['newsletter', `'a in ["ja", "Ja"]'`, { a: 'on' }],
    ['newsletter', `'"ja" in a'`, { a: ['1'] }],
    ['newsletter', `'a = "on"'`, { a: 'ja' }],
    ['newsletter', `'a = true'`, { a: '1' }],
    ['newsletter', `'a = "ja" and b = "ja"'`, { a: '1', b: 'ja' }],
    ['newsletter', `{from: a, values: {per Post: true}, otherwise: false}`, { a: '1' }],
    ['newsletter', `{from: a, values: {ja: true}, otherwise: false}`, { a: 'gern' }],
    ['pregnant', `'a = "ja"'`, { a: '1' }],
    ['pregnant', `'a = "ja" ? "true" : "false"'`, { a: 'yes' }],
  ])('is reported: %s: %s of %j', async (key, rule, payload) => {
    const found = await reported(key, rule, payload);
    // Some differ only in their spelling, which is reported already.
    expect(found.map(code => (code === 'check/never-equal' ? 'mapping/lost-yes' : code))).toEqual(lostYes);
  });

  it.each([
    ['photo.consent', `'a = "ja"'`, { a: 'ja' }],
    ['photo.consent', `'a = "ja"'`, { a: 'nein' }],
    ['photo.consent', `'a = "ja"'`, { a: '' }],
    ['photo.consent', `'a = "ja"'`, { a: '0' }],
    ['photo.consent', `'a = "ja"'`, { a: 'Nein, danke' }],
    ['photo.consent', `'a = "ja"'`, { a: '-' }],
    ['photo.consent', `'a = "ja"'`, {}],
    ['photo.consent', `{from: 'a = "ja"', because: 1 means not asked}`, { a: '1' }],
    ['photo.consent', `{from: a, as: boolean}`, { a: '1' }],
    ['photo.consent', `{from: a, as: boolean}`, { a: '0' }],
    ['photo.consent', `'a = "1"'`, { a: '' }],
    ['sms.consent', `'a = "per SMS"'`, { a: 'per E-Mail' }],
    ['sms.consent', `'a = "per SMS"'`, { a: 'keine Erinnerung' }],
    ['sms.consent', `'"SMS" in a'`, { a: ['E-Mail', 'Telefon'] }],
    ['newsletter', `'a = "ja" and land = "DE"'`, { a: 'ja', land: 'AT' }],
    ['newsletter', `'a = "ja" or b = "ja"'`, { a: 'nein', b: 'ja' }],
    ['newsletter', `'a = "nein" ? false : true'`, { a: 'nein' }],
    ['newsletter', `'optout = "nein"'`, { optout: 'ja' }],
    ['newsletter', `'status = 2'`, { status: 1 }],
    ['newsletter', `'$not(a = "ja")'`, { a: 'ja' }],
    ['newsletter', `{from: a, values: {ja: true, "1": false}}`, { a: '1' }],
    ['newsletter', `{from: a, values: {per Post: true}, otherwise: false}`, { a: 'per E-Mail' }],
    ['newsletter', `{from: a, values: {per Post: true}, otherwise: false, because: agreed}`, { a: '1' }],
    ['newsletter', `{value: false}`, { a: '1' }],
    ['no.newsletter', `'a = "kein"'`, { a: '1' }],
    ['vip', `'level = "5"'`, { level: '1' }],
    ['vip', `'level = "gold"'`, { level: '1' }],
    ['vip', `'level = "gold"'`, { level: 'on' }],
    ['pregnant', `'a = "ja"'`, { a: 'im dritten Monat' }],
  ])('is not reported if the no is right: %s: %s of %j', async (key, rule, payload) => {
    expect(await reported(key, rule, payload)).toEqual([]);
  });
});

type Row = readonly [key: string, rule: string, payload: Readonly<Record<string, unknown>>];

describe('a yes that functions change before the comparison', () => {
  it.each<Row>([
    ...['yes', 'true', 'ja, gerne', '1', 'gern'].flatMap((a): Row[] => [
      ['newsletter', `'$lowercase(a) = "ja"'`, { a }],
      ['newsletter', `'$trim(a) = "ja"'`, { a }],
      ['newsletter', `'$lowercase($trim(a)) = "ja" ? true : false'`, { a }],
      ['newsletter', `'$lowercase(a) in ["ja", "jawohl"]'`, { a }],
      ['pregnant', `'$lowercase($answers.a) = "ja" ? "ja" : "nein"'`, { a: a === 'gern' ? 'on' : a }],
      ['pregnant', `'$match(a, /^ja$/i) ? true : false'`, { a: a === 'gern' ? 'on' : a }],
    ]),
    ['newsletter', `'$trim(a) = "ja"'`, { a: 'Ja' }],
    ['newsletter', `{from: '$lowercase(a)', values: {ja: true}, otherwise: false}`, { a: 'ja, gerne' }],
    [
      'pregnant',
      `{from: '$trim(a)', values: {ja: true, nein: false}, otherwise: false}`,
      { a: 'ja, sicher' },
    ],
    ['newsletter', `'$uppercase(a) = "JA"'`, { a: 'yes' }],
    ['newsletter', `'$string(a) = "ja"'`, { a: true }],
    ['newsletter', `'$string(a) = "true"'`, { a: 1 }],
    ['newsletter', `'$contains(a, "ja")'`, { a: 'yes' }],
    ['newsletter', `'$contains($lowercase(a), "ja")'`, { a: 'on' }],
    ['newsletter', `'$contains(a, /ja/i)'`, { a: 'yes' }],
    ['newsletter', `'$substring(a, 0, 2) = "ja"'`, { a: 'Ja' }],
    ['newsletter', `'$lowercase(a) = "ja" and b = 1'`, { a: 'yes', b: 1 }],
    ['newsletter', `'a ~> $lowercase() = "ja"'`, { a: 'yes' }],
    ['newsletter', `'$exists(a[$lowercase($) = "ja"])'`, { a: 'yes' }],
    ['newsletter', `{from: '$lowercase(a) = "ja"', as: boolean}`, { a: 'yes' }],
    ['sms.consent', `'$lowercase(a) = "per sms"'`, { a: 'ja' }],
  ])('is reported: %s: %s of %j', async (key, rule, payload) => {
    expect(await reported(key, rule, payload)).toEqual(lostYes);
  });

  it.each([
    ['newsletter', `'$lowercase(a) = "ja"'`, { a: 'Ja' }],
    ['newsletter', `'$lowercase(a) = "ja" and b = 1'`, { a: 'Ja', b: 2 }],
    ['newsletter', `'$lowercase(a) = "ja"'`, { a: 'Nein, danke' }],
    ['newsletter', `{from: '$lowercase(a)', values: {ja: true}, otherwise: false}`, { a: 'JA' }],
    ['newsletter', `{from: '$trim(a)', values: {ja: true}, otherwise: false}`, { a: ' nein' }],
    ['newsletter', `'$trim(a) = "ja"'`, { a: '' }],
    ['newsletter', `'$trim(a) = "ja"'`, { a: '0' }],
    ['newsletter', `'$contains($lowercase(a), "ja") and b = 1'`, { a: 'Ja, gerne', b: 2 }],
    ['newsletter', `'$substring(a, 0, 2) = "ja" and b = 1'`, { a: 'ja, gerne', b: 2 }],
    ['newsletter', `'$match(a, /^(ja|yes)$/i) and b = 1'`, { a: 'Yes', b: 2 }],
    ['newsletter', `'$contains(a, "nein") ? false : true'`, { a: 'nein' }],
    ['newsletter', `'$lowercase(a) = "nein" ? false : true'`, { a: 'Nein' }],
    ['newsletter', `{from: '$lowercase(a) = "ja"', because: 1 means not asked}`, { a: '1' }],
    ['sms.consent', `'$lowercase(a) = "per sms"'`, { a: 'per E-Mail' }],
    ['sms.consent', `'$contains(a, "SMS")'`, { a: 'E-Mail, Telefon' }],
    ['vip', `'$lowercase(level) = "gold"'`, { level: 'on' }],
    ['pregnant', `'$lowercase(a) = "ja"'`, { a: 'im dritten Monat' }],
    ['no.newsletter', `'$lowercase(a) = "kein"'`, { a: '1' }],
    ['hund', `'$contains(a, "Hund")'`, { a: '1' }],
  ])('is not reported if the no is right: %s: %s of %j', async (key, rule, payload) => {
    expect(await reported(key, rule, payload)).toEqual([]);
  });
});
