import { describe, expect, it } from 'vitest';
import { sharedConsents, sharedQuestions } from '../../src/check/consents/shared-consents.ts';
import { clearAnswers, type FormQuestion, namedAnswers } from '../../src/receive/answers/answers.ts';
import { parse } from '../mapping/evaluate-yaml.ts';

/** Returns a booking whose consents have these rules. */
function bookingWith(rules: Readonly<Record<string, string>>) {
  const lines = Object.entries(rules).map(([name, rule]) => `  ${name}: ${rule}\n`);
  const { mapping, diagnostics } = parse(
    `source: website\ndestination: salon\noperation: persistCustomerData\nset:\n  appointmentId: slot\n${lines.join('')}`,
  );
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return mapping;
}

/** Returns the reported consents, each with the consent that reads the same value. */
function reported(rules: Readonly<Record<string, string>>): readonly string[] {
  return sharedConsents(bookingWith(rules)).map(namesOf);
}

function namesOf({ message }: { readonly message: string }): string {
  return message.replace(/ read the same.*/, '');
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
    ["'felder[id=2].wert'", "'felder[id=2].wert = 1'"],
    ['kontakt.einwilligung', 'kontakt.einwilligung'],
    [`'"agb" in zustimmungen'`, `'"agb" in zustimmungen'`],
  ])('are reported: terms: %s, marketing: %s', (terms, marketing) => {
    expect(reported({ ...rest, terms, marketing })).toEqual(['marketing and terms']);
    expect(reported({ ...rest, marketing, terms })).toEqual(['terms and marketing']);
  });

  it.each([
    ['agb', 'werbung'],
    ['agb', 'form.agb'],
    [`'kästchen[name="agb"].angekreuzt'`, `'kästchen[name="werbung"].angekreuzt'`],
    ['kästchen[0].angekreuzt', 'kästchen[1].angekreuzt'],
    ["'felder[id=2].wert'", "'felder[id=3].wert'"],
    ["'felder[id=2].wert = true'", "'felder[id=3].wert = true'"],
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
  ])(
    'are not reported if they differ, or a reason is given: terms: %s, marketing: %s',
    (terms, marketing) => {
      expect(reported({ ...rest, terms, marketing })).toEqual([]);
    },
  );

  it('are reported one by one, each with the first one that reads the value', () => {
    expect(reported({ privacy: 'ok', terms: 'ok', minAge: 'ok', marketing: 'ok' })).toEqual([
      'terms and privacy',
      'minAge and privacy',
      'marketing and privacy',
    ]);
  });

  it('are reported only for consents', () => {
    expect(reported({ ...rest, terms: 'agb', hasMarketingBox: 'agb', firstName: 'agb' })).toEqual([]);
  });
});

describe('two consents that name one question in two ways', () => {
  const questions: readonly FormQuestion[] = [
    { keys: ['q1', 'ref-agb'], labels: ['AGB gelesen?'], value: 'ja' },
    { keys: ['q2'], labels: ['Newsletter?'], alsoCalled: ['News'], value: 'nein' },
    { keys: ['q3'], labels: ['Daten'], value: { mail: 'ja', post: 'nein' } },
  ];
  const events = [namedAnswers(questions), clearAnswers(questions)].map(answers => ({
    scope: { input: {}, bindings: { answers } },
  }));
  const found = (terms: string, marketing: string) =>
    sharedQuestions(bookingWith({ ...rest, terms, marketing }), events).map(namesOf);

  it.each([
    ['{answer: q1}', '{answer: AGB gelesen?}'],
    ['{answer: q1}', '{answer: ref-agb}'],
    ['{answer: agb gelesen?}', '{answer: Q1}'],
    ['$answers.q1', '{answer: AGB gelesen?}'],
    ['$answers."ref-agb"', '$answers."AGB gelesen?"'],
    [`'$answers.q1 = "ja"'`, '{answer: AGB gelesen?}'],
    ['{answer: q2}', '{answer: News}'],
    ['{answer: Newsletter?, as: boolean}', '{answer: q2, values: {ja: true, nein: false}}'],
    ['{answer: q3.mail}', '{answer: Daten.mail}'],
    ['$answers.q3.mail', '{answer: Daten.mail}'],
    ['{template: "{$answers.q1}"}', '$answers."ref-agb"'],
  ])('are reported for an event: terms: %s, marketing: %s', (terms, marketing) => {
    expect(found(terms, marketing)).toEqual(['marketing and terms']);
  });

  it.each([
    ['{answer: q1}', '{answer: q2}'],
    ['{answer: q1}', '{answer: Newsletter?}'],
    ['{answer: q3.mail}', '{answer: Daten.post}'],
    ['{answer: q1}', '{answer: AGB gelesen?, because: "one box asks for both"}'],
    ['{answer: q1}', '{answer: unknown}'],
    // The same rules are reported without any event.
    ['{answer: q1}', '{answer: q1}'],
  ])('are not reported if they differ: terms: %s, marketing: %s', (terms, marketing) => {
    expect(found(terms, marketing)).toEqual([]);
  });
});
