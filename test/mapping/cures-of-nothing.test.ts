import { describe, expect, it } from 'vitest';
import { bookingData, bookingMapping, evaluateYaml, fieldMapping, parse } from './evaluate-yaml.ts';

async function hintsFor(text: string, payload: unknown): Promise<readonly (string | undefined)[]> {
  const evaluation = await evaluateYaml(text, { payload });
  return evaluation.kind === 'failed' ? evaluation.diagnostics.map(({ hint }) => hint) : [evaluation.kind];
}

describe('a required value that is missing in the event', () => {
  const boxes = [
    { name: 'agb', ticked: 'ja' },
    { name: 'datenschutz', ticked: 'ja' },
  ];

  it.each([
    ['boxes.agb', { boxes }, 'boxes is a list of questions: add answers: {each: boxes, key: name, value: …}'],
    [
      'form.boxes.agb',
      { form: { boxes } },
      'form.boxes is a list of questions: add answers: {each: form.boxes',
    ],
    ['boxes.agb.ticked', { boxes }, 'and write {answer: "agb"}'],
    ['{answer: agb}', {}, 'the source has no answers: say with answers: of the source'],
    ['boxes.other', { boxes }, 'only the person can give it'],
    ['boxes.agb', {}, 'only the person can give it'],
    ['boxen', { boxes: 'ja' }, 'the event has boxes: if that is meant, correct the path'],
  ])('is explained by the placeholder of the sender: %s', async (rule, payload, words) => {
    const text = bookingMapping('').replace(/ {2}terms: .*/, `  terms: ${rule}`);
    const [hint] = await hintsFor(text, { ...bookingData, ...payload });
    expect(hint).toContain(words);
  });
});

describe('an event without a customer id', () => {
  const update = (id: string) =>
    `source: website\ndestination: salon\noperation: updateCustomer\nset: {id: ${id}, note: {value: x}}\n`;

  it.each([
    ['contact.nr', 'with when, as in when: $exists(contact.nr)'],
    ['\'fields[name="Nr"].value\'', 'leave them out with when'],
    ['{answer: Nr}', 'the source has no answers'],
  ])('may be of another kind, such as a test: %s', async (id, words) => {
    const [hint] = await hintsFor(update(id), { event: 'test' });
    expect(hint).toContain(words);
  });

  it.each([
    [{ type: 'DELETE', record: null, old_record: { nr: 7 } }, 'leave them out with when'],
    [{ current: { nr: 7 } }, 'the event has current.nr'],
  ])('gets no hint to read the values before a change: %j', async (payload, words) => {
    const [hint] = await hintsFor(update('record.nr'), payload);
    expect(hint).toContain(words);
  });

  it('is not of another kind if the id is empty', async () => {
    expect(await hintsFor(update('nr'), { nr: '' })).toEqual(['correct the value']);
  });
});

describe('an object instead of a single value', () => {
  it.each([
    ['contact', { contact: { name: 'Anna' } }, 'write contact.name'],
    ['a.b', { a: { b: { werte: 'x' } } }, 'write a.b.werte'],
    ['a', { a: { werte: ['x', 'y'] } }, 'write a.werte'],
    ['a', { a: { one: 1, two: 2 } }, undefined],
    ['a', { a: {} }, 'nothing'],
    ['a.b', { a: { b: { label: 'lockig', id: 'o9' } } }, 'write a.b.label'],
    ['a', { a: [{ id: 'o9', value: 'lockig' }] }, 'write a.value'],
    ['{from: a, as: date}', { a: { date: '1988-03-14 00:00:00.000000', timezone: 'UTC' } }, 'write a.date'],
    ['{from: a, as: boolean}', { a: { text: 'I agree', accepted: true } }, 'write a.accepted'],
    [
      '{from: a, as: date}',
      { a: { day: '14', month: '3', year: '1988' } },
      'write template: "{a.year}-{a.month}-{a.day}" in place of it, with parse: yyyy-M-d',
    ],
  ])('gets a hint with the only value inside it: %s of %j', async (rule, payload, hint) => {
    const [found] = await hintsFor(fieldMapping(rule), payload);
    if (hint !== 'nothing') expect(found).toBe(hint);
  });
});

describe('a key in the wrong place', () => {
  const reported = (head: string) =>
    parse(
      `source: website\ndestination: salon\noperation: updateCustomer\n${head}\nset:\n  id: nr\n  note: note\n`,
    )
      .diagnostics.filter(({ code }) => code === 'yaml/unknown-key')
      .map(({ message, hint }) => `${message}: ${hint}`);

  it.each([
    'answers: fields',
    'empty: [false]',
    'split: events',
    'eventId: id',
    'preset: typeform',
    'people: crm',
  ])('that belongs to the source is reported with its place: %s', line => {
    const key = line.split(':')[0];
    expect(reported(line)).toEqual([
      `${key} is a key of the source, and stands in the config: write the line in config.yaml, below sources: website:`,
    ]);
  });

  it.each(['country: DE', 'zone: Europe/Berlin', 'format: dd.MM.yyyy', 'separator: ;', 'whenEmpty: clear'])(
    'that belongs to a rule is reported with defaults: %s',
    line => {
      expect(reported(line)[0]).toContain(`write defaults: {${line}}`);
    },
  );

  it('is otherwise reported with the allowed keys', () => {
    expect(reported('sorce: x')[0]).toContain('did you mean');
  });
});
