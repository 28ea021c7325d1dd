import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

const yaml = (rule: string, samples: readonly object[], key = 'additionalFields.field') => {
  const [name, field] = key.split('.');
  return [
    'source: website',
    'destination: salon',
    `operation: ${field ? 'updateCustomer' : 'persistCustomerData'}`,
    'set:',
    ...(field
      ? ['  id: customer', '  additionalFields:', `    ${field}: ${rule}`]
      : ['  appointmentId: customer', '  privacy: ok', '  terms: ok', '  minAge: ok', `  ${name}: ${rule}`]),
    'tests:',
    ...samples.map(
      (each, at) =>
        `  - {name: "s${at}", payload: ${JSON.stringify({ customer: 1, ok: true, ...each })}, skips: true}`,
    ),
    '',
  ].join('\n');
};

/** Returns the notes about another branch at an event. */
async function notesOf(
  rule: string,
  samples: readonly object[],
  event: object,
  key?: string,
): Promise<readonly Diagnostic[]> {
  const evaluation = await evaluateYaml(yaml(rule, samples, key), {
    payload: { customer: 2, ok: true, ...event },
  });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.filter(({ code }) => code === 'mapping/new-branch');
}

describe('an expression that gives a value by a part that no sample shows', () => {
  it.each([
    ['handy ? handy : parents.phone', [{ handy: '1' }], { parents: { phone: '2' } }, 'handy is false'],
    ['$exists(a) ? a : b', [{ a: '1', b: '2' }], { b: '2' }, '$exists(a) is false'],
    ['a ?: b', [{ a: '1', b: '2' }], { b: '2' }, 'a is false'],
    ['a ?? b', [{ a: '1', b: '2' }], { b: '2' }, 'is false'],
    [
      '\'kind = "Erst" ? "new" : kind = "Folge" ? "known" : "other"\'',
      [{ kind: 'Erst' }, { kind: 'Folge' }],
      { kind: 'Notfall' },
      'kind = "Folge" is false',
    ],
    [
      '\'kind = "Erst" ? "new" : "known"\'',
      [{ kind: 'Erst' }],
      { kind: 'Notfall' },
      'kind = "Erst" is false',
    ],
    ['\'a = "x" ? "1"\'', [{ a: 'x' }], { a: 'y' }, 'a = "x" is false'],
    ['\'a = "SMS" or b = "Fotos"\'', [{ a: 'SMS' }, { a: '' }], { b: 'Fotos' }, 'b = "Fotos" is true'],
    ['(a or b) ? "1" : "2"', [{ a: true }], { b: true }, 'a is false'],
    [
      '$number(age) > 17 ? phone : parents.phone',
      [{ age: 20, phone: '1' }],
      { age: 8, parents: { phone: '2' } },
      '$number(age) > 17 is false',
    ],
    ['$contains(a, "x") ? "with" : "without"', [{ a: 'xy' }], { a: 'ab' }, '$contains(a, "x") is false'],
    ['(a in ["x", "y"]) ? "1" : "2"', [{ a: 'x' }], { a: 'z' }, 'a in ["x", "y"]) is false'],
    ['$count(list) > 1 ? "several" : "one"', [{ list: [1, 2] }], { list: [1] }, '$count(list) > 1 is false'],
    ['$not(a = "x") ? "1" : "2"', [{ a: 'x' }], { a: 'y' }, '$not(a = "x") is true'],
    ['"Nr. " & (a ? a : b)', [{ a: '1' }], { b: '2' }, 'a is false'],
    ['$uppercase(a ? a : b)', [{ a: '1' }], { b: '2' }, 'a is false'],
    ['($x := a; $x ? $x : b)', [{ a: '1' }], { b: '2' }, '$x is false'],
    ['{from: "a ? a : b", as: date}', [{ a: '2026-01-01' }], { b: '2026-02-01' }, 'a is false'],
    ['{from: "a ? a : b", values: {x: X, y: Y}}', [{ a: 'x' }], { b: 'y' }, 'a is false'],
    ['pain ? pain : "0"', [{ pain: '3' }], { pain: '' }, 'pain is false'],
    ['a.b ? a.b : c', [{ a: { b: 'x' } }], { a: { b: '' }, c: 'y' }, 'a.b is false'],
    [
      '$lowercase(a) = "ja" ? b : c',
      [{ a: 'ja', b: '1' }],
      { a: 'nein', c: '2' },
      '$lowercase(a) = "ja" is false',
    ],
  ])('%s', async (rule, samples, event, condition) => {
    const written = /^['{]/.test(rule) ? rule : `'${rule}'`;
    const [note, ...others] = await notesOf(written, samples, event);
    expect(note?.message).toContain(`${condition} in the event`);
    expect(note?.severity).toBe('info');
    expect(others).toEqual([]);
    expect(await notesOf(written, [...samples, event], event)).toEqual([]);
    for (const sample of samples) expect(await notesOf(written, samples, sample)).toEqual([]);
  });

  it.each([
    ['a no', 'a = "x" ? true : false', [{ a: 'x' }], { a: 'y' }],
    ['nothing to read', 'a = "x" ? "1"', [{ a: 'x' }], {}],
    [
      'a condition on the elements of a list',
      'list[k = "x" or k = "y"].v',
      [{ list: [{ k: 'x', v: '1' }] }],
      { list: [{ k: 'y', v: '1' }] },
    ],
    ['a part for each element', '$join(list.(a ? a : b))', [{ list: [{ a: '1' }] }], { list: [{ b: '2' }] }],
    ['a header', '$exists($headers.x) ? a : b', [{ a: '1' }], { b: '2' }],
  ])('is not told for %s', async (_, rule, samples, event) => {
    expect(await notesOf(`'${rule}'`, samples, event)).toEqual([]);
  });

  it('is not told with a reason', async () => {
    const rule = '{from: "a ? a : b", because: either is the phone of the customer}';
    expect(await notesOf(rule, [{ a: '1' }], { b: '2' })).toEqual([]);
  });

  it('is a warning for a consent that is given', async () => {
    const rule = "'$exists(newsletter) ? newsletter : terms'";
    const [warning] = await notesOf(rule, [{ newsletter: true, terms: true }], { terms: true }, 'marketing');
    expect(warning?.severity).toBe('warning');
  });

  it('is told for answers of a form', async () => {
    const form = (given: Readonly<Record<string, string>>) => ({
      form_response: {
        definition: {
          fields: Object.keys(given).map(ref => ({ id: ref, ref, type: 'short_text', title: ref })),
        },
        answers: Object.entries(given).map(([ref, text]) => ({
          type: 'text',
          text,
          field: { id: ref, ref, type: 'short_text' },
        })),
      },
    });
    const text = yaml("'$answers.a ? $answers.a : $answers.b'", [form({ a: '1', b: '2' })]);
    const payload = { customer: 2, ...form({ b: '2' }) };
    const evaluation = await evaluateYaml(text, { payload, answers: answersOf('typeform', payload) });
    expect(codesOf(evaluation)).toContain('mapping/new-branch');
  });
});
