import { describe, expect, it } from 'vitest';
import { answersSchema } from '../../../src/config/sources/answers-schema.ts';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { checkWith, mappingOf, storedOf } from '../trials.ts';

const lines = [
  'note: {answer: Bemerkung}',
  'additionalFields:',
  '  a: {answer: Allergien}',
  '  b: person.geburtstag',
  '  c: {template: "{ort}"}',
];

async function reported(payloads: readonly object[], given = lines, answers?: object) {
  const stored = storedOf(...payloads).map(trial => {
    const found = answers && answersOf(answersSchema.parse(answers), trial.input.payload);
    return { ...trial, input: { ...trial.input, answers: found } };
  });
  const diagnostics = await checkWith(mappingOf(given), stored);
  return diagnostics.flatMap(({ code, path }) => (code === 'check/path-never-matches' ? [path] : []));
}

describe('a mapping whose paths are in none of the events', () => {
  it('is reported from the first event, for each rule', async () => {
    const rules = ['note', 'additionalFields.a', 'additionalFields.b', 'additionalFields.c'];
    expect((await reported([{ kunde: 7, text: 'x' }])).toSorted()).toEqual(['id', ...rules].toSorted());
    expect((await reported([{ kunde: 7 }, { kunde: 8 }])).length).toBe(5);
    const list = {
      fragen: [
        { f: 'Haar', a: 'glatt' },
        { f: 'Ort', a: 'Ulm' },
      ],
    };
    const shape = { each: 'fragen', key: 'f', value: 'a' };
    expect(await reported([list], lines, shape)).toEqual(expect.arrayContaining(rules));
  });

  it.each([
    [[{ customer: 1 }]],
    [[{ ort: 'Ulm' }]],
    [[{ other: 1 }, { person: { geburtstag: '1.1.2000' } }]],
  ])('may be right if the events have some of the paths: %j', async payloads => {
    expect(
      (await reported(payloads)).filter(path => path !== 'note' && path !== 'additionalFields.a'),
    ).toEqual([]);
  });

  it('is not reported for a CRM that sends one property at a time', async () => {
    const events = [{ name: 'phone', value: '1' }];
    const rules = [
      'note: {answer: remark}',
      'additionalFields:',
      '  a: {answer: hair}',
      '  b: {answer: born}',
    ];
    expect(
      (await reported(events, rules, { key: 'name', value: 'value' })).filter(path => path !== 'id'),
    ).toEqual([]);
  });

  it('is not reported without events, or for two rules only', async () => {
    expect(await reported([])).toEqual([]);
    expect(await reported([{ kunde: 7 }], ['note: person.ort'])).toEqual([]);
  });
});
