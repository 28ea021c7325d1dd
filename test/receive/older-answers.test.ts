import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { olderReaders } from './older-readers.ts';

/** Few names, so that keys, labels and references collide often. */
const name = fc.constantFrom(
  'a',
  'b',
  'Größe (cm)',
  'x y',
  '1',
  '2',
  '2.1',
  '2.3',
  '__proto__',
  '',
  'first.name',
);
const text = fc.oneof(name, fc.constantFrom('["p","q"]', '[1', 'Nüsse'));
const value = fc.oneof(
  text,
  fc.constantFrom(null, 0, 3, true, false),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(name, text, { maxKeys: 2 }),
);
const odd = fc.oneof({ weight: 12, arbitrary: name }, { weight: 1, arbitrary: value });
const listOf = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 15, arbitrary: fc.array(entry, { maxLength: 6 }) }, { weight: 1, arbitrary: value });
const object = (each: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 15, arbitrary: fc.dictionary(name, each, { maxKeys: 6 }) },
    { weight: 1, arbitrary: value },
  );
const record = <Shape extends object>(shape: Shape) =>
  fc.record(shape as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });

const option = record({ id: name, text: name, name });
const answer = fc.record({
  type: fc.constantFrom('text', 'choice', 'choices', 'number', '__proto__'),
  text: value,
  number: value,
  choice: record({ label: name, other: name }),
  choices: record({ labels: fc.array(name, { maxLength: 2 }), other: name }),
  field: record({ ref: odd, id: odd }),
});
const label = record({ label: odd, value });

/** Payloads in the shape of each sender, and similar ones. */
const payloads: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  typeform: record({
    form_response: record({
      answers: listOf(answer),
      hidden: object(value),
      definition: record({ fields: listOf(record({ id: odd, ref: odd, title: odd })) }),
    }),
  }),
  'google-forms': record({ answers: object(value), namedValues: object(value) }),
  paperform: record({ data: listOf(record({ key: odd, custom_key: odd, title: odd, value })) }),
  'meta-leads': record({ value: record({ field_data: listOf(record({ name: odd, values: value })) }) }),
  jotform: record({
    rawRequest: fc.dictionary(
      fc.tuple(fc.constantFrom('q1_', 'q2_', 'q3', ''), name).map(parts => parts.join('')),
      value,
    ),
  }),
  calendly: record({
    payload: record({ questions_and_answers: listOf(record({ question: odd, answer: value })) }),
  }),
  'cal-com': record({
    payload: record({
      responses: object(fc.oneof(value, label)),
      userFieldsResponses: object(fc.oneof(value, label)),
    }),
  }),
  webflow: record({ triggerType: fc.constant('form_submission'), payload: record({ data: object(value) }) }),
  'google-ads': record({
    user_column_data: listOf(record({ column_id: odd, column_name: odd, string_value: value })),
  }),
  tally: record({
    data: record({
      fields: listOf(
        record({
          key: odd,
          label: odd,
          value,
          type: fc.constantFrom('MATRIX', 'DROPDOWN', 'CHECKBOXES', 'TEXT'),
          options: listOf(option),
          rows: listOf(option),
          columns: listOf(option),
        }),
      ),
    }),
  }),
  mautic: record({
    submission: record({ results: object(value) }),
    contact: record({ fields: object(object(record({ alias: odd, label: odd, value }))) }),
  }),
  'gravity-forms': fc.dictionary(name, value),
  elementor: fc.oneof(
    object(value),
    record({ fields: object(record({ title: odd, value, raw_value: value })) }),
  ),
};

/** Answers that older readers did not find: hidden fields of Typeform and chosen fields of Gravity Forms. */
function isNew(sender: string, payload: unknown, key: string): boolean {
  if (sender !== 'typeform') return false;
  const hidden: unknown = (payload as { form_response?: { hidden?: object } }).form_response?.hidden;
  return typeof hidden === 'object' && hidden !== null && Object.hasOwn(hidden, key);
}

describe('the answers of known senders, as older mappings read them', () => {
  it('are generated for each sender that has an older reader', () => {
    expect(Object.keys(payloads)).toEqual(Object.keys(olderReaders));
  });

  it.each(Object.keys(payloads))('have the same values under each name, in the same order: %s', sender => {
    let read = 0;
    fc.assert(
      fc.property(payloads[sender] ?? fc.constant(undefined), payload => {
        const before = olderReaders[sender]?.(payload);
        const now = answersOf(sender, payload);
        if (sender === 'gravity-forms' && before === undefined) return;
        expect(now === undefined).toBe(before === undefined);
        if (!before || !now) return;
        read += 1;
        const names = Object.keys(now).filter(
          key => Object.hasOwn(before, key) || !isNew(sender, payload, key),
        );
        expect(names.toSorted()).toEqual(Object.keys(before).toSorted());
        for (const each of names) expect(now[each]).toEqual(before[each]);
        if (sender !== 'typeform' && sender !== 'cal-com') expect(names).toEqual(Object.keys(before));
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(300);
  });
});
