import { createHash } from 'node:crypto';
import { type AnswerObject, asObject, field, textField } from '../answers/answer-body.ts';
import type { CatalogSnapshot, FieldConfiguration, KnownStatus } from './field.ts';
import { readKeptFields } from './field-list.ts';
import { listedLately } from './status-knowledge.ts';

/** A catalog whose fields may not be known yet. All times are epoch milliseconds. */
export type CatalogState = Omit<CatalogSnapshot, 'version' | 'fields'> & {
  readonly fields: readonly FieldConfiguration[] | null;
};

/**
 * Returns the first state: the saved one with the status names of the config. An unreadable saved text counts as
 * empty. Names that the config no longer declares are removed.
 */
export function restoreState(
  saved: string | undefined,
  declaredNames: readonly string[],
  now: number,
): CatalogState {
  const old = parse(saved);
  const fields = readKeptFields(field(old, 'fields'));
  const fetchedAt = field(old, 'fetchedAt');
  if (fields === undefined || typeof fetchedAt !== 'number') {
    return { fields: null, fetchedAt: 0, statuses: declared(declaredNames, [], now), statusesListedAt: null };
  }
  const learned = readStatuses(field(old, 'statuses')).filter(status => status.origin !== 'declared');
  const listedAt = field(old, 'statusesListedAt');
  const namesReadAt = field(old, 'namesReadAt');
  return {
    fields,
    fetchedAt,
    statuses: [...learned, ...declared(declaredNames, learned, now)],
    statusesListedAt: typeof listedAt === 'number' ? listedAt : null,
    ...(typeof namesReadAt === 'number' && { namesReadAt }),
  };
}

/** Returns the state after the API listed all status names. Declared names stay even if the list lacks them. */
export function withListed(state: CatalogState, names: readonly string[], now: number): CatalogState {
  const listed = [...new Set(names)].map((name): KnownStatus => ({ name, origin: 'listed', at: now }));
  const others = state.statuses.filter(
    status => status.origin === 'declared' && !names.includes(status.name),
  );
  return { ...state, statuses: [...listed, ...others], statusesListedAt: now };
}

/** Returns the state after the API accepted a status name. */
export function withConfirmed(state: CatalogState, name: string, now: number): CatalogState {
  const known = state.statuses.find(status => status.name === name);
  if (known && known.origin !== 'declared') return state;
  const others = state.statuses.filter(status => status.name !== name);
  return { ...state, statuses: [...others, { name, origin: 'confirmed', at: now }] };
}

/**
 * Returns the snapshot of a state with fields. Its version also changes ten minutes after a list of statuses: until
 * then names that are not listed count as refuted, and afterwards they may be tried again.
 */
export function snapshotOf(state: CatalogState, now: number): CatalogSnapshot | null {
  const { fields, statuses, statusesListedAt } = state;
  if (fields === null) return null;
  const names = statuses.map(status => status.name).sort();
  // Translated names of fields change no decision; translated names of choices do.
  const judged = fields.map(({ names: _, ...field }) => field);
  const contents = JSON.stringify([judged, names, listedLately(statusesListedAt, now)]);
  const version = createHash('sha256').update(contents).digest('base64url').slice(0, 16);
  return { ...state, fields, version };
}

function parse(saved: string | undefined): AnswerObject | undefined {
  if (saved === undefined) return undefined;
  try {
    return asObject(JSON.parse(saved));
  } catch {
    return undefined;
  }
}

function readStatuses(value: unknown): readonly KnownStatus[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each): readonly KnownStatus[] => {
    const object = asObject(each);
    const name = textField(object, 'name');
    const origin = field(object, 'origin');
    const at = field(object, 'at');
    if (name === undefined || typeof at !== 'number') return [];
    return origin === 'listed' || origin === 'confirmed' ? [{ name, origin, at }] : [];
  });
}

function declared(
  names: readonly string[],
  known: readonly KnownStatus[],
  now: number,
): readonly KnownStatus[] {
  const learned = new Set(known.map(status => status.name));
  return [...new Set(names)]
    .filter(name => !learned.has(name))
    .map(name => ({ name, origin: 'declared', at: now }));
}
