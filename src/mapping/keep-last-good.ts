import type { MappingFolder } from './folder.ts';
import { isInside } from './mapping-files.ts';

/**
 * Returns the next state of a folder, in which each faulty file keeps its last good version (it stays listed
 * as faulty). Deleted files are removed. If the folder or a subfolder is unreadable, its files stay.
 */
export function keepLastGood(previous: MappingFolder, next: MappingFolder): MappingFolder {
  if (next.unreadable) {
    const ofFiles = previous.diagnostics.filter(each => each.place !== undefined);
    return { ...previous, diagnostics: [...ofFiles, ...next.diagnostics] };
  }
  const faulty = new Set(next.faulty.map(each => each.name));
  const usable = new Set(next.mappings.map(each => each.name));
  const isUnread = (file: string) => next.unread?.some(each => isInside(file, each));
  const kept = previous.mappings.filter(
    each => (faulty.has(each.name) || isUnread(each.file)) && !usable.has(each.name),
  );
  return { ...next, mappings: [...next.mappings, ...kept].sort(byMappingName) };
}

/** Returns the next state of a folder, but with these files (by path) as before, or absent as before. */
export function keepFiles(
  previous: MappingFolder,
  next: MappingFolder,
  files: ReadonlySet<string>,
): MappingFolder {
  if (next.unreadable || files.size === 0) return next;
  const isKept = (file: string | undefined) => file !== undefined && files.has(file);
  const mixed = <Item>(
    old: readonly Item[],
    fresh: readonly Item[],
    fileOf: (item: Item) => string | undefined,
  ) => [...fresh.filter(each => !isKept(fileOf(each))), ...old.filter(each => isKept(fileOf(each)))];
  return {
    // During a rename, two files may have the same name: the one that still exists counts.
    mappings: mixed(previous.mappings, next.mappings, each => each.file)
      .filter(isFirst())
      .sort(byMappingName),
    faulty: mixed(previous.faulty, next.faulty, each => each.file).sort(byMappingName),
    diagnostics: mixed(previous.diagnostics, next.diagnostics, each => each.place?.file),
    texts: new Map(mixed([...previous.texts], [...next.texts], ([file]) => file)),
    parsed: new Map(mixed([...previous.parsed], [...next.parsed], ([file]) => file)),
    ...(next.unread && { unread: next.unread }),
  };
}

/** Returns a filter that keeps the first element of each name. */
function isFirst(): (each: { readonly name: string }) => boolean {
  const seen = new Set<string>();
  return ({ name }) => !seen.has(name) && seen.add(name) !== undefined;
}

/** Compares mappings by name. */
export function byMappingName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
