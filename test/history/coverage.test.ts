import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../src/booking/catalog/field.ts';
import type { SourceConfig } from '../../src/config/config.ts';
import { answersSchema } from '../../src/config/sources/answers-schema.ts';
import { compile } from '../../src/expressions/compile.ts';
import type { Expression } from '../../src/expressions/expression.ts';
import { writtenPaths } from '../../src/expressions/paths/written-paths.ts';
import { coverageOf, type SourceCoverage } from '../../src/history/unmapped/coverage-of.ts';
import { gatherWithLatest } from '../../src/history/unmapped/gather-paths.ts';
import { readByMappings } from '../../src/history/unmapped/read-by-mappings.ts';
import { valuePaths } from '../../src/history/unmapped/value-paths.ts';
import type { MappingInput } from '../../src/mapping/evaluate/evaluation.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { catalogOf, fieldOf } from '../check/catalog.ts';
import { aSource } from '../receive/a-source.ts';
import { senderEvents } from './sender-events.ts';

function expression(source: string): Expression {
  const compiled = compile(source);
  if (!('expression' in compiled)) throw new Error(source);
  return compiled.expression;
}

function mapping(set: string) {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\n${set}\n`;
  const parsed = parseMapping('/m/notes.yaml', text, { readFile: () => new Uint8Array() });
  if (!parsed.mapping) throw new Error(JSON.stringify(parsed.diagnostics));
  return parsed.mapping;
}

type Answers = SourceConfig['answers'];

async function cover(
  payloads: readonly object[],
  set: string,
  {
    answers,
    newest = 0,
    fields,
  }: { answers?: Answers; newest?: number; fields?: readonly FieldConfiguration[] } = {},
): Promise<SourceCoverage> {
  const source = aSource({ answers });
  const inputs = payloads.map(
    (payload): MappingInput => ({
      payload,
      answers: answersOf(answers, payload),
      headers: {},
      query: {},
      body: payload,
      event: { id: 'evt_1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z', type: 'form' },
    }),
  );
  const mappings = [mapping(set)];
  const config = { name: 'salon', validators: 'fail' } as const;
  const account = fields && (() => ({ catalog: catalogOf({ fields }), config }));
  const surroundings = { source, findLink: async () => undefined, account };
  const { all, latest } = await gatherWithLatest(inputs, mappings, surroundings, newest);
  const late = newest > 0 ? latest(newest) : undefined;
  return coverageOf({ source: 'website', from: 'events' }, all, late, readByMappings(mappings));
}

const names = (all: readonly { path: string }[]) => all.map(({ path }) => path);

describe('a question that the sender renamed', () => {
  const webhook = (title: string) => ({
    form_response: {
      definition: { fields: [{ id: 'aQ1', ref: 'r-1', title, type: 'short_text' }] },
      answers: [{ type: 'text', text: '276', field: { id: 'aQ1', ref: 'r-1' } }],
    },
  });
  const chip = (rule: string) => `set: {id: {value: "7", because: test}, additionalFields: {chip: ${rule}}}`;
  const webhooks = [webhook('Chipnummer'), webhook('Transpondernummer'), webhook('Transpondernummer')];

  it.each([
    ['{answer: Chipnummer}', [{ path: 'Transpondernummer', events: 2 }]],
    ['{answer: Transpondernummer}', [{ path: 'Chipnummer', events: 1 }]],
    ['{answer: r-1}', []],
    ['{answer: aQ1}', []],
    ['$answers."r-1"', []],
    [
      'form_response.token',
      [
        { path: 'Transpondernummer', events: 2 },
        { path: 'Chipnummer', events: 1 },
      ],
    ],
  ])('is unread under its other name, unless a rule reads its key: %s', async (rule, unread) => {
    const { questions } = await cover(webhooks, chip(rule), { answers: 'typeform' });
    expect(questions).toMatchObject(unread);
    expect(questions).toHaveLength(unread.length);
  });
});

describe('the paths of a payload', () => {
  it('contain the places of values, and no values', () => {
    const payload = {
      a: { b: [1, { c: null }, { c: 'x' }] },
      'ada@example.com': { 'a.b': true },
      '4915112345678': 'x',
    };
    expect([...valuePaths(payload)].sort()).toEqual([
      ['*', 1],
      ['*."a.b"', 1],
      ['a.b[]', 1],
      ['a.b[].c', 2],
    ]);
  });
});

describe('the paths of an expression', () => {
  it.each([
    ['a.b.c', ['a.b.c!']],
    ['$answers.topics', ['$answers.topics!']],
    ['$uppercase(a.b) & c', ['a.b', 'c']],
    ['list[key = "x"].value', ['list.value!', 'key']],
    ['a.*.b', ['a!', 'b']],
    ['$lookup($answers, "a b")', ['$answers']],
  ])('%s', (source, expected) => {
    const shown = writtenPaths(expression(source)).map(
      ({ variable, steps, isWhole }) =>
        [...(variable === undefined ? [] : [`$${variable}`]), ...steps].join('.') + (isWhole ? '!' : ''),
    );
    expect(shown.sort()).toEqual([...expected].sort());
  });
});

const lostIn = ({ fellThrough }: SourceCoverage) =>
  fellThrough.map(({ rule, kind, times, events, of, shapes }) => [
    rule,
    kind,
    `${times} in ${events} of ${of}`,
    ...shapes.map(each => `${each.shape} ${each.times}`),
  ]);

describe('values that are not sent', () => {
  it('are counted by rule, kind and shape', async () => {
    const payloads = [
      { customer: 1, plan: 'gold', topics: ['Farbe', 'Frabe', 'x'], born: '31.02.1990' },
      { customer: 2, plan: 'high', topics: ['Farbe'], born: '01.02.1990', kind: 'b' },
      { customer: 3, plan: 'tin', topics: 'Farbe', born: '' },
    ];
    const found = await cover(
      payloads,
      `set:
  id: customer
  customerStatus: {from: plan, values: {high: Stammkunde}, otherwise: null}
  additionalFields:
    interests: {from: topics, values: {Farbe: Farbe}, onInvalid: drop}
    born: {from: born, as: date, parse: dd.MM.yyyy, onInvalid: drop}
    deleted: {from: born, as: date, parse: yyyy, onInvalid: clear}
    kind: {from: kind, values: {a: A}}
    gone: never`,
    );
    expect(lostIn(found)).toEqual([
      ['additionalFields.gone', 'missing', '3 in 3 of 3'],
      ['customerStatus', 'otherwise', '2 in 2 of 3', 'aaaa 1', 'aaa 1'],
      ['additionalFields.deleted', 'cleared', '2 in 2 of 3', '99.99.9999 2'],
      ['additionalFields.kind', 'missing', '2 in 2 of 3'],
      ['additionalFields.interests', 'dropped-element', '2 in 1 of 3', 'Aaaaa 1', 'a 1'],
      ['additionalFields.born', 'dropped', '1 in 1 of 3', '99.99.9999 1'],
      ['additionalFields.born', 'empty', '1 in 1 of 3'],
      ['additionalFields.deleted', 'empty', '1 in 1 of 3'],
      ['additionalFields.kind', 'not-in-table', '1 in 1 of 3', 'a 1'],
    ]);
    expect(found.neverGave.map(({ rule }) => rule)).toEqual([
      'additionalFields.deleted',
      'additionalFields.kind',
      'additionalFields.gone',
    ]);
    expect(JSON.stringify(found)).not.toMatch(/gold|Frabe|1990/u);
  });

  it('do not include values that a table drops', async () => {
    const set = 'set: {id: customer, customerStatus: {from: plan, values: {gold: null}, otherwise: null}}';
    const found = await cover([{ customer: 1, plan: 'gold' }], set);
    expect(found.fellThrough).toEqual([]);
  });

  it('include values that the account refuses', async () => {
    const set = `set: {id: customer, additionalFields: {skin: {from: skin, onInvalid: drop}}}`;
    const skin = fieldOf({ keyName: 'skin', type: 'selection', selectItems: ['trocken', 'normal'] });
    const found = await cover(
      [
        { customer: 1, skin: 'Öl' },
        { customer: 2, skin: 'normal' },
      ],
      set,
      {
        fields: [skin],
      },
    );
    expect(lostIn(found)).toEqual([['additionalFields.skin', 'dropped', '1 in 1 of 2', 'Aa 1']]);
    expect(found.neverGave).toEqual([]);
  });
});

describe('coverage', () => {
  it('lists paths that no mapping reads, but not those below a read one', async () => {
    const payload = {
      customer: 1,
      person: { name: 'x', phone: 'y' },
      list: [{ key: 'k', value: 'v', more: 'm' }],
      other: { name: 'z' },
    };
    const found = await cover(
      [payload, payload],
      'set: {id: customer, note: "person.name & list[key = \\"k\\"].value"}',
    );
    expect(names(found.paths)).toEqual(['list[].more', 'person.phone', 'other.name'].sort());
    expect(found).toMatchObject({ events: 2, wanted: 2 });
  });

  it('does not list credentials as unmapped', async () => {
    const payload = {
      customer: 1,
      webhookURL: 'x',
      auth: { token: 'x', kind: 'y' },
      account: { password: 'z' },
    };
    const found = await cover([payload], 'set: {id: customer, note: note}');
    expect(names(found.paths)).toEqual(['auth.kind']);
  });

  it('leaves out events that no mapping wants, but counts them', async () => {
    const found = await cover(
      [{ customer: 1, x: 1 }, { abandoned: true }],
      'when: $exists(customer)\nset: {id: customer, note: note}',
    );
    expect(names(found.paths)).toEqual(['x']);
    expect(found.unwanted).toEqual([{ type: 'form', events: 1 }]);
  });

  it('lists questions by any of their names if a preset knows the answers', async () => {
    const events = (await senderEvents()).filter(({ mapping: { name } }) => name === 'tally');
    const payloads = events.map(({ archived }) => JSON.parse(Buffer.from(archived.event.body).toString()));
    const set = 'set: {id: "$answers.contact_id", note: "$answers.question_mVGEg3"}';
    const found = await cover(payloads, set, { answers: 'tally' });
    expect(names(found.questions)).toContain('Your e-mail address');
    expect(names(found.questions)).not.toContain('Do you have allergies?');
    expect(names(found.questions)).not.toContain('contact_id');
    expect(names(found.paths)).not.toContain('data.fields[].value');
    expect(names(found.paths)).toContain('data.respondentId');
  });

  it('reports significant new and missing paths', async () => {
    const old = Array.from({ length: 80 }, (_, at) => ({
      customer: at,
      note: 'x',
      ...(at % 40 === 0 && { rare: 1 }),
    }));
    const late = Array.from({ length: 20 }, (_, at) => ({ customer: at, skin: 'dry' }));
    const found = await cover([...old, ...late], 'set: {id: customer, note: note}', { newest: 20 });
    expect(found.lately).toEqual({
      newest: 20,
      before: 80,
      appeared: [{ path: 'skin', events: 20, isRead: false }],
      vanished: [{ path: 'note', events: 80, isRead: true }],
    });
    const few = await cover([...old.slice(0, 5), ...late.slice(0, 2)], 'set: {id: customer, note: note}', {
      newest: 2,
    });
    expect(few.lately).toBeUndefined();
  });

  it('reports new questions, also in nested lists', async () => {
    const asked = (at: number, more: readonly object[]) => ({
      customer: at,
      pages: [{ questions: [{ id: 'q1', text: 'Allergien', value: 'x' }] }, { questions: more }],
    });
    const old = Array.from({ length: 40 }, (_, at) => asked(at, []));
    const late = Array.from({ length: 20 }, (_, at) =>
      asked(at, [{ id: 'q2', text: 'Haarfarbe', value: 'rot' }]),
    );
    const found = await cover([...old, ...late], 'set: {id: customer, note: {answer: Allergien}}', {
      answers: answersSchema.parse({ each: 'pages.questions', key: 'id', label: 'text', value: 'value' }),
      newest: 20,
    });
    expect(found.lately?.appeared).toEqual([{ path: '$answers.Haarfarbe', events: 20, isRead: false }]);
    expect(names(found.questions)).toEqual(['Haarfarbe']);
  });
});
