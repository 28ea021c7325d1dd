import type { CatalogSnapshot, FieldConfiguration } from '../booking/field.ts';
import { fieldTitle, quoted, someOf } from './fault.ts';

/** One difference between two looks at a live configuration. */
export interface CatalogChange {
  readonly kind:
    | 'added'
    | 'removed'
    | 'renamed'
    | 'titled'
    | 'retyped'
    | 'choices'
    | 'required'
    | 'validator'
    | 'appointment'
    | 'status-added'
    | 'status-removed';
  /** The keyName as it was (as it is, where the field is new); for a status its name. */
  readonly name: string;
  /** The new keyName, where the field was renamed. */
  readonly to?: string;
  /** What changed, for people: the whole sentence, without a time. */
  readonly words: string;
}

/** What two looks at a live configuration compare. */
export type Comparable = Pick<CatalogSnapshot, 'fields' | 'statuses' | 'statusesListedAt'>;

/**
 * What changed between two looks at a live configuration, as far as it matters to a mapping: fields in the order in
 * which they were, then new ones, then the status names. A field is the same one where its id is (API document 2.6),
 * else where its keyName is; so a renamed field is told from a removed and a new one.
 */
export function catalogChanges(before: Comparable, after: Comparable): CatalogChange[] {
  const partners = pairFields(before.fields, after.fields);
  const kept = new Set(partners.values());
  return [
    ...before.fields.flatMap(field => fieldChanges(field, partners.get(field))),
    ...after.fields.filter(field => !kept.has(field)).map(added),
    ...statusChanges(before, after),
  ];
}

function pairFields(
  before: readonly FieldConfiguration[],
  after: readonly FieldConfiguration[],
): ReadonlyMap<FieldConfiguration, FieldConfiguration> {
  const partners = new Map<FieldConfiguration, FieldConfiguration>();
  const oldIds = ownIds(before);
  const byId = ownIds(after);
  for (const [id, field] of oldIds) {
    const same = byId.get(id);
    if (same) partners.set(field, same);
  }
  const taken = new Set(partners.values());
  const byKey = new Map(after.filter(field => !taken.has(field)).map(field => [field.keyName, field]));
  for (const field of before) {
    const same = partners.has(field) ? undefined : byKey.get(field.keyName);
    if (same) partners.set(field, same);
  }
  return partners;
}

/** The fields that can be told by their id: one that the API did not tell is kept as 0, and says nothing. */
function ownIds(fields: readonly FieldConfiguration[]): ReadonlyMap<number, FieldConfiguration> {
  const times = new Map<number, number>();
  for (const { id } of fields) times.set(id, (times.get(id) ?? 0) + 1);
  return new Map(fields.filter(({ id }) => id !== 0 && times.get(id) === 1).map(field => [field.id, field]));
}

function fieldChanges(old: FieldConfiguration, field: FieldConfiguration | undefined): CatalogChange[] {
  const name = old.keyName;
  if (field === undefined)
    return [{ kind: 'removed', name, words: `the field ${fieldTitle(old)} is gone (archived or deleted)` }];
  const to = field.keyName === name ? {} : { to: field.keyName };
  const say = (kind: CatalogChange['kind'], words: string): CatalogChange => ({
    kind,
    name,
    ...to,
    words: `the field ${fieldTitle(kind === 'renamed' ? old : field)} ${words}`,
  });
  const changes: CatalogChange[] = [];
  if (field.keyName !== name) changes.push(say('renamed', `was renamed to ${quoted(field.keyName)}`));
  if (field.name !== old.name) changes.push(say('titled', `was shown as ${quoted(old.name)} before`));
  if (field.type !== old.type)
    changes.push(say('retyped', `is of the type ${field.type} now; it was ${old.type}`));
  changes.push(...choiceWords(old, field).map(words => say('choices', words)));
  if (field.valueRequired !== old.valueRequired)
    changes.push(
      say('required', field.valueRequired ? 'must have a value now' : 'need not have a value any more'),
    );
  if (field.validatorRegexp !== old.validatorRegexp)
    changes.push(say('validator', validatorWords(old.validatorRegexp, field.validatorRegexp)));
  if (field.appointmentSpecific !== old.appointmentSpecific)
    changes.push(
      say('appointment', `belongs to the ${field.appointmentSpecific ? 'appointment' : 'customer'} now`),
    );
  return changes;
}

/** Where only one of the two has choices at all, the type says it. */
function choiceWords(old: FieldConfiguration, field: FieldConfiguration): string[] {
  if (old.selectItems === null || field.selectItems === null) return [];
  const gone = without(old.selectItems, field.selectItems);
  const fresh = without(field.selectItems, old.selectItems);
  return [
    ...(gone.length > 0 ? [`has no choice ${someOf(gone.map(quoted))} any more`] : []),
    ...(fresh.length > 0
      ? [`has the new ${fresh.length === 1 ? 'choice' : 'choices'} ${someOf(fresh.map(quoted))}`]
      : []),
  ];
}

function validatorWords(old: string | null, now: string | null): string {
  if (now === null) return 'has no validator any more';
  return old === null ? `has a validator now: ${now}` : `has another validator now: ${now}`;
}

function added(field: FieldConfiguration): CatalogChange {
  return { kind: 'added', name: field.keyName, words: `the field ${fieldTitle(field)} is new` };
}

/**
 * The API tells its status names only in a refusal, all of them. A name is gone where it was known and a later list
 * is without it; it is new where an earlier list was without it. What only the config declares is no news of the API.
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
