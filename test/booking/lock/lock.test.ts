import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../../src/booking/catalog/field.ts';
import type { LockedCatalog } from '../../../src/booking/lock/locked-catalog.ts';
import { readLock } from '../../../src/booking/lock/read-lock.ts';
import { mergeStatuses, snapshotOfLock, withLock } from '../../../src/booking/lock/with-lock.ts';
import { sameCatalog, writeLock } from '../../../src/booking/lock/write-lock.ts';
import { catalogOf, fieldOf, listed, now } from '../../check/catalog.ts';

const file = 'catalog.lock.yaml';

function reread(
  catalogs: ReadonlyMap<string, LockedCatalog>,
): ReadonlyMap<string, LockedCatalog> | undefined {
  const { lock, diagnostics } = readLock(file, writeLock(catalogs));
  expect(diagnostics).toEqual([]);
  return lock?.catalogs;
}

function locked(fields: readonly FieldConfiguration[], rest: Partial<LockedCatalog> = {}): LockedCatalog {
  return { fields, fetchedAt: now, statuses: [], statusesListedAt: null, ...rest };
}

const text = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom(
    '007',
    'yes',
    'null',
    '1.50',
    '- a',
    '# b',
    'a: b',
    ' blank ',
    '{x}',
    '*a',
    'a\nb\n',
    '\t',
    '“',
    '~',
  ),
);

const anyField = fc
  .record({
    id: fc.integer({ min: 1 }),
    keyName: text,
    type: text,
    name: text,
    selectItems: fc.option(fc.array(text, { maxLength: 4 })),
    description: fc.option(text),
    valueRequired: fc.boolean(),
    validatorRegexp: fc.option(text),
    errorMessage: fc.option(text),
    appointmentSpecific: fc.boolean(),
    specificForLocationId: fc.option(fc.nat()),
    hidden: fc.boolean(),
    privacyConfidential: fc.boolean(),
    names: fc.record({ de: text, en: text }),
    formerKeys: fc.array(text, { minLength: 1, maxLength: 3 }),
  })
  .map(fieldOf)
  // The description of a choice list without its own description is the list of choices (API document 2.6).
  .map(field => ({ ...field, description: field.description ?? field.selectItems?.join('\n') ?? null }));

describe('the lock', () => {
  it('restores every field unchanged, whatever texts it has', () => {
    void fc.assert(
      fc.property(fc.uniqueArray(anyField, { selector: field => field.id, maxLength: 5 }), fields => {
        const [read] = reread(new Map([['salon', locked(fields)]]))?.values() ?? [];
        const byId = fields.toSorted((one, other) => one.id - other.id);
        expect(read?.fields.map(field => ({ ...field, listOrder: 1 }))).toEqual(byId);
      }),
    );
  });

  it('is the same text for the same catalogs, in any order', () => {
    const [a, b] = [fieldOf({ id: 1, keyName: 'a' }), fieldOf({ id: 2, keyName: 'b' })];
    const one = new Map([
      ['nord', locked([a])],
      ['salon', locked([b, a])],
    ]);
    const other = new Map([
      ['salon', locked([a, b])],
      ['nord', locked([a])],
    ]);
    expect(writeLock(one)).toBe(writeLock(other));
    expect(sameCatalog(locked([a, b]), locked([b, a], { fetchedAt: now + 1 }))).toBe(true);
    expect(sameCatalog(locked([a]), locked([{ ...a, errorMessage: 'no' }]))).toBe(false);
  });

  it('keeps status names, with the time and the way they became known', () => {
    const known = locked([], {
      ...listed(now - 5, 'VIP', 'Neukunde'),
      statuses: [
        { name: 'Neukunde', origin: 'listed', at: now - 5 },
        { name: 'Taken', origin: 'confirmed', at: now - 3 },
        { name: 'VIP', origin: 'listed', at: now - 5 },
      ],
    });
    expect(reread(new Map([['salon', known]]))?.get('salon')).toEqual(known);
  });

  it.each<[string, string, string]>([
    ['no YAML', 'version: [', 'yaml/syntax'],
    ['another version', 'version: 2\ndestinations: {}', 'yaml/wrong-type'],
    ['a key too many', 'version: 1\ndestinations: {}\nmore: 1', 'yaml/unknown-key'],
    ['no time', 'version: 1\ndestinations: {a: {read: soon, fields: []}}', 'yaml/wrong-type'],
    ['a list', '[]', 'yaml/wrong-type'],
  ])('that is %s is reported at its place', (_, yaml, code) => {
    const { lock, diagnostics } = readLock(file, yaml);
    expect(lock).toBeUndefined();
    expect(diagnostics.map(each => each.code)).toContain(code);
    expect(diagnostics[0]?.place?.file).toBe(file);
  });
});

describe('a catalog with a lock', () => {
  it('is the lock alone if no account is read, with the statuses of the config', () => {
    const snapshot = snapshotOfLock(locked([fieldOf({ id: 1, keyName: 'a' })], listed(now - 1, 'VIP')), [
      'New',
    ]);
    expect(snapshot?.fields.map(field => field.keyName)).toEqual(['a']);
    expect(snapshot?.statuses.map(each => `${each.origin} ${each.name}`)).toEqual([
      'listed VIP',
      'declared New',
    ]);
  });

  it('knows the names that a field has in the lock', () => {
    const before = locked([fieldOf({ id: 1, keyName: 'a', names: { en: 'A' }, formerKeys: ['older'] })]);
    const live = catalogOf({ fields: [fieldOf({ id: 1, keyName: 'b', names: { de: 'B' } })] });
    expect(withLock(live, before).fields[0]).toMatchObject({
      keyName: 'b',
      formerKeys: ['older', 'a'],
      names: { de: 'B', en: 'A' },
    });
  });

  it('uses the later list of statuses, and those accepted since', () => {
    const one = listed(now - 10, 'Old', 'VIP');
    const other = listed(now - 5, 'VIP', 'New');
    const merged = mergeStatuses(
      { ...one, statuses: [...one.statuses, { name: 'Taken', origin: 'confirmed', at: now - 1 }] },
      { ...other, statuses: [...other.statuses, { name: 'Said', origin: 'declared', at: now }] },
    );
    expect(merged.statusesListedAt).toBe(now - 5);
    expect(merged.statuses.map(({ name }) => name)).toEqual(['VIP', 'New', 'Taken', 'Said']);
  });
});
