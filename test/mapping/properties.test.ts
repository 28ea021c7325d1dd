import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { presenceOf } from '../../src/expressions/convert/presence.ts';
import { changeText } from '../../src/inbox/call.ts';
import { requestView } from '../../src/inbox/request-view.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { truthOf } from '../../src/mapping/evaluate/truth.ts';
import { mappingOf } from './evaluate-yaml.ts';

const rules = `
    plain: a
    nested: b.c
    joined: {template: "{a} {b.c}"}
    table: {from: a, values: {x: y, "1": z}, otherwise: null}
    strict: {from: a, values: {x: y}}
    folded: {from: a, values: {X: y}, ignoreCase: true, otherwise: o}
    text: {from: a, as: text}
    number: {from: a, as: number}
    boolean: {from: a, as: boolean}
    date: {from: a, as: date}
    patterns: {from: a, as: date, parse: [dd.MM.yyyy, X], zone: Europe/Berlin}
    phone: {from: a, as: phone, country: DE}
    list: {from: a, as: list, separator: ";"}
    fallback: {from: a, default: d}
    computed: {from: "$string(a) & b.c"}
    poison: a.__proto__.polluted
    constructor: a.constructor`;

const mapping = (onInvalid: string, more = '') =>
  mappingOf(`source: s
destination: d
link: link
onInvalid: ${onInvalid}
operation: updateCustomer
set:
  id: {value: "7"}
  note: a
  customerStatus: b.c
  additionalFields:${rules}${more}
`);

const keys = fc.constantFrom('a', 'b', 'c', 'link', '__proto__', 'constructor', 'toString', 'polluted');
const leaf = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    'X',
    '1',
    'yes',
    'ja',
    '31.02.2024',
    '2024-02-29',
    '0170 1234567',
    '1.234',
    '__proto__',
  ),
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { payload } = fc.letrec(tie => ({
  payload: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('payload'), { maxLength: 3 }),
    fc.dictionary(keys, tie('payload'), { maxKeys: 5, noNullPrototype: false }),
  ),
}));
/** Like a received body, in which `__proto__` is an ordinary key. */
const received = fc
  .dictionary(keys, payload, { maxKeys: 6 })
  .map(value => JSON.parse(JSON.stringify(value)) as unknown);

const evaluateFor = (which: ReturnType<typeof mapping>, value: unknown) =>
  evaluate(
    which,
    {
      payload: value,
      answers: undefined,
      headers: {},
      query: {},
      body: value,
      event: { id: 'e', source: 's', receivedAt: '2026-03-01T12:00:00.000Z' },
    },
    { people: 'p', findLink: async () => undefined },
  );

describe('for any payload', () => {
  const failing = mapping('fail');
  const dropping = mapping('drop');

  it('an evaluation throws nothing, sends only texts, and clears only by rules that clear', async () => {
    await fc.assert(
      fc.asyncProperty(received, async value => {
        for (const which of [failing, dropping]) {
          const evaluation = await evaluateFor(which, value);
          if (evaluation.kind !== 'call') continue;
          expect(evaluation.call.operation).toBe('updateCustomer');
          const { call } = evaluation;
          for (const { change } of call.additionalFields) {
            expect('set' in change).toBe(true);
            expect(typeof changeText(change)).toBe('string');
            expect(changeText(change).trim()).not.toBe('');
          }
          for (const [name, text] of Object.entries(requestView(call))) {
            if (name !== 'additionalFields') expect(text).toEqual(expect.stringMatching(/\S/));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a value is cleared only by a rule that clears, and only if it is missing or empty', async () => {
    const clearing = mapping(
      'drop',
      '\n    emptied: {from: a, whenEmpty: clear}\n    removed: {from: a, whenMissing: clear}',
    );
    await fc.assert(
      fc.asyncProperty(received, async value => {
        const evaluation = await evaluateFor(clearing, value);
        if (evaluation.kind !== 'call') return;
        const cleared = evaluation.call.additionalFields
          .filter(field => 'clear' in field.change)
          .map(field => field.key);
        const a = await jsonata('a').evaluate(value);
        const wanted = { missing: ['removed'], empty: ['emptied'], present: [] }[presenceOf(a)];
        expect(cleared).toEqual(wanted);
      }),
      { numRuns: 200 },
    );
  });

  it('dropping leads to a call or a skip, and never to a failure because of a value', async () => {
    await fc.assert(
      fc.asyncProperty(received, async value => {
        const evaluation = await evaluateFor(dropping, value);
        if (evaluation.kind !== 'failed') return;
        expect(evaluation.diagnostics.map(each => each.path)).toContain('link');
      }),
      { numRuns: 200 },
    );
  });

  it('no shared object is changed', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const poisoned = JSON.parse(
      '{"a": {"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": 1}}}}',
    );
    const evaluation = await evaluateFor(dropping, poisoned);
    expect(evaluation.kind).toBe('call');
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('a condition is true as $boolean of JSONata defines it', async () => {
    const boolean = jsonata('$boolean(value)');
    await fc.assert(
      fc.asyncProperty(payload, async value => {
        const plain = JSON.parse(JSON.stringify({ value })) as { value: unknown };
        expect(truthOf(plain.value)).toBe((await boolean.evaluate(plain)) ?? false);
      }),
      { numRuns: 500 },
    );
  });
});
