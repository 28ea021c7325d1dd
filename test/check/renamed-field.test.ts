import { describe, expect, it } from 'vitest';
import { carryOver } from '../../src/booking/catalog/carry-over.ts';
import { checkCall } from '../../src/check/call/check-call.ts';
import { checkMapping } from '../../src/check/check-mapping.ts';
import { renamedField } from '../../src/check/names/renamed-field.ts';
import type { Diagnostic, Edit } from '../../src/diagnostics/diagnostic.ts';
import { printDiagnostics } from '../../src/diagnostics/print.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { catalogOf, fieldOf, now } from './catalog.ts';

const file = 'mappings/intake.yaml';
const text = `source: website
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    birth_date: dob     # as the form has it
tests:
  - name: a birthday
    payload: {customer: 1001, dob: 1.1.2000}
    expect:
      - {id: "1001", additionalFields: {"birth_date": 1.1.2000}}
`;
const before = [fieldOf({ id: 7, keyName: 'birth_date' }), fieldOf({ id: 8, keyName: 'zip' })];

/** The catalog after field 7 got another keyName. */
function renamedTo(keyName: string, more: readonly ReturnType<typeof fieldOf>[] = []) {
  const after = [
    fieldOf({ id: 7, keyName, name: 'Geburtstag' }),
    fieldOf({ id: 8, keyName: 'zip' }),
    ...more,
  ];
  return catalogOf({ fields: carryOver(before, after) });
}

function check(yaml: string, catalog: ReturnType<typeof catalogOf>): Diagnostic[] {
  const { mapping } = parseMapping(file, yaml, { readFile: () => new Uint8Array() });
  return mapping ? checkMapping(mapping, catalog, 'salon') : [];
}

function applied(yaml: string, edits: readonly Edit[]): string {
  const lines = yaml.split('\n');
  for (const { place, text: replacement } of edits.toReversed()) {
    const line = lines[place.line - 1] ?? '';
    const start = place.column - 1;
    lines[place.line - 1] = line.slice(0, start) + replacement + line.slice(start + (place.length ?? 0));
  }
  return lines.join('\n');
}

describe('a renamed field', () => {
  it('is recognised by its id, and the lines to change are listed', () => {
    const found = check(text, renamedTo('birthdate'));
    expect(printDiagnostics(found, () => text, { color: false })).toBe(
      `mappings/intake.yaml:7:5: error: the field "birth_date" of salon was renamed to "birthdate" (Geburtstag) [check/renamed-field]
  |
7 |     birth_date: dob     # as the form has it
  |     ^^^^^^^^^^
  path: additionalFields.birth_date
  hint: change lines 7 and 12: write birthdate
`,
    );
  });

  it.each([
    ['birthdate', 'birthdate'],
    ['person.birth-date', 'person.birth-date'],
    ['Tag der Geburt', '"Tag der Geburt"'],
    ['yes', '"yes"'],
    ['12', '"12"'],
    ['a: {b}', '"a: {b}"'],
  ])('comes with a fix to %s that leaves all the rest as it is', (keyName, written) => {
    const catalog = renamedTo(keyName);
    const [found] = check(text, catalog);
    const mended = applied(text, found?.fix ?? []);
    expect(mended).toBe(text.replace('birth_date:', `${written}:`).replace('"birth_date"', written));
    expect(check(mended, catalog)).toEqual([]);
  });

  it('that the mapping writes with its new keyName too is not fixed automatically', () => {
    const both = text.replace('tests:', '    birthdate: other\ntests:');
    const [found] = check(both, renamedTo('birthdate'));
    expect(found).toMatchObject({
      code: 'check/renamed-field',
      hint: 'remove line 7: birthdate stands in line 8 already',
    });
    expect(found?.fix).toBeUndefined();
  });

  it('is found after several renamings, by each of its former names', () => {
    const first = carryOver(before, [fieldOf({ id: 7, keyName: 'dob' })]);
    const fields = carryOver(first, [fieldOf({ id: 7, keyName: 'birthdate' })]);
    expect(renamedField('birth_date', { fields })?.keyName).toBe('birthdate');
    expect(renamedField('dob', { fields })?.keyName).toBe('birthdate');
    const back = carryOver(fields, [fieldOf({ id: 7, keyName: 'dob' })]);
    expect(back[0]?.formerKeys).toEqual(['birth_date', 'birthdate']);
  });

  it('is not assumed if a field has the keyName now, or if ids are missing', () => {
    const replaced = renamedTo('birthdate', [fieldOf({ id: 9, keyName: 'birth_date' })]);
    expect(renamedField('birth_date', replaced)).toBeUndefined();
    const noIds = carryOver([fieldOf({ id: 0, keyName: 'a' })], [fieldOf({ id: 0, keyName: 'b' })]);
    expect(renamedField('a', { fields: noIds })).toBeUndefined();
    const doubled = carryOver(
      [fieldOf({ id: 7, keyName: 'a' })],
      [fieldOf({ id: 7, keyName: 'b' }), fieldOf({ id: 7, keyName: 'c' })],
    );
    expect(renamedField('a', { fields: doubled })).toBeUndefined();
  });

  it('holds the mapping when a call uses it', () => {
    const verdict = checkCall(
      {
        operation: 'updateCustomer',
        id: { text: '1001', origin: 'data' },
        additionalFields: [{ key: 'birth_date', change: { set: { text: '1.1.2000', origin: 'data' } } }],
      },
      {
        catalog: renamedTo('birthdate'),
        destination: 'salon',
        policy: { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false },
        validators: 'fail',
        now,
      },
    );
    expect(verdict).toMatchObject({
      kind: 'hold-mapping',
      diagnostics: [{ code: 'check/renamed-field', hint: 'write birthdate in the mapping' }],
    });
  });
});
