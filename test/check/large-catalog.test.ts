import { describe, expect, it } from 'vitest';
import { assessMapping } from '../../src/deliver/mappings/assess-mapping.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { countCalls } from '../count-calls.ts';
import { fieldOf, now } from './catalog.ts';

const rows = 3_000;

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

function mapping(rules: string): Mapping {
  const text = `source: crm\ndestination: salon\noperation: updateCustomer\nset:\n  id: {value: 1}\n${rules}`;
  const { mapping, diagnostics } = parseMapping('m.yaml', text, { readFile: () => Buffer.of() });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return mapping;
}

const table = (value: (index: number) => string) =>
  `from: a\n      values:\n${lines(rows, index => `        k${index}: ${value(index)}\n`)}`;
const mappings = {
  'unknown fields': mapping(
    `  additionalFields:\n${lines(rows, index => `    field${index}: a.f${index}\n`)}`,
  ),
  'values that are no choices': mapping(
    `  additionalFields:\n    lead:\n      ${table(index => `choice nr ${index}x`)}`,
  ),
  'unknown status names': mapping(`  customerStatus:\n      ${table(index => `status ${index}x`)}`),
};

/** Returns the diagnostics against an account with this number of fields, choices and status names. */
function mark(mapping: Mapping, size: number) {
  const names = Array.from({ length: size }, (_, index) => index);
  const choices = names.map(index => `choices ${index}`);
  const fields = [
    ...names.map(index => fieldOf({ keyName: `felder_${index}`, name: `Feld Nummer ${index}` })),
    fieldOf({ keyName: 'lead', type: 'selection', selectItems: choices }),
  ];
  const statuses = names.map(index => ({ name: `status ${index}`, origin: 'listed' as const, at: now }));
  const catalog = { version: 'v', fields, fetchedAt: now, statuses, statusesListedAt: now };
  const config = { sources: new Map([['crm', {}]]), destinations: new Map([['salon', {}]]) };
  const against = { config: { name: 'salon', validators: 'fail' }, catalog, changes: [] };
  return assessMapping(mapping, config as never, () => against as never, now);
}

describe('a mapping with thousands of faults against a large account', () => {
  it.each([
    ['unknown fields', 600_000],
    ['values that are no choices', 15_000_000],
    ['unknown status names', 5_000_000],
  ] as const)('is checked with little work: %s', (what, most) => {
    const calls = countCalls(() => {
      const { diagnostics, canOnlyFail } = mark(mappings[what], 500);
      expect(diagnostics).toHaveLength(rows);
      expect(canOnlyFail).toBeDefined();
    });
    expect(calls).toBeLessThan(most);
  });

  it('gets the nearest name for the first of them', () => {
    const { diagnostics } = mark(mappings['values that are no choices'], 10);
    expect(diagnostics[0]?.hint).toMatch(/did you mean "choices 0"\?/);
    expect(diagnostics.at(-1)?.hint).toBe('use one of the choices');
  });
});
