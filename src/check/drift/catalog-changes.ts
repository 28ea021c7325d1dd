import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { quoted } from '../fault.ts';
import { catalogDrift, type FieldDrift, type PropertyChange } from './catalog-drift.ts';
import { driftWords } from './drift-words.ts';

/** One difference between two reads of a live configuration. */
export interface CatalogChange {
  readonly kind:
    | 'added'
    | 'removed'
    | 'replaced'
    | 'renamed'
    | 'titled'
    | 'retyped'
    | 'choices'
    | 'required'
    | 'validator'
    | 'appointment'
    | 'status-added'
    | 'status-removed';
  /** The previous keyName (for a new field, the current one); for a status its name. */
  readonly name: string;
  /** The new keyName, if the field was renamed. */
  readonly to?: string;
  /** The change as a whole sentence for people, without a time. */
  readonly words: string;
}

/** The compared parts of a live configuration. */
export type Comparable = Pick<CatalogSnapshot, 'fields' | 'statuses' | 'statusesListedAt'>;

/**
 * Returns the changes between two reads of a live configuration that matter to a mapping: its fields in their
 * current order, then the removed ones, then the status names. Every change of a field is a separate entry.
 */
export function catalogChanges(before: Comparable, after: Comparable): CatalogChange[] {
  return [
    ...catalogDrift(before.fields, after.fields).flatMap(fieldChanges),
    ...statusChanges(before, after),
  ];
}

function fieldChanges(drift: FieldDrift): CatalogChange[] {
  const { kind } = drift;
  if (kind === 'added' || kind === 'removed' || kind === 'replaced') return [change(kind, drift)];
  return [
    ...(kind === 'renamed' ? [change('renamed', { ...drift, changes: [] })] : []),
    ...drift.changes.flatMap(each => {
      const what = kinds[each.property];
      return what ? [change(what, { ...drift, kind: 'changed', changes: [each] })] : [];
    }),
  ];
}

/** The kind of change for each property; undefined if it does not matter to a mapping. */
const kinds: Readonly<Record<PropertyChange['property'], CatalogChange['kind'] | undefined>> = {
  type: 'retyped',
  choices: 'choices',
  validator: 'validator',
  required: 'required',
  belongs: 'appointment',
  name: 'titled',
  texts: undefined,
  shown: undefined,
};

function change(kind: CatalogChange['kind'], drift: FieldDrift): CatalogChange {
  const now = 'after' in drift ? drift.after.keyName : undefined;
  const name = 'before' in drift ? drift.before.keyName : drift.after.keyName;
  return {
    kind,
    name,
    ...(now !== undefined && now !== name && { to: now }),
    words: `the field ${driftWords(drift)}`,
  };
}

/**
 * The API lists its status names only in a refusal, but then all of them. A name is removed if it was known
 * and a later list does not contain it, and new if an earlier list did not contain it. Names that are only
 * declared in the config are not changes.
 */
function statusChanges(before: Comparable, after: Comparable): CatalogChange[] {
  if (after.statusesListedAt === null || after.statusesListedAt === before.statusesListedAt) return [];
  const old = learned(before);
  const now = learned(after);
  const fresh = before.statusesListedAt === null ? [] : without(now, old);
  return [
    ...without(old, now).map(
      (name): CatalogChange => ({
        kind: 'status-removed',
        name,
        words: `the customer status ${quoted(name)} is gone`,
      }),
    ),
    ...fresh.map(
      (name): CatalogChange => ({
        kind: 'status-added',
        name,
        words: `the customer status ${quoted(name)} is new`,
      }),
    ),
  ];
}

function learned({ statuses }: Comparable): string[] {
  return statuses.filter(status => status.origin !== 'declared').map(status => status.name);
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter(name => !known.has(name));
}
