import { createHash } from 'node:crypto';

/** Marks of the parts of a config. Equal marks mean equal contents, whatever their order and format. */
export interface SectionMarks {
  /** The mark of each top-level key except `sources`. */
  readonly sections: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, string>;
}

/** The names of added, changed and removed parts. */
export interface NamedChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** @param value the config, with its variables filled in */
export function sectionMarks(value: unknown): SectionMarks {
  const { sources, ...sections } = entriesOf(value);
  return { sections: marksOf(sections), sources: marksOf(entriesOf(sources)) };
}

/** Returns the differences between the marks. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): NamedChanges {
  const names = [...after.keys()];
  return {
    added: names.filter(name => !before.has(name)),
    changed: names.filter(name => before.has(name) && before.get(name) !== after.get(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
  };
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Only digests are kept, because the parts may contain secrets. */
function marksOf(parts: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parts).map(([name, part]) => {
      const text = JSON.stringify(part, inOrder) ?? '';
      return [name, createHash('sha256').update(text).digest('base64url')];
    }),
  );
}

/** Sorts keys, because their order has no meaning. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
