import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function told(rule: string, samples: readonly object[], event: object): Promise<readonly string[]> {
  const tests = samples.map((payload, at) => ({ name: `s${at}`, payload, skips: true }));
  const text = `${fieldMapping(rule)}tests: ${JSON.stringify(tests)}\n`;
  const found = await evaluateYaml(text, { payload: event });
  return 'diagnostics' in found
    ? found.diagnostics.flatMap(({ code, message }) => (code === 'mapping/set-by-absence' ? [message] : []))
    : [];
}

const items = (...all: object[]) => ({ items: all.map(each => ({ kind: 'a', qty: 1, ...each })) });
const sample = items({ fee: 3 }, { fee: 4 });

describe('an entry of a list that lacks the number', () => {
  it.each<[string, object]>([
    ['$sum(items.fee)', items({ fee: 3 }, {})],
    ['$sum(items.fee)', items({ fee: 3 }, { price: 4 })],
    [`'$sum(items.(fee * qty))'`, items({ fee: 3 }, {})],
    [`'$sum(items.$number(fee))'`, items({ fee: 3 }, {})],
    [`'$sum(items[kind = "a"].fee)'`, items({ fee: 3 }, {})],
    ['$average(items.fee)', items({ fee: 3 }, {}, {})],
    ['$max(items.fee)', items({ fee: 3 }, {})],
    ['$count(items.fee)', items({ fee: 3 }, { fee: null })],
    [`'$round($sum(items.fee), 2)'`, items({ fee: 3 }, {})],
  ])('is told: %s of %j', async (rule, event) => {
    const [first, ...others] = await told(rule, [sample], event);
    expect(first).toContain('every entry in the samples of the mapping has it');
    expect(others).toEqual([]);
    expect(await told(rule, [sample, event], event)).toEqual([]);
    const from = rule.startsWith("'") ? rule : `'${rule}'`;
    expect(await told(`{from: ${from}, because: free ones have none}`, [sample], event)).toEqual([]);
  });

  it.each<[string, object]>([
    ['$sum(items.fee)', items({ fee: 3 }, { fee: 0 })],
    ['$sum(items.fee)', items({ fee: 3 })],
    [`'$sum(items[kind = "a"].fee)'`, items({ fee: 3 }, { kind: 'b' })],
    [`'$sum(items.(qty ? fee * qty : 0))'`, items({ fee: 3 }, { qty: 0 })],
    ['$count(items)', items({ fee: 3 }, {})],
    [`'$join(items.kind, ", ")'`, items({ fee: 3 }, {})],
    ['$sum(items.fee)', { items: [] }],
  ])('is not told: %s of %j', async (rule, event) => {
    expect(await told(rule, [sample], event)).toEqual([]);
  });

  it('is not told without a sample, or if an entry of a sample lacks it', async () => {
    expect(await told('$sum(items.fee)', [], items({ fee: 3 }, {}))).toEqual([]);
    expect(await told('$sum(items.fee)', [items({ fee: 1 }, {})], items({ fee: 3 }, {}))).toEqual([]);
  });
});
