import { describe, expect, it } from 'vitest';
import { checkUnread } from '../../src/check/data/names/check-literals.ts';
import { mappingOf, samplesOf } from '../check/trials.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

const payload = {
  customer: 1001,
  vorname: 'Anna',
  nachname: '',
  'Straße und Nr': 'Weg 1',
  contact: { email: 'a@example.com', tags: [{ name: 'x' }] },
};

/** Returns the hints for a rule when an event arrives. */
async function reported(rule: string): Promise<readonly string[]> {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload, answers: { dob: '2000-01-01' } });
  const fields = evaluation.kind === 'call' ? evaluation.call.additionalFields : [];
  return fields
    .flatMap(({ change }) => ('set' in change ? (change.set.doubts ?? []) : []))
    .filter(({ code }) => code === 'mapping/unread-path')
    .map(({ hint }) => (hint ?? '').replace(/; if this very text is meant.*/, ''));
}

/** Returns the hints of `check` with a sample. */
async function checked(rule: string, choices: readonly string[] = []): Promise<readonly string[]> {
  const mapping = mappingOf([`additionalFields: {f: ${rule}}`], { tests: [payload] });
  const found = checkUnread(mapping, await samplesOf(mapping), (_, text) => choices.includes(text));
  return found.map(({ hint }) => (hint ?? '').replace(/; if this very text is meant.*/, ''));
}

const from = (path: string, key = 'value') =>
  `to send the value of the path, write from: ${path} instead of ${key}`;
const template = (text: string) =>
  `to send the value of the path in the text, write template: with "${text}"`;

describe('a path or a placeholder in a text that is sent unchanged', () => {
  it.each([
    ['{value: contact.email}', from('contact.email')],
    ['{value: vorname}', from('vorname')],
    ['{value: $vorname}', from('vorname')],
    ['{value: contact.tags.name}', from('contact.tags.name')],
    ['{value: Straße und Nr}', from("'`Straße und Nr`'")],
    ['{template: contact.email}', from('contact.email', 'template')],
    ['{value: "{{vorname}}"}', from('vorname')],
    ['{value: "{{ contact.email }}"}', from('contact.email')],
    ['{value: "{vorname}"}', from('vorname')],
    ['{value: "{=vorname}"}', from('vorname')],
    [`{value: "\${vorname}"}`, from('vorname')],
    ['{value: "#{vorname}"}', from('vorname')],
    ['{value: "<%= vorname %>"}', from('vorname')],
    ['{value: "%vorname%"}', from('vorname')],
    ['{value: "[vorname]"}', from('vorname')],
    ['{value: "Hallo {{vorname}}!"}', template('Hallo {vorname}!')],
    ['{value: "Mail: contact.email"}', template('Mail: {contact.email}')],
    ['{template: "Mail: contact.email"}', template('Mail: {contact.email}')],
    ['{template: "Hallo $vorname!"}', template('Hallo {vorname}!')],
    ['{template: "Hallo :vorname"}', template('Hallo {vorname}')],
    ['{template: "Hallo [vorname]"}', template('Hallo {vorname}')],
    ['{template: "Hallo <contact.email>"}', template('Hallo {contact.email}')],
    ['{template: "Hallo #vorname#"}', template('Hallo {vorname}')],
    ['{value: "Hallo $vorname"}', template('Hallo {vorname}')],
    [
      '{template: "{vorname}: contact.email"}',
      'to send the value of the path, write {contact.email} for contact.email in the template',
    ],
    [
      '{from: nachname, default: contact.email}',
      "a default is sent literally; write from: 'nachname ? nachname : contact.email' without default",
    ],
    [
      '{from: vorname, values: {Anna: "{{nachname}}"}}',
      'a value of a table is sent literally; to send the value of the path, choose it in from:, as in \'vorname = "Anna" ? nachname : …\'',
    ],
    [
      '{from: vorname, values: {Bea: x}, otherwise: contact.email}',
      "a value of a table is sent literally; to send the value of the path, choose it in from:, as in '… ? contact.email : …'",
    ],
  ])('is reported by check and for the event: %s', async (rule, hint) => {
    expect(await checked(rule)).toEqual([hint]);
    expect(await reported(rule)).toEqual([hint]);
  });

  it.each([
    '{value: "{{first_name}}"}',
    '{value: "$answers.nope"}',
    '{value: "Siehe $body.x"}',
    '{value: "{answer: dob}"}',
    '{value: "{from: x}"}',
    '{template: "Siehe $headers.x"}',
    '{from: nachname, default: "{{unknown}}"}',
  ])('is reported without a path if none is near: %s', async rule => {
    const [hint = '', ...more] = await reported(rule);
    expect(more).toEqual([]);
    expect(hint).toContain('write its path in from:');
    expect(await checked(rule)).toHaveLength(1);
  });

  it('gets a hint with $answers if the event has them', async () => {
    expect(await reported('{value: $answers.dob}')).toEqual([from('$answers.dob')]);
  });

  it('gets a hint with a near path of the samples', async () => {
    expect(await checked('{value: "{{email}}"}')).toEqual([from('contact.email')]);
  });

  it.each([
    '{value: Website}',
    '{value: "Preis: 5 $"}',
    '{value: "a {b"}',
    '{value: "{\\"a\\": 1}"}',
    '{value: "100 % Rabatt, 5 % Skonto"}',
    '{value: "www.example.com/contact.email"}',
    '{value: "contact.phone"}',
    '{value: "[VIP]"}',
    '{template: "Siehe [1], <b>hier</b>, 5 $, a:vorname und #hashtag {vorname}"}',
    '{value: contact.email, because: it is a keyword}',
    '{value: "{{vorname}}", because: it is filled in later}',
    '{template: "vorname {vorname}"}',
    '{from: contact.email, values: {a@example.com: vorname}}',
    '{from: vorname, default: contact.email, values: {Anna: x}}',
    'contact.email',
  ])('is not reported: %s', async rule => {
    expect(await reported(rule)).toEqual([]);
  });

  it('is not reported if the word is a choice of the field, unless there are signs around it', async () => {
    expect(await checked('{value: vorname}', ['vorname'])).toEqual([]);
    expect(await checked('{value: "{vorname}"}', ['{vorname}'])).toHaveLength(1);
  });

  it('fails an event if it would identify the person', async () => {
    const text = fieldMapping('vorname')
      .replace('value: "7"', 'value: "{{customer}}"')
      .replace(', because: test', '');
    const evaluation = await evaluateYaml(text, { payload });
    expect(evaluation).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'mapping/unread-path' }] });
  });
});
