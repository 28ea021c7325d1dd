import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { explain } from '../../src/mapping/explain/explain.ts';
import { startRecording } from '../../src/mapping/explain/recording.ts';
import type { MappingTrace, PartOutcome } from '../../src/mapping/explain/trace.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const mapping = mappingOf(`source: s
destination: {from: place, default: salon}
when: $not(a = "never") and (b.c != "x" or $exists(a))
link: link
whenUnlinked: fail
onInvalid: drop
operation: updateCustomer
set:
  id: "$exists(number) ? number : $linked"
  note: {template: "{a} and {b.c}", whenEmpty: clear}
  customerStatus: {from: a, values: {x: y, "1": z}, otherwise: null}
  additionalFields:
    plain: a
    strict: {from: a, values: {x: y}}
    number: {from: a, as: number}
    boolean: {from: a, as: boolean, default: d}
    date: {from: a, as: date, parse: [yyyy-MM-dd, dd.MM.yyyy, X], zone: Europe/Berlin}
    phone: {from: a, as: phone, country: DE}
    list: {from: b, as: list, separator: ";"}
    cleared: {from: b.c, whenEmpty: clear, whenMissing: clear}
    required: {from: b.c, required: true}
    computed: "$uppercase(a) & b.c & $string($headers.\`x-tag\`)"
    shape: a.__proto__.constructor
`);

const keys = fc.constantFrom('a', 'b', 'c', 'link', 'number', 'place', '__proto__', 'constructor');
const leaf = fc.oneof(
  fc.constantFrom('', ' ', 'x', 'never', 'ja', '2024-02-29', '31.02.2024', '0170 1234567', '1.234', 'nord'),
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: false }),
  ),
}));
const received = fc
  .dictionary(keys, value, { maxKeys: 6 })
  .map(each => JSON.parse(JSON.stringify(each)) as unknown);

const links = fc.constantFrom(undefined, '1001');

/** Evaluates with and without a recorder. */
async function both(payload: unknown, linked: string | undefined) {
  const input = {
    payload,
    answers: undefined,
    headers: { 'x-tag': 'vip' },
    query: {},
    body: payload,
    event: { id: 'e', source: 's', receivedAt: '2026-03-01T12:00:00.000Z' },
  };
  const surroundings = { people: 'p', findLink: async () => linked };
  const evaluation = await evaluate(mapping, input, surroundings);
  const recording = startRecording();
  const recorded = await evaluate(mapping, input, { ...surroundings, record: recording.record });
  return { evaluation, recorded, recording };
}

/** The same payloads for each test, because evaluating one takes longer than looking at it. */
const runs = { numRuns: 300, seed: Number(process.env.SEED ?? Date.now() % 1_000_000_000) };
const looks = new Map<string, ReturnType<typeof lookAt>>();

/** Evaluates with and without a recorder, and explains; the same payload only once. */
function look(payload: unknown, linked: string | undefined) {
  const text = JSON.stringify([payload, linked]);
  const found = looks.get(text) ?? lookAt(payload, linked);
  looks.set(text, found);
  return found;
}

async function lookAt(payload: unknown, linked: string | undefined) {
  const before = JSON.stringify(payload);
  const { evaluation, recorded, recording } = await both(payload, linked);
  const trace = await explain(mapping, recording);
  return { evaluation, recorded, trace, isKept: JSON.stringify(payload) === before };
}

function outcomeOf(trace: MappingTrace, part: string): PartOutcome | undefined {
  return trace.parts.find(each => each.part === part)?.outcome;
}

describe('for any payload', () => {
  it('recording changes neither the evaluation nor the payload', async () => {
    await fc.assert(
      fc.asyncProperty(received, links, async (payload, linked) => {
        const { evaluation, recorded, isKept } = await look(payload, linked);
        expect(recorded).toEqual(evaluation);
        expect(isKept).toBe(true);
      }),
      runs,
    );
  });

  it('the trace shows for every field its part in the call', async () => {
    await fc.assert(
      fc.asyncProperty(received, links, async (payload, linked) => {
        const { evaluation, trace } = await look(payload, linked);
        expect(trace.wanted).toBe(evaluation.kind !== 'not-wanted');
        const lines = trace.parts.map(each => each.place.line);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
        if (evaluation.kind !== 'call') return;
        const sent = new Map(evaluation.call.additionalFields.map(each => [each.key, each.change]));
        for (const { key } of mapping.additionalFields) {
          const change = sent.get(key);
          const outcome = outcomeOf(trace, `additionalFields.${key}`);
          if (!change) expect(['left-out', 'wrong']).toContain(outcome?.kind);
          else if ('clear' in change) expect(outcome?.kind).toBe('cleared');
          else expect(outcome).toEqual({ kind: 'used', text: change.set.text });
        }
      }),
      runs,
    );
  });

  it('a value that is not sent has a reason and a hint, and a trace is plain JSON', async () => {
    await fc.assert(
      fc.asyncProperty(received, links, async (payload, linked) => {
        const { trace } = await look(payload, linked);
        expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
        for (const { part, outcome } of trace.parts) {
          if (outcome.kind === 'used' || outcome.kind === 'cleared' || part === 'link') continue;
          expect(outcome.why).toEqual(expect.stringMatching(/\S/));
          expect(outcome.advice).toEqual(expect.stringMatching(/\S/));
        }
      }),
      runs,
    );
  });
});

describe('an expression of a rule', () => {
  it.each(['evaluate', 'evaluateDirectly'] as const)('runs once in %s, recorded or not', async way => {
    let runs = 0;
    const plain = mappingOf(fieldMapping('a'));
    const counted = {
      ...plain,
      additionalFields: plain.additionalFields.map(field => {
        const { base } = field.rule;
        if (base.kind !== 'expression') throw new Error('the rule is an expression');
        const run = () => {
          runs += 1;
          return 'x';
        };
        const { evaluateDirectly: _, ...inJsonata } = base.expression;
        const expression =
          way === 'evaluate'
            ? { ...inJsonata, evaluate: async () => run() }
            : { ...base.expression, evaluateDirectly: run };
        return { ...field, rule: { ...field.rule, base: { ...base, expression } } };
      }),
    };
    const input = { payload: {}, answers: undefined, headers: {}, query: {}, body: {} };
    const event = { id: 'e', source: 's', receivedAt: '2026-03-01T12:00:00.000Z' };
    const surroundings = { people: 'p', findLink: async () => undefined };
    await evaluate(counted, { ...input, event }, surroundings);
    expect(runs).toBe(1);
    const { record } = startRecording();
    await evaluate(counted, { ...input, event }, { ...surroundings, record });
    expect(runs).toBe(2);
  });
});
