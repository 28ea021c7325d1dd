import { describe, expect, it } from 'vitest';
import { checkBetterFields } from '../../../src/check/data/names/check-better-fields.ts';
import { checkBetterNames } from '../../../src/check/data/names/check-better-names.ts';
import { checkBetterQuestions } from '../../../src/check/data/names/check-better-questions.ts';
import { checkQuestionLabels } from '../../../src/check/data/names/check-labels.ts';
import { checkOwnNames } from '../../../src/check/data/names/check-own-names.ts';
import { namesAtEvent } from '../../../src/check/data/names/names-at-event.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { otherNames } from '../../../src/check/other-name.ts';
import { sameValues } from '../../../src/check/same-values.ts';
import type { Mapping } from '../../../src/mapping/mapping.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { catalogOf, fieldOf } from '../catalog.ts';
import { mappingOf, storedOf } from '../trials.ts';

const catalog = catalogOf({
  fields: [
    fieldOf({ keyName: 'sms.ok', name: 'SMS-Erinnerung', type: 'checkbox' }),
    fieldOf({ keyName: 'pregnant', name: 'Schwangerschaft', type: 'checkbox' }),
    fieldOf({ keyName: 'anticoagulants', name: 'Blutverdünner', type: 'checkbox' }),
    fieldOf({ keyName: 'smoker', name: 'Raucher', type: 'checkbox' }),
    fieldOf({ keyName: 'emergency.phone', name: 'Telefon im Notfall', type: 'phone' }),
    fieldOf({ keyName: 'emergency.contact', name: 'Notfallkontakt' }),
    fieldOf({ keyName: 'weight', name: 'Gewicht (kg)', type: 'number' }),
    fieldOf({ keyName: 'doctor', name: 'Zahnarzt' }),
    fieldOf({ keyName: 'insurance', name: 'Versicherung' }),
    fieldOf({ keyName: 'allergies', name: 'Allergien' }),
    fieldOf({ keyName: 'age', name: 'Alter', type: 'number' }),
    fieldOf({ keyName: 'remarks', name: 'Bemerkungen' }),
  ],
});

const form = {
  'Bevorzugter Kontakt': 'SMS',
  'SMS-Erinnerung erwünscht?': 'Nein',
  'Rauchen Sie?': 'Ja',
  Handy: '+39 347 1234567',
  'Telefon im Notfall': '+39 347 7654321',
  Kundennummer: '1005',
  'Gewicht (kg)': '79',
  Versicherung: 'AOK',
  Zahnarzt: 'Dr. Rossi',
  Allergien: 'Pollen',
  Geburtsdatum: '1980-02-03',
  'Alter der Kinder': '7',
};

const payload = {
  kontakt: { kasse: 'AOK', versicherung: 'privat', telefon: '0351 1', kanal: 'SMS', sms_erinnerung: 'nein' },
};

function eventOf(mapping: Mapping) {
  const listed = Object.entries(form).map(([label, value], at) => ({
    keys: [`q${at + 1}`],
    labels: [label],
    value,
  }));
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const input = { ...trial.input, answers: namedAnswers(listed) };
  const events = [{ trial: { input }, scope: trialScope({ input }, { needsBody: false }) }];
  return { mapping, input, events };
}

function told(rules: readonly string[]) {
  const mapping = mappingOf(['additionalFields:', ...rules.map(each => `  ${each}`)]);
  const { input, events } = eventOf(mapping);
  const found = [
    ...otherNames(mapping),
    ...sameValues(mapping, catalog),
    ...checkBetterNames(mapping, events),
    ...checkBetterQuestions(mapping, events),
    ...checkQuestionLabels(mapping, events),
    ...checkOwnNames(mapping, events, catalog),
    ...checkBetterFields(mapping, events, catalog),
  ];
  const pathsOf = (all: readonly { readonly path?: string | undefined }[]) =>
    [...new Set(all.map(({ path }) => path?.replace('additionalFields.', '')))].toSorted();
  return {
    paths: pathsOf(found),
    atEvent: pathsOf(namesAtEvent(mapping, catalog, { input })),
    hints: found.map(({ hint }) => hint ?? ''),
    messages: found.map(({ message }) => message),
  };
}

const instead = (better: string, own: string) => `read ${better} in place of ${own}`;
const sms = '$answers."SMS-Erinnerung erwünscht?"';
const contact = '$answers."Bevorzugter Kontakt"';
const kg = '$answers."Gewicht (kg)"';
const emergency = '$answers."Telefon im Notfall"';
const [doctor, insured] = ['$answers.Zahnarzt', '$answers.Versicherung'];

describe('a rule that reads the wrong value inside of an expression', () => {
  it.each<readonly [string, string]>([
    [`sms.ok: '${contact} = "SMS"'`, instead(sms, contact)],
    [`sms.ok: '${contact} = "SMS" ? true : false'`, instead(sms, contact)],
    [`sms.ok: '"SMS" in ${contact}'`, instead(sms, contact)],
    [`sms.ok: '$contains(${contact}, "SMS")'`, instead(sms, contact)],
    [`sms.ok: '$answers.q1 = "SMS"'`, instead(sms, '$answers.q1')],
    [`sms.ok: 'kontakt.kanal = "SMS"'`, instead('kontakt.sms_erinnerung', 'kontakt.kanal')],
    [`pregnant: '$answers."Rauchen Sie?" = "Ja"'`, 'set smoker in place of pregnant'],
    [`pregnant: '$lowercase($answers.q3) = "ja"'`, 'set smoker in place of pregnant'],
    [`emergency.phone: '$phone($answers.Handy)'`, instead(emergency, '$answers.Handy')],
    [`emergency.phone: '$trim($answers.Handy)'`, instead(emergency, '$answers.Handy')],
    [`emergency.phone: '$answers.Handy ?? ""'`, instead(emergency, '$answers.Handy')],
    [`emergency.phone: '"+" & $answers.q4'`, instead(emergency, '$answers.q4')],
    [`weight: '$number($answers.Kundennummer)'`, instead(kg, '$answers.Kundennummer')],
    [`weight: '$number($answers.Kundennummer) * 2'`, instead(kg, '$answers.Kundennummer')],
    [`weight: '$answers.q6 != "" ? $number($answers.q6)'`, instead(kg, '$answers.q6')],
    [`weight: '$round($number($replace($answers.q6, ",", ".")), 1)'`, instead(kg, '$answers.q6')],
    [`doctor: {template: "{${insured}}"}`, instead(doctor, insured)],
    [`doctor: {template: "Praxis {${insured}}"}`, instead(doctor, insured)],
    [`doctor: '$uppercase(${insured})'`, instead(doctor, insured)],
    [`insurance: '$trim(kontakt.kasse)'`, instead('kontakt.versicherung', 'kontakt.kasse')],
    [`insurance: {template: "{kontakt.kasse}"}`, instead('kontakt.versicherung', 'kontakt.kasse')],
    [
      `insurance: 'kontakt.kasse = "AOK" ? "gesetzlich" : "privat"'`,
      instead('kontakt.versicherung', 'kontakt.kasse'),
    ],
    [`allergies: '$join($split(${insured}, ","), ", ")'`, instead('$answers.Allergien', insured)],
    [`allergies: '$exists($answers.q6) ? "ja" : "nein"'`, instead('$answers.Allergien', '$answers.q6')],
  ])('is reported by check and at the event, with its expression kept: %s', (rule, cure) => {
    const { paths, atEvent, hints } = told([rule]);
    const own = [rule.slice(0, rule.indexOf(':'))];
    expect({ paths, atEvent }).toEqual({ paths: own, atEvent: own });
    expect(hints.some(each => each.includes(cure))).toBe(true);
  });

  it('needs the words of the other answers in a comparison', () => {
    const [hint] = told([`sms.ok: '${contact} = "SMS"'`]).hints;
    expect(hint).toContain('compare it with the words of its answers');
    expect(told([`emergency.phone: '$answers.Handy ?? ""'`]).hints.join(' ')).not.toContain('compare');
  });

  it.each<readonly [string, readonly string[]]>([
    ['two comparisons', ['pregnant', 'anticoagulants'].map(key => `${key}: '$answers.q3 = "Ja"'`)],
    [
      'a comparison and a box',
      [`pregnant: '$answers.q3 = "Ja"'`, 'anticoagulants: {from: $answers.q3, as: boolean}'],
    ],
    ['two conversions', ['insurance: $trim($answers.q9)', 'doctor: $trim( $answers.q9 )']],
    ['two templates', ['insurance: {template: "A {$answers.q9}"}', 'doctor: {template: "A {$answers.q9}"}']],
  ])('is one value for two: %s', (_, rules) => {
    expect(told([...rules, `smoker: '$answers.q3 = "Nein"'`]).messages.join('\n')).toContain(
      'one value for two',
    );
  });

  it.each([
    `allergies: '${contact} = "Allergien"'`,
    `age: '$age($answers.Geburtsdatum)'`,
    `age: '2026 - $number($answers.Geburtsdatum)'`,
    `weight: '$number(${kg})'`,
    `weight: '$number($answers.Handy & $answers.Kundennummer)'`,
    `doctor: '$lookup({"AOK": "x"}, ${insured})'`,
    `doctor: {template: "https://x.example/{${insured}}"}`,
    `doctor: '$count(${insured}) > 0'`,
    `doctor: '$length(${insured})'`,
    `doctor: '$map(${insured}, function($each) { $each })'`,
    `doctor: {from: '$uppercase(${insured})', because: the insurer is the dentist}`,
    `doctor: '$trim(${doctor})'`,
    `remarks: {template: "Zahnarzt: {${doctor}}"}`,
    `sms.ok: '${sms} = "Ja"'`,
    `sms.ok: '"sms_erinnerung" in kontakt.kanal'`,
  ])('is not reported: %s', rule => {
    expect(told([rule])).toEqual({ paths: [], atEvent: [], hints: [], messages: [] });
  });

  it('does not take different choices of one question for one value', () => {
    const rules = [`smoker: '$answers.q1 = "A"'`, `pregnant: '$answers.q1 = "B"'`];
    expect(told(rules).messages.join('\n')).not.toContain('one value for two');
  });
});
