import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type CatalogChange, catalogChanges } from '../../check/drift/catalog-changes.ts';

/** A change of a live configuration, and when it was seen (epoch milliseconds). */
export interface SeenChange extends CatalogChange {
  readonly at: number;
}

/** The observed changes in the live configuration of a destination. */
export interface CatalogHistory {
  /** The last ones, oldest first. */
  changes(): readonly SeenChange[];
  /** Returns the snapshot that was noted last. */
  last(): CatalogSnapshot | null;
  /** Compares a snapshot with the previous one; returns the changes. */
  note(snapshot: CatalogSnapshot, now: number): readonly SeenChange[];
  /** Adds the history to the text of a snapshot that is to be saved: `snapshotText` is a non-empty object. */
  addTo(snapshotText: string): string;
}

const kept = 200;

/**
 * Continues the history of a destination. `saved`: a text from `addTo`; `restored`: the snapshot in it. Unreadable
 * parts are dropped.
 */
export function createCatalogHistory(
  saved: string | undefined,
  restored: CatalogSnapshot | null,
): CatalogHistory {
  let seen: readonly SeenChange[] = readChanges(saved);
  let last = restored;
  return {
    changes: () => seen,
    last: () => last,
    note(snapshot, now) {
      const fresh = last ? catalogChanges(last, snapshot).map(change => ({ ...change, at: now })) : [];
      last = snapshot;
      if (fresh.length > 0) seen = [...seen, ...fresh].slice(-kept);
      return fresh;
    },
    // Parsing the text of a large account again would take too long.
    addTo: snapshotText => `${snapshotText.slice(0, -1)},"changes":${JSON.stringify(seen)}}`,
  };
}

function readChanges(saved: string | undefined): readonly SeenChange[] {
  try {
    const { changes } = JSON.parse(saved ?? '{}');
    return Array.isArray(changes) ? changes.filter(isSeenChange) : [];
  } catch {
    return [];
  }
}

function isSeenChange(value: unknown): value is SeenChange {
  if (typeof value !== 'object' || value === null) return false;
  const { at, name, words } = value as Partial<SeenChange>;
  return typeof at === 'number' && typeof name === 'string' && typeof words === 'string';
}
