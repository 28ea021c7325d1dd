import { createHash } from 'node:crypto';

/** Marks of the parts of a config. A part with the same mark means the same, in whatever order and form it is written. */
export interface SectionMarks {
  /** The mark of each top-level key except `sources`. */
  readonly sections: ReadonlyMap<string, string>;
  readonly sources: ReadonlyMap<string, string>;
}

/** The names of what was added, changed and removed. */
export interface NamedChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** @param value the config as it was read, with its variables filled in */
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

/** The parts may contain secrets, so their texts are not kept. */
function marksOf(parts: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parts).map(([name, part]) => {
      const text = JSON.stringify(part, inOrder) ?? '';
      return [name, createHash('sha256').update(text).digest('base64url')];
    }),
  );
}

/** Keys in another order mean the same. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
