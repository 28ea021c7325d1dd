import { describe, expect, it } from 'vitest';
import type { CatalogSnapshot, FieldConfiguration } from '../../src/booking/catalog/field.ts';
import { catalogChanges } from '../../src/check/drift/catalog-changes.ts';
import { catalogOf, fieldOf, listed, now } from './catalog.ts';

const old = fieldOf({ id: 7, keyName: 'topics', name: 'Themen', type: 'selection', selectItems: ['A', 'B'] });

function fieldsOf(...fields: FieldConfiguration[]): CatalogSnapshot {
  return catalogOf({ fields });
}

function wordsFor(changes: Partial<FieldConfiguration>): string[] {
  return catalogChanges(fieldsOf(old), fieldsOf({ ...old, ...changes })).map(each => each.words);
}

describe('the changes of a catalog', () => {
  it('are none if no relevant part differs', () => {
    expect(catalogChanges(fieldsOf(old), fieldsOf({ ...old, listOrder: 9, hidden: true }))).toEqual([]);
  });

  it.each<[Partial<FieldConfiguration>, string]>([
    [{ keyName: 'themes' }, 'the field "topics" was renamed to "themes" (Themen)'],
    [{ name: 'Wünsche' }, 'the field "topics" (Wünsche): its name was Themen, now Wünsche'],
    [{ type: 'text', selectItems: null }, 'the field "topics" (Themen): its type was selection, now text'],
    [{ selectItems: ['A'] }, 'the field "topics" (Themen): its choice "B" is gone'],
    [{ selectItems: ['B', 'A', 'C'] }, 'the field "topics" (Themen): its choice "C" is new'],
    [{ valueRequired: true }, 'the field "topics" (Themen): it was optional, now required'],
    [{ validatorRegexp: '^x$' }, 'the field "topics" (Themen): its validator was none, now ^x$'],
    [
      { appointmentSpecific: true },
      'the field "topics" (Themen): it was a field of the customer, now a field of the appointment',
    ],
  ])('is reported for %j', (changes, words) => {
    expect(wordsFor(changes)).toEqual([words]);
  });

  it('contain everything that changed in one field, with its old and its new name', () => {
    const changed = { ...old, keyName: 'themes', type: 'checkbox_group', selectItems: ['B', 'C'] };
    const changes = catalogChanges(fieldsOf(old), fieldsOf(changed));
    expect(changes.map(each => each.kind)).toEqual(['renamed', 'retyped', 'choices', 'choices']);
    expect(changes.every(each => each.name === 'topics' && each.to === 'themes')).toBe(true);
  });

  it('contain a renamed field, and another field that took its old name', () => {
    const fresh = fieldOf({ id: 8, keyName: 'topics', name: 'Themen' });
    const changes = catalogChanges(fieldsOf(old), fieldsOf(fresh, { ...old, keyName: 'topics_old' }));
    expect(changes).toMatchObject([
      {
        kind: 'replaced',
        name: 'topics',
        words: 'the field "topics" is another field now, of the same name; its type was selection, now text',
      },
      { kind: 'renamed', name: 'topics', to: 'topics_old' },
    ]);
  });

  it('are matched by keyName if the ids are missing', () => {
    const a = fieldOf({ id: 0, keyName: 'a' });
    const b = fieldOf({ id: 0, keyName: 'b' });
    expect(catalogChanges(fieldsOf(a, b), fieldsOf(b, { ...a, keyName: 'c' }))).toMatchObject([
      { kind: 'added', name: 'c' },
      { kind: 'removed', name: 'a' },
    ]);
    expect(catalogChanges(fieldsOf(old), fieldsOf({ ...old, id: 0 }))).toEqual([]);
  });

  it('contain a field that was deleted and created again, and its differences', () => {
    const anew = { ...old, id: 99, name: 'Wünsche', type: 'text', selectItems: null };
    expect(catalogChanges(fieldsOf(old), fieldsOf(anew)).map(({ words }) => words)).toEqual([
      'the field "topics" is another field now: Themen before, Wünsche now; its type was selection, now text',
    ]);
  });

  it('contain only those status names that two lists of the API prove', () => {
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
