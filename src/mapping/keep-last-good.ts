import type { MappingFolder } from './folder.ts';
import { isInside } from './mapping-files.ts';

/**
 * The next state of a folder, where each file that is faulty now keeps its last good version (it stays listed as
 * faulty). A file that is gone is gone, but where the folder itself cannot be read, everything stays, and so does what
 * was in a folder inside it that cannot be read.
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

/** The next state of a folder, but with these files (by their paths) as they were before, or not there if they were not. */
export function keepFiles(
  previous: MappingFolder,
  next: MappingFolder,
  files: ReadonlySet<string>,
): MappingFolder {
  if (next.unreadable) return next;
  const isKept = (file: string | undefined) => file !== undefined && files.has(file);
  const mixed = <Item>(
    old: readonly Item[],
    fresh: readonly Item[],
    fileOf: (item: Item) => string | undefined,
  ) => [...fresh.filter(each => !isKept(fileOf(each))), ...old.filter(each => isKept(fileOf(each)))];
  return {
    // Two files may be of one name while one takes the place of the other: the one that is there counts.
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

/** True if nothing of the same name came before. */
function isFirst(): (each: { readonly name: string }) => boolean {
  const seen = new Set<string>();
  return ({ name }) => !seen.has(name) && seen.add(name) !== undefined;
}

/** The order of mappings by name. */
export function byMappingName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
