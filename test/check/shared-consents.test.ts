import { describe, expect, it } from 'vitest';
import { sharedConsents } from '../../src/check/shared-consents.ts';
import { parse } from '../mapping/evaluate-yaml.ts';

/** A booking whose consents have these rules, and the names of those that are told, each with the consent it shares with. */
function told(rules: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(rules).map(([name, rule]) => `  ${name}: ${rule}\n`);
  const { mapping, diagnostics } = parse(
    `source: website\ndestination: salon\noperation: persistCustomerData\nset:\n  appointmentId: slot\n${lines.join('')}`,
  );
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return sharedConsents(mapping).map(({ message }) => message.replace(/ read the same.*/, ''));
}

const rest = { privacy: 'datenschutz', minAge: 'alter' };

describe('two consents that read the same value', () => {
  it.each([
    ['agb', 'agb'],
    ['agb', '{from: agb}'],
    ['agb', '{from: agb, as: boolean}'],
    ['agb', "'agb = true'"],
    ['agb', `'agb = "ja" ? true : false'`],
    [`'agb = "ja"'`, `'agb = "Ja"'`],
    ['agb', '$$.agb'],
    ['agb', '{from: agb, values: {ja: true, nein: false}}'],
    ['agb', '{from: agb, default: false}'],
    ['agb', '$boolean(agb)'],
    ['agb', '{template: "{agb}"}'],
    ['$answers.agb', '{answer: agb}'],
    ['$answers."AGB gelesen"', '{answer: AGB gelesen}'],
    [`'kästchen[name="agb"].angekreuzt'`, `'kästchen[name="agb"].angekreuzt = "ja"'`],
    ['kontakt.einwilligung', 'kontakt.einwilligung'],
    [`'"agb" in zustimmungen'`, `'"agb" in zustimmungen'`],
  ])('are told: terms: %s, marketing: %s', (terms, marketing) => {
    expect(told({ ...rest, terms, marketing })).toEqual(['marketing and terms']);
    expect(told({ ...rest, marketing, terms })).toEqual(['terms and marketing']);
  });

  it.each([
    ['agb', 'werbung'],
    ['agb', 'form.agb'],
    [`'kästchen[name="agb"].angekreuzt'`, `'kästchen[name="werbung"].angekreuzt'`],
    ['kästchen[0].angekreuzt', 'kästchen[1].angekreuzt'],
    [`'"agb" in zustimmungen'`, `'"werbung" in zustimmungen'`],
    [`'$contains(zustimmungen, "agb")'`, `'$contains(zustimmungen, "werbung")'`],
    [`'$contains(zustimmungen, /agb/)'`, `'$contains(zustimmungen, /werbung/)'`],
    [
      '{from: umfang, values: {nur AGB: true}, otherwise: false}',
      '{from: umfang, values: {alles: true}, otherwise: false}',
    ],
    [`'umfang = "alles"'`, `'umfang in ["alles", "AGB"]'`],
    ['{answer: agb}', '{answer: werbung}'],
    ['agb', '{value: false}'],
    ['agb', "'agb and werbung'"],
    ['agb', '{from: agb, because: "the box says: terms and newsletter"}'],
  ])('are not told where they differ, or a reason is given: terms: %s, marketing: %s', (terms, marketing) => {
    expect(told({ ...rest, terms, marketing })).toEqual([]);
  });

  it('are told one by one, each with the first that reads the value', () => {
    expect(told({ privacy: 'ok', terms: 'ok', minAge: 'ok', marketing: 'ok' })).toEqual([
      'terms and privacy',
      'minAge and privacy',
      'marketing and privacy',
    ]);
  });

  it('is about consents alone', () => {
    expect(told({ ...rest, terms: 'agb', hasMarketingBox: 'agb', firstName: 'agb' })).toEqual([]);
  });
});
