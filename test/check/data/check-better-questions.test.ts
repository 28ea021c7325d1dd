import { describe, expect, it } from 'vitest';
import { checkBetterQuestions } from '../../../src/check/data/names/check-better-questions.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { mappingOf, storedOf } from '../trials.ts';

const form = {
  'Wie dürfen wir Sie erreichen?': 'SMS',
  'Allergien / Unverträglichkeiten': 'Nickel',
  Geburtsdatum: '3.7.1979',
  Natel: '079 123 45 67',
  'Was interessiert Sie?': 'Pflege',
  Newsletter: 'Ja',
  'Wie sind Sie auf uns aufmerksam geworden?': 'Google',
  Krankenkasse: 'Helsana',
  'E-Mail-Adresse': 'a@example.com',
  Beruf: 'Lehrerin',
  'Gibt es sonst etwas?': 'nein',
  'Welche?': 'x',
};

function told(
  lines: readonly string[],
  questions: Readonly<Record<string, string>> = form,
): readonly string[] {
  const listed = Object.entries(questions).map(([label, value], at) => ({
    keys: [`f${at + 1}`],
    labels: [label],
    value,
  }));
  const [trial] = storedOf({ fields: [] });
  const input = trial && { ...trial.input, answers: namedAnswers(listed) };
  const mapping = mappingOf(['additionalFields:', ...lines.map(line => `  ${line}`)]);
  const events = input ? [{ trial: { input }, scope: trialScope({ input }, { needsBody: false }) }] : [];
  return checkBetterQuestions(mapping, events).map(({ message }) => message);
}

describe('a question about another thing, beside the question about the field', () => {
  it.each([
    ['allergies: {answer: f1}', 'Allergien / Unverträglichkeiten'],
    ['allergies: {answer: "Wie dürfen wir Sie erreichen?"}', 'Allergien / Unverträglichkeiten'],
    ['allergies: $answers.f1', 'Allergien / Unverträglichkeiten'],
    ['allergies: {answer: Natel}', 'Allergien / Unverträglichkeiten'],
    ['allergies: {answer: Geburtsdatum}', 'Allergien / Unverträglichkeiten'],
    ['insurance: {answer: Natel}', 'Krankenkasse'],
    ['phone.mobile: {answer: Geburtsdatum}', 'Natel'],
    ['phone.mobile: {answer: f3, as: phone, country: CH}', 'Natel'],
    ['lead.source: {answer: Newsletter}', 'Wie sind Sie auf uns aufmerksam geworden?'],
    ['lead.source: {answer: f2}', 'Wie sind Sie auf uns aufmerksam geworden?'],
    ['birthdate: {answer: Natel}', 'Geburtsdatum'],
    ['email.private: {answer: Natel}', 'E-Mail-Adresse'],
    ['job: {answer: Krankenkasse}', 'Beruf'],
  ])('is reported: %s', (line, better) => {
    expect(told([line])).toEqual([expect.stringContaining(`while "${better}" has the name of the field`)]);
  });

  it.each([
    ['its own question', ['allergies: {answer: f2}']],
    ['its own question by its label', ['phone.mobile: {answer: Natel}', 'birthdate: {answer: f3}']],
    ['a question in other words', ['allergies: {answer: "Gibt es sonst etwas?"}']],
    ['a question that names nothing', ['allergies: {answer: "Welche?"}']],
    ['another rule reads it', ['allergies: {answer: f1}', 'allergies.old: {answer: f2}']],
    ['a template reads it', ['allergies: {answer: f1}', 'remark: {template: "{$answers.f2}"}']],
    ['a reason', ['allergies: {answer: f1, because: the labels were swapped}']],
    ['a field without a known name', ['cf_7: {answer: f1}']],
    ['no better question', ['hair.type: {answer: f3}']],
    ['a phone number of another kind', ['phone: {answer: Natel}']],
    ['a channel by its number', ['contact.by: {answer: f1}']],
    ['more words', ['contact.by: {answer: "Wie dürfen wir Sie erreichen?"}']],
    ['a value of two', ['allergies: $answers.f1 & $answers.f3']],
    ['a template of two', ['allergies: {template: "{$answers.f1} {$answers.f3}"}']],
  ])('is not reported: %s', (_, lines) => {
    expect(told(lines)).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['is empty', { ...form, 'Allergien / Unverträglichkeiten': '' }],
    ['is not there', { 'Wie dürfen wir Sie erreichen?': 'SMS', Beruf: 'x' }],
    [
      'is about more',
      { 'Wie dürfen wir Sie erreichen?': 'SMS', 'Allergien des Hundes und seiner Familie im Sommer': 'x' },
    ],
  ])('is not reported if the better question %s', (_, questions) => {
    expect(told(['allergies: {answer: f1}'], questions)).toEqual([]);
  });
});
