import { describe, expect, it } from 'vitest';
import { neverSetFields } from '../../src/history/unmapped/cover-sources.ts';
import type { Tallies } from '../../src/history/unmapped/fell-through.ts';
import { fieldOf } from '../check/catalog.ts';
import { mappingOf } from '../mapping/evaluate-yaml.ts';

const fields = [fieldOf({ keyName: 'hair' }), fieldOf({ keyName: 'skin' }), fieldOf({ keyName: 'unmapped' })];

function mappingFor(source: string, destination: string, rules: string) {
  const text = `source: ${source}\ndestination: ${destination}\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields: {${rules}}\n`;
  return { ...mappingOf(text), name: source };
}

/** Returns the number of values that each field got from its rule, in ten events of a source. */
function tallied(source: string, gave: Readonly<Record<string, number>>): Tallies {
  const rules = Object.entries(gave).map(
    ([key, times]) => [`additionalFields.${key}`, { events: 10, gave: times, losses: new Map() }] as const,
  );
  return new Map([[source, new Map(rules)]]);
}

describe('the fields that never had a value', () => {
  const form = mappingFor('form', 'salon', 'hair: h, skin: s');
  const crm = mappingFor('crm', 'salon', 'skin: s');

  it('are those whose rules returned nothing in any event of all their sources', () => {
    const examined = { sources: new Set(['form']), tallies: [tallied('form', { hair: 0, skin: 3 })] };
    expect(neverSetFields(fields, 'salon', [form], examined)).toEqual([{ field: fields[0], events: 10 }]);
  });

  it('do not include those that another mapping fills', () => {
    const tallies = [tallied('form', { hair: 1, skin: 0 }), tallied('crm', { skin: 1 })];
    expect(
      neverSetFields(fields, 'salon', [form, crm], { sources: new Set(['form', 'crm']), tallies }),
    ).toEqual([]);
    const none = [tallied('form', { hair: 1, skin: 0 }), tallied('crm', { skin: 0 })];
    expect(
      neverSetFields(fields, 'salon', [form, crm], { sources: new Set(['form', 'crm']), tallies: none }),
    ).toEqual([{ field: fields[1], events: 20 }]);
  });

  it('are unknown if a source was not examined, or no event was wanted', () => {
    const tallies = [tallied('form', { hair: 1, skin: 0 })];
    expect(neverSetFields(fields, 'salon', [form, crm], { sources: new Set(['form']), tallies })).toEqual([]);
    expect(neverSetFields(fields, 'salon', [form], { sources: new Set(['form']), tallies: [] })).toEqual([]);
    expect(neverSetFields(fields, 'nord', [form], { sources: new Set(['form']), tallies })).toEqual([]);
  });
});
