import { describe, expect, it } from 'vitest';
import type { CatalogSnapshot, FieldConfiguration } from '../../src/booking/field.ts';
import { catalogChanges } from '../../src/check/catalog-changes.ts';
import { catalogOf, fieldOf, listed, now } from './catalog.ts';

const old = fieldOf({ id: 7, keyName: 'topics', name: 'Themen', type: 'selection', selectItems: ['A', 'B'] });

function fieldsOf(...fields: FieldConfiguration[]): CatalogSnapshot {
  return catalogOf({ fields });
}

function wordsFor(changes: Partial<FieldConfiguration>): string[] {
  return catalogChanges(fieldsOf(old), fieldsOf({ ...old, ...changes })).map(each => each.words);
}

describe('what changed in a catalog', () => {
  it('is nothing where nothing did that matters', () => {
    expect(catalogChanges(fieldsOf(old), fieldsOf({ ...old, listOrder: 9, hidden: true }))).toEqual([]);
  });

  it.each<[Partial<FieldConfiguration>, string]>([
    [{ keyName: 'themes' }, 'the field "topics" (Themen) was renamed to "themes"'],
    [{ name: 'Wünsche' }, 'the field "topics" (Wünsche) was shown as "Themen" before'],
    [
      { type: 'text', selectItems: null },
      'the field "topics" (Themen) is of the type text now; it was selection',
    ],
    [{ selectItems: ['A'] }, 'the field "topics" (Themen) has no choice "B" any more'],
    [{ selectItems: ['B', 'A', 'C'] }, 'the field "topics" (Themen) has the new choice "C"'],
    [{ valueRequired: true }, 'the field "topics" (Themen) must have a value now'],
    [{ validatorRegexp: '^x$' }, 'the field "topics" (Themen) has a validator now: ^x$'],
    [{ appointmentSpecific: true }, 'the field "topics" (Themen) belongs to the appointment now'],
  ])('is told for %j', (changes, words) => {
    expect(wordsFor(changes)).toEqual([words]);
  });

  it('is all that changed of one field, under its old name and its new one', () => {
    const changed = { ...old, keyName: 'themes', type: 'checkbox_group', selectItems: ['B', 'C'] };
    const changes = catalogChanges(fieldsOf(old), fieldsOf(changed));
    expect(changes.map(each => each.kind)).toEqual(['renamed', 'retyped', 'choices', 'choices']);
    expect(changes.every(each => each.name === 'topics' && each.to === 'themes')).toBe(true);
  });

  it('tells a renamed field whose old name another one took', () => {
    const fresh = fieldOf({ id: 8, keyName: 'topics', name: 'Themen' });
    const changes = catalogChanges(fieldsOf(old), fieldsOf(fresh, { ...old, keyName: 'topics_old' }));
    expect(changes).toMatchObject([
      { kind: 'renamed', name: 'topics', to: 'topics_old' },
      { kind: 'added', name: 'topics' },
    ]);
  });

  it('goes by the keyName where the ids say nothing', () => {
    const a = fieldOf({ id: 0, keyName: 'a' });
    const b = fieldOf({ id: 0, keyName: 'b' });
    expect(catalogChanges(fieldsOf(a, b), fieldsOf(b, { ...a, keyName: 'c' }))).toMatchObject([
      { kind: 'removed', name: 'a' },
      { kind: 'added', name: 'c' },
    ]);
    expect(catalogChanges(fieldsOf(old), fieldsOf({ ...old, id: 99 }))).toEqual([]);
  });

  it('tells of status names only what two lists of the API say', () => {
    const first = catalogOf(listed(now, 'VIP', 'Gast'));
    expect(catalogChanges(catalogOf(), first)).toEqual([]);
    expect(catalogChanges(first, catalogOf(listed(now + 1, 'Gast', 'Neu')))).toMatchObject([
      { kind: 'status-removed', name: 'VIP', words: 'the customer status "VIP" is gone' },
      { kind: 'status-added', name: 'Neu' },
    ]);
    const confirmed = catalogOf({ statuses: [{ name: 'VIP', origin: 'confirmed', at: now }] });
    expect(catalogChanges(confirmed, catalogOf(listed(now, 'Gast')))).toMatchObject([
      { kind: 'status-removed', name: 'VIP' },
    ]);
    const declared = catalogOf({ statuses: [{ name: 'VIP', origin: 'declared', at: now }] });
    expect(catalogChanges(declared, catalogOf(listed(now, 'Gast')))).toEqual([]);
    expect(catalogChanges(first, { ...first, statuses: [] })).toEqual([]);
  });
});
