import type { MappingFolder } from '../../mapping/folder.ts';

/** Tracks which files are missing that were read before, and since when: saving a file may remove it for a moment. */
export interface Absences {
  /** Looks which files are there, by their absolute paths. Times are monotonic milliseconds. */
  look(files: ReadonlySet<string>, read: MappingFolder, now: number): void;
  /** In how many milliseconds all that is away is believed to be removed; 0 where it is now, or nothing is away. */
  doubtMs(now: number): number;
  /** The paths of the files that are away, but not long enough to be believed removed. */
  doubted(now: number): ReadonlySet<string>;
}

/** Begins with no file away. A file is believed to be removed after `goneMs`, however much the others change. */
export function createAbsences(goneMs: number): Absences {
  let since = new Map<string, number>();
  const doubted = (now: number) =>
    new Set([...since].filter(([, at]) => now - at < goneMs).map(([file]) => file));
  return {
    look(files, { texts, mappings }, now) {
      const known = new Set([...texts.keys(), ...mappings.map(each => each.file)]);
      const away = [...known].filter(file => !files.has(file));
      since = new Map(away.map(file => [file, since.get(file) ?? now]));
    },
    doubtMs(now) {
      const latest = Math.max(...since.values());
      return since.size === 0 ? 0 : Math.max(latest + goneMs - now, 0);
    },
    doubted,
  };
}
