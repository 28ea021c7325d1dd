import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function told(rule: string, samples: readonly object[], event: object): Promise<readonly string[]> {
  const tests = samples.map((payload, at) => ({ name: `s${at}`, payload, skips: true }));
  const found = await evaluateYaml(`${fieldMapping(rule)}tests: ${JSON.stringify(tests)}\n`, {
    payload: event,
  });
  return 'diagnostics' in found
    ? found.diagnostics.flatMap(({ code, message }) => (code === 'mapping/set-by-absence' ? [message] : []))
    : [];
}

const sample = { fee: 3, tax: 1, twins: false, children: [] };

describe('a calculation without a value that every sample has', () => {
  it.each<[string, object]>([
    [`'$sum([fee, tax])'`, { fee: 5 }],
    [`'$string($max([fee, tax]))'`, { fee: 5 }],
    [`'(twins ? 1 : 0) + 1'`, { fee: 5 }],
    [`'$count(children) + 1'`, { fee: 5 }],
    ['$count(children)', { fee: 5 }],
    [`'fee + (tax ? tax : 0)'`, { fee: 5 }],
    [`'order.fee - (order.tax ?: 0)'`, { order: { fee: 5 } }],
  ])('is told: %s of %j', async (rule, event) => {
    const before = { ...sample, order: sample };
    const [first, ...others] = await told(rule, [before], event);
    expect(first).toMatch(/the event has no .*, which every sample of the mapping has/);
    expect(others).toEqual([]);
    expect(await told(rule, [before, event], event)).toEqual([]);
    const from = rule.startsWith("'") ? rule : `'${rule}'`;
    expect(await told(`{from: ${from}, because: it may be missing}`, [before], event)).toEqual([]);
  });

  it.each<[string, readonly object[], object]>([
    [`'$sum([fee, tax])'`, [sample], { fee: 5, tax: 0 }],
    [`'$sum([fee, tax])'`, [sample], { fee: 5, tax: null }],
    [`'$count(children)'`, [sample], { children: [] }],
    [`'(twins ? 1 : 0) + 1'`, [{ twins: true }], {}],
    [`'(twins ? 1 : 0) + 1'`, [{ twins: true }, {}], {}],
    [`'$exists(tax) ? fee + tax : fee'`, [sample], { fee: 5 }],
    [`'fee + (tax ?? 0)'`, [sample], { fee: 5 }],
    [`'fee & " EUR"'`, [sample], {}],
    [`'$sum(items.fee)'`, [{ items: [{ fee: 1 }] }], { items: [] }],
    [`'$sum([fee, tax])'`, [], { fee: 5 }],
  ])('is not told: %s with %j for %j', async (rule, samples, event) => {
    expect(await told(rule, samples, event)).toEqual([]);
  });
});
