import { describe, expect, it } from 'vitest';
import { doubtsOfCall } from '../../src/check/call/doubtful-values.ts';
import {
  bookingData,
  bookingMapping,
  codesOf,
  evaluateYaml,
  fieldMapping,
  requestOf,
} from './evaluate-yaml.ts';

/** Returns the codes or the hints of the doubtful values in a call. */
async function doubtsFor(
  text: string,
  payload: unknown,
  what: 'code' | 'hint' = 'code',
): Promise<readonly (string | undefined)[]> {
  const evaluation = await evaluateYaml(text, { payload });
  expect(codesOf(evaluation)).toEqual([]);
  return evaluation.kind === 'call'
    ? doubtsOfCall(evaluation.call).map(each => each[what])
    : [evaluation.kind];
}
const placeholder = ['mapping/placeholder-value'];
const escaped = ['mapping/escaped-html'];
const asText = ['mapping/false-as-text'];

describe('a doubtful value that is sent is reported', () => {
  it.each([
    ['a placeholder', 'a', { a: '{{first_name}}' }, placeholder],
    ['a word for nothing', 'a', { a: ' n/a ' }, placeholder],
    ['one in a list', '{from: a, as: list}', { a: ['x', '-', 'null'] }, placeholder],
    ['one in an expression', '$uppercase(a)', { a: 'n/a' }, placeholder],
    ['one in a template', '{template: "Form of {a}"}', { a: 'undefined' }, placeholder],
    ['escaped HTML', 'a', { a: 'M&#252;ller' }, escaped],
    ['escaped HTML in a template', '{template: "Form of {a}"}', { a: 'M&uuml;ller' }, escaped],
    ['both in a list', '{from: a, as: list}', { a: ['-', 'A &amp; B', '-'] }, [...placeholder, ...escaped]],
    ['false', 'a', { a: false }, asText],
    ['false as a text', 'a', { a: 'False' }, asText],
    ['false of one of two', '{from: "a ? a : b"}', { a: false, b: false }, asText],
    ['false in a list', '{from: a, as: list}', { a: ['x', false] }, asText],
  ])('as %s', async (_, rule, payload, codes) => {
    expect(await doubtsFor(fieldMapping(rule), payload)).toEqual(codes);
  });

  it.each([
    ['an ordinary text', 'a', { a: 'Nuts, pollen & dust; AT&T' }],
    ['true', 'a', { a: true }],
    ['zero', 'a', { a: 0 }],
    ['a comparison', '{from: "a = 1", as: boolean}', { a: 2 }],
    ['yes or no', '{from: a, as: boolean}', { a: false }],
    ['yes or no in a template', '{template: "Newsletter: {a}"}', { a: false }],
    ['a literal of the mapping', '{value: n/a}', {}],
    ['a literal expression', `'"-"'`, {}],
    ['a default', '{from: a, default: "-"}', {}],
    ['a result of a table', '{from: a, values: {x: "-"}}', { a: 'x' }],
    ['a key of a table', '{from: a, values: {"-": nothing}}', { a: '-' }],
    ['a date', '{from: a, as: date}', { a: '2026-03-31' }],
  ])('and nothing is reported for %s', async (_, rule, payload) => {
    expect(await doubtsFor(fieldMapping(rule), payload)).toEqual([]);
  });

  it('and with a line for the rule alone, because empty: counts for each rule', async () => {
    const payload = { a: { b: 'n/a' } };
    const [found] = await doubtsFor(fieldMapping('a.b'), payload, 'hint');
    expect(found).toBe(
      `if this sender writes it for "empty", add empty: ["n/a"] to the source, which counts for every rule of it; if it is an answer elsewhere, write from: 'a.b = "n/a" ? null : a.b' here instead`,
    );
    const cured = await evaluateYaml(fieldMapping(`'a.b = "n/a" ? null : a.b'`), { payload });
    expect(codesOf(cured)).toEqual(['mapping/nothing-to-send']);
  });

  it.each([
    ['a value', 'a', 'add empty: ["{{name}}"] to the source'],
    ['a part of a template', '{template: "For {a}"}', 'add empty: ["{{name}}"] to the source'],
    ['a text that an expression joins', `'"For " & a'`, 'add the part to empty: of the source'],
  ])("with the sender's own word for an empty value, for %s", async (_, rule, hint) => {
    const [found] = await doubtsFor(fieldMapping(rule), { a: '{{name}}' }, 'hint');
    expect(found).toContain(hint);
  });

  it('also if it is a name that the sender composed', async () => {
    const text = bookingMapping('  firstName: first\n  name: last\n');
    const codes = (first: string, last: string) => doubtsFor(text, { ...bookingData, first, last });
    expect(await codes('Anna', 'undefined Müller')).toEqual(placeholder);
    expect(await codes('Anna null', 'NaN')).toEqual([...placeholder, ...placeholder]);
    expect(await codes('Nan', 'Null')).toEqual([]);
  });
});

describe('a word with which a person answers that there is nothing', () => {
  const codesFor = (key: string, v: string) => {
    const line = key === 'note' ? 'note: v' : `additionalFields: {${key}: v, other: {value: x}}`;
    return doubtsFor(fieldMapping('{value: x}').replace(/ {2}additionalFields:\n.*\n/, `  ${line}\n`), { v });
  };
  const words = ['none', 'NONE', ' none ', 'keine', 'Keine', 'nothing', 'nichts', 'no', 'nein', 'nada'];

  it.each(['allergies', 'emergency.contact', 'remarks', 'comment', 'note'])(
    'is an answer in %s',
    async key => {
      for (const word of words) expect(await codesFor(key, word), word).toEqual([]);
    },
  );

  it.each(['allergies', 'comment', 'note'])('is none of the marks of senders in %s', async key => {
    const marks = [
      '-',
      'N/A',
      'n/a',
      'null',
      'undefined',
      '{{x}}',
      '/',
      'k. A.',
      '(none)',
      '--None--',
      'None',
      'NIL',
    ];
    for (const mark of marks) expect(await codesFor(key, mark), mark).toEqual(placeholder);
  });

  it.each(['city', 'email', 'first_name', 'company', 'phone', 'website'])('is none in %s', async key => {
    for (const word of ['none', 'None']) expect(await codesFor(key, word), word).toEqual(placeholder);
  });

  it('is an answer with a capital only to a question, since Python writes None for no value', async () => {
    const answered = await evaluateYaml(
      fieldMapping('{answer: Allergies}').replace('    f:', '    allergies:'),
      {
        payload: {},
        answers: { Allergies: 'None' } as never,
      },
    );
    if (answered.kind !== 'call') throw new Error(answered.kind);
    expect(answered.call.additionalFields).toHaveLength(1);
    expect(doubtsOfCall(answered.call)).toEqual([]);
  });

  it('is none of the name of a person', async () => {
    const text = bookingMapping('  firstName: first\n  name: last\n');
    const codes = await doubtsFor(text, { ...bookingData, first: 'Anna', last: 'None' });
    expect(codes).toEqual(placeholder);
  });
});

describe('a value that identifies the person', () => {
  const words = [
    '-',
    'null',
    'undefined',
    '{{contact.id}}',
    '[object Object]',
    '%%ID%%',
    'none',
    '#N/A',
    false,
  ];

  it.each(words)('is never %j', async word => {
    const booking = { ...bookingData, appointment: word, participant: 'p1' };
    const text = bookingMapping('  appointmentParticipantId: participant\n  customerId: customer\n');
    const ofBooking = (payload: object) => evaluateYaml(text, { payload: { ...booking, ...payload } });
    expect(await ofBooking({})).toMatchObject({ kind: 'failed' });
    expect(await ofBooking({ appointment: 'a1', participant: word })).toMatchObject({ kind: 'failed' });
    expect(await ofBooking({ appointment: 'a1', customer: word })).toMatchObject({ kind: 'failed' });
    expect((await ofBooking({ appointment: 'a1' })).kind).toBe('call');
  });

  it.each(words)('is never the link %j, which would be the same for many people', async word => {
    const text = `link: id\n${fieldMapping('f').replace('{value: "7", because: test}', '$linked')}`;
    const evaluation = await evaluateYaml(text, {
      payload: { id: word, f: 'x' },
      links: { [String(word)]: '1001' },
    });
    expect(evaluation.kind).toBe('failed');
    expect(requestOf(evaluation)).toBe('failed');
  });
});

describe('a value that cannot be converted because it is a placeholder', () => {
  it.each([
    ['{from: a, as: date}', false, 'empty: [false]'],
    ['{from: a, as: date, parse: dd.MM.yyyy}', '-', 'empty: ["-"]'],
    ['{from: a, as: number}', 'n/a', 'empty: ["n/a"]'],
    ['{from: a, as: phone, country: DE}', 'null', 'empty: ["null"]'],
    ['{from: a, as: boolean}', '--', 'empty: ["--"]'],
    ['{from: a, as: date}', '0000-00-00', 'empty: ["0000-00-00"]'],
  ])('gets a hint how to make it count as empty: %s %j', async (rule, a, hint) => {
    const evaluation = await evaluateYaml(fieldMapping(rule), { payload: { a } });
    const [fault] = evaluation.kind === 'failed' ? evaluation.diagnostics : [];
    expect(fault).toMatchObject({ code: 'mapping/invalid-value', hint: expect.stringContaining(hint) });
  });
});
