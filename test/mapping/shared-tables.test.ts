import { describe, expect, it } from 'vitest';
import type { DefaultsOf } from '../../src/config/defaults.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { evaluateYaml, fieldMapping, fieldOf, mappingOf, parse } from './evaluate-yaml.ts';

const head = 'tables: {size: {s: Small, l: Large}}\n';

describe('a look-up table by name', () => {
  it('is used by every rule that names it, with the other keys of the rule', async () => {
    const small = { set: { text: 'Small', origin: 'mapping' } };
    expect(await fieldOf('{from: a, values: size}', { a: 's' }, head)).toEqual(small);
    expect(await fieldOf('{from: a, values: size, ignoreCase: true}', { a: 'S' }, head)).toEqual(small);
    expect(await fieldOf('{from: a, values: size}', { a: 'm' }, head)).toEqual(['mapping/not-in-table']);
    const listed = await evaluateYaml(fieldMapping('{from: a, values: size, as: list}', head), {
      payload: { a: ['l', 's'] },
    });
    expect(listed).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'Large,Small' } } }] },
    });
  });

  it('keeps the places of its entries', () => {
    const { lookup } =
      mappingOf(fieldMapping('{from: a, values: size}', head)).additionalFields[0]?.rule ?? {};
    expect([...(lookup?.entries.values() ?? [])].map(({ place }) => place.line)).toEqual([3, 3]);
  });

  it('is checked in each rule that uses it, at its own place', () => {
    const { diagnostics } = parse(fieldMapping('{from: a, values: size, as: date}', head));
    expect(diagnostics.map(({ code, place }) => [code, place?.line])).toEqual([
      ['mapping/invalid-rule', 3],
      ['mapping/invalid-rule', 3],
    ]);
  });

  it.each([
    ['hair.type: {from: a, values: haare}', 'did you mean "hair"?'],
    ['Hair: {from: a, values: Haartypen}', 'did you mean "hair"?'],
    ['f: {from: a, values: hiar}', 'did you mean "hair"?'],
    ['often.comes: {from: a, values: wie_oft}', 'did you mean "often"?'],
    ['f: {from: a, values: haartypen}', 'add it at the head of the mapping'],
    ['hairless: {from: a, values: glatze}', 'add it at the head of the mapping'],
  ])('is suggested by its name, or by that of the field: %s', (rule, hint) => {
    const tables = 'tables: {hair: {a: glatt}, often: {b: nie}}\n';
    const { diagnostics } = parse(fieldMapping('a', tables).replace(/^ +f: .*$/m, `    ${rule}`));
    expect(diagnostics.find(({ code }) => code === 'mapping/unknown-table')?.hint).toContain(hint);
  });

  it('must be a table', () => {
    const { diagnostics } = parse(fieldMapping('{from: a, values: size}', 'tables: {size: large}\n'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml/wrong-type']);
  });
});

describe('a look-up table of the config', () => {
  const shared = Object.assign(() => undefined, { tables: { size: { s: 'Klein' }, other: { s: 'x' } } });
  const readFile = () => new Uint8Array();
  const read = (text: string, defaultsOf: DefaultsOf = shared) =>
    parseMapping('mappings/intake.yaml', text, { readFile, defaultsOf });
  const ofSize = fieldMapping('{from: a, values: size}');
  const entriesOf = ({ mapping }: ReturnType<typeof read>) =>
    [...(mapping?.additionalFields[0]?.rule.lookup?.entries ?? [])].map(([key, { value }]) => [key, value]);

  it('is used by the rules of every mapping; faults of its entries are reported at the rule', () => {
    const found = read(ofSize);
    expect(found.diagnostics).toEqual([]);
    expect(entriesOf(found)).toEqual([['s', 'Klein']]);
    const { entries } = found.mapping?.additionalFields[0]?.rule.lookup ?? {};
    expect([...(entries?.values() ?? [])][0]?.place).toMatchObject({ line: 7, column: 18 });
  });

  it('may have an entry that sends nothing', () => {
    const none = Object.assign(() => undefined, { tables: { size: { s: null } } });
    const found = read(ofSize, none);
    expect(found.diagnostics).toEqual([]);
    expect(entriesOf(found)).toEqual([['s', null]]);
  });

  it('gives way to one of the same name in the mapping', () => {
    expect(entriesOf(read(fieldMapping('{from: a, values: size}', head)))).toEqual([
      ['s', 'Small'],
      ['l', 'Large'],
    ]);
  });

  it('changes the version only of mappings that name it', () => {
    const changed = Object.assign(() => undefined, { tables: { size: { s: 'Klein' }, other: { s: 'y' } } });
    const ofOther = fieldMapping('{from: a, values: other}');
    expect(read(ofOther, changed).mapping?.version).not.toBe(read(ofOther).mapping?.version);
    expect(read(ofSize, changed).mapping?.version).toBe(read(ofSize).mapping?.version);
  });
});
