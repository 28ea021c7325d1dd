import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

async function reported(rule: string, payload: object, key = 'allergies'): Promise<readonly string[]> {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${key}: ${rule}\n`;
  return codesOf(await evaluateYaml(text, { payload: { nr: 7, ...payload } }));
}

const uuid = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const options = (id: unknown, label = 'label') => ({ fields: [{ options: [{ id, [label]: 'Nüsse' }] }] });

describe('the id of an option in place of its text', () => {
  it.each([
    ['a.id', { a: { id: 'opt_7', label: 'Nüsse' } }],
    ['a.id', { a: { id: 7, label: 'Nüsse' } }],
    ['a.id', { a: { id: 3, title: 'Stammkunde' } }],
    ['a.key', { a: { key: 'nuts', text: 'Nüsse' } }],
    ['a.value', { a: { value: 'choice_2', label: 'Nüsse' } }],
    ['a.option_id', { a: { option_id: 12, name: 'Nüsse' } }],
    ['v', { v: 'opt_7', ...options('opt_7') }],
    ['v', { v: 'choice-2', ...options('choice-2') }],
    ['v', { v: uuid, ...options(uuid, 'text') }],
    ['v', { v: '5f3a9c0d1e2b3c4d5e6f7a8b', ...options('5f3a9c0d1e2b3c4d5e6f7a8b') }],
    ['v', { v: 'recA1b2C3d4E5f6G7', ...options('recA1b2C3d4E5f6G7', 'name') }],
    ['v', { v: 'selA1b2C3d4E5f6G7', ...options('selA1b2C3d4E5f6G7', 'name') }],
    ['v', { v: [uuid], ...options(uuid, 'text') }],
    ['{from: v, as: list}', { v: [uuid, 'x'], ...options(uuid, 'text') }],
    ['fields.value', { fields: [{ value: uuid, options: [{ id: uuid, text: 'Nüsse' }] }] }],
    ['v', { v: 'item_12', ...options('item_12', 'caption') }],
  ])('is reported: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual(['mapping/other-name']);
  });

  it.each([
    ['a.label', { a: { id: 'opt_7', label: 'Nüsse' } }],
    ['v', { v: 'opt_7' }],
    ['v', { v: 'Nüsse', ...options('opt_7') }],
    ['v', { v: 'Option A', ...options('Option A') }],
    ['v', { v: 'red', ...options('red') }],
    ['{from: a.id, because: the account has the ids}', { a: { id: 7, label: 'Nüsse' } }],
    ['{from: a.id, values: {"7": Nüsse}}', { a: { id: 7, label: 'Nüsse' } }],
    ['contact.id', { contact: { id: uuid, name: 'Anna', email: 'a@example.org' } }],
    ['id', { id: uuid, name: 'Anna' }],
    ['a.id', { a: { id: 'x7' } }],
    ['a.id', { a: { id: 'Nüsse', label: 'Nüsse' } }],
    ['a.value', { a: { value: 'Nüsse', label: 'Allergien' } }],
    ['a.value', { a: { value: 5, label: 'Allergien' } }],
    ['a.value', { a: { value: 'ch9300762011623852957', label: 'IBAN' } }],
    ['a.value', { a: { value: 'CH5604835012345678009', label: 'IBAN' } }],
    ["'$string(a.id)'", { a: { id: 7, label: 'Nüsse' } }],
  ])('is not reported if it is meant, or if it is no id: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual([]);
  });

  it.each(['crm.id', 'externalId', 'Kunden-Nr', 'reference', 'uuid'])(
    'is right for a field for ids: %s',
    async key => {
      expect(await reported('a.id', { a: { id: 'opt_7', label: 'Nüsse' } }, `"${key}"`)).toEqual([]);
    },
  );

  it('is not looked for if two questions have the name, and the answer is left out', async () => {
    const answers = { 'PLZ 1': '4105', 'PLZ 2': '8001' };
    const text = `source: website\ndestination: salon\nonInvalid: drop\noperation: updateCustomer\nset:\n  id: nr\n  note: note\n  additionalFields:\n    zip: {answer: PLZ}\n`;
    const found = await evaluateYaml(text, { payload: { nr: 7, note: 'x' }, answers });
    expect(codesOf(found)).not.toContain('mapping/lost-zero');
  });
});

const survey = (answer: unknown, labels: readonly string[] = ['Google', 'A friend', 'Doctor']) => ({
  answers: [
    { id: 'q1', value: answer },
    { id: 'q9', value: 'x' },
  ],
  form: {
    questions: [
      { id: 'q1', label: 'How?', options: labels.map((label, at) => ({ id: `o${at + 1}`, label })) },
      { id: 'q9', label: 'Other', options: [{ id: 'p1', label: 'Dog' }] },
    ],
  },
});

describe('the id of an option of a question that stands elsewhere', () => {
  const byId = 'answers[id="q1"].value';
  it.each([
    [`'${byId}'`, survey('o2')],
    [`{from: '${byId}', as: list}`, survey(['o1', 'o3'])],
    [`'${byId} ? ${byId} : null'`, survey('o2')],
    [`{template: '{${byId}}'}`, survey('o2')],
    ['v', { v: 'o2', ...survey('x') }],
    ['q1', { q1: 3, form: [{ id: 'q1', label: 'How?', choices: [{ id: 3, text: 'A friend' }] }] }],
    ['q1', { q1: '12', form: [{ id: 'q1', label: 'How?', items: [{ id: '12', text: 'A friend' }] }] }],
  ])('is reported: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual(['mapping/other-name']);
  });

  it.each([
    [`'form.questions[id="q1"].options[id = $$.${byId}].label'`, survey('o2')],
    ['v', { v: '3', form: [{ id: 'q1', label: 'How?', choices: [{ id: '3', text: 'A friend' }] }] }],
    ['v', { v: 'B2', form: [{ id: 'q1', label: 'Level', choices: [{ id: 'B2', text: 'B2 (good)' }] }] }],
    ['v', { v: 'o7', ...survey('o2') }],
    ['v', { v: 'friend', form: [{ id: 'v', label: 'H', options: [{ id: 'friend', label: 'A friend' }] }] }],
    [`{from: '${byId}', because: the account has the ids}`, survey('o2')],
    [`{from: '${byId}', values: {o1: Google, o2: A friend, o3: Doctor}}`, survey('o2')],
  ])('is not reported if the label is sent, or if it is no id: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual([]);
  });
});

describe('a table whose keys are ids of options', () => {
  it.each([
    ['{o1: Google, o2: Doctor, o3: A friend}', ['Google', 'A friend', 'Doctor'], 'o2'],
    ['{o1: Google, o2: Doctor, o3: A friend}', ['Google', 'A friend', 'Doctor'], 'o3'],
    ['{o1: Yoga, o2: Pilates, o3: Physiotherapie}', ['Yoga', 'Pilates', 'Massage'], 'o3'],
    ['{o1: "true", o2: "true"}', ['Yes please', 'No thanks'], 'o2'],
    ['{o1: ja, o2: ja}', ['Ja, gern', 'Nein, danke'], 'o2'],
  ])('is reported if the label says otherwise: %s with %j', async (values, labels, answer) => {
    for (const from of ['q1', '"answers[id=\\"q1\\"].value"']) {
      const found = await reported(`{from: ${from}, values: ${values}}`, {
        q1: answer,
        ...survey(answer, labels),
      });
      expect(found).toEqual(['mapping/other-name']);
    }
  });

  it.each([
    ['{o1: Google, o2: Doctor, o3: A friend}', ['Google', 'A friend', 'Doctor'], 'o1'],
    ['{o1: Suchmaschine, o2: Empfehlung, o3: Arzt}', ['Google', 'A friend', 'Doctor'], 'o2'],
    ['{o1: Google, o2: Empfehlung, o3: Arzt}', ['Google', 'A friend', 'Doctor'], 'o2'],
    ['{o1: Yoga, o2: Pilates, o3: Massagen}', ['Yoga', 'Pilates', 'Massage'], 'o3'],
    ['{o1: google, o2: a friend, o3: doctor}', ['Google', 'A friend', 'Doctor'], 'o2'],
    ['{o1: "true", o2: "false"}', ['Yes please', 'No thanks'], 'o2'],
    ['{o1: "true", o2: "false"}', ['Yes please', 'No thanks'], 'o1'],
  ])('is not reported if it fits, or has words of its own: %s with %j', async (values, labels, answer) => {
    expect(
      await reported(`{from: q1, values: ${values}}`, { q1: answer, ...survey(answer, labels) }),
    ).toEqual([]);
  });
});
