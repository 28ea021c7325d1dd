import { describe, expect, it } from 'vitest';
import { checkReferences } from '../../src/mapping/check-references.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const head = 'source: crm\ndestination: salon\noperation: updateCustomer\nset:\n  id: a\n';

function faultsOf(set: string): readonly string[] {
  const { diagnostics } = parseMapping('a.yaml', `${head}${set}`, { readFile: () => new Uint8Array() });
  return diagnostics.map(({ code, message, hint }) => `${code}: ${message} (${hint})`);
}

describe('a key that the mapping lacks because another one is faulty', () => {
  it.each([
    ['  addtionalFields: {birthdate: b}\n', 'mapping/unknown-parameter: '],
    ['  additionalFields:\n    - birthdate: b\n', 'yaml/wrong-type: additionalFields must be a map'],
    ['  additionalFields: birthdate\n', 'yaml/wrong-type: additionalFields must be a map'],
    ['  noet: b\n', 'mapping/unknown-parameter: '],
  ])('is not told beside it: %j', (set, cause) => {
    expect(faultsOf(set)).toEqual([expect.stringContaining(cause)]);
  });

  it.each(['', '  additionalFields: {}\n', '  additionalFields:\n'])('is told without one: %j', set => {
    expect(faultsOf(set)).toContainEqual(expect.stringContaining('updateCustomer changes nothing'));
  });
});

it.each([
  '    - allergies: {from: c}',
  '      - allergies: {from: c}',
  '  - allergies: c',
  '    -   allergies: c',
])('a dash before a field is to be taken away: %s', line => {
  expect(faultsOf(`  additionalFields:\n    birthdate: b\n${line}\n    newsletter: d\n`)).toEqual([
    'yaml/syntax: a dash begins an entry of a list, and the lines around it are keys of a map (take away the dash)',
  ]);
});

it.each<[readonly string[], string]>([
  [['salon'], 'write destination: salon; if the event contains the name, write {from: ...}'],
  [['salon', 'studio'], 'if the event contains the name, write {from: ...}'],
  [['salon', 'laden'], 'did you mean "laden"?'],
])('an unknown destination has advice by the known ones: %j', (destinations, hint) => {
  const mapping = mappingOf(fieldMapping('a').replace('destination: salon', 'destination: ladne'));
  const known = {
    sources: new Map([[mapping.source, 1]]),
    destinations: new Map(destinations.map(each => [each, 1])),
  };
  expect(checkReferences(mapping, known).map(each => each.hint)).toEqual([hint]);
});
