import { dirname } from 'node:path';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';
import type { Disk } from './disk.ts';

/** A power-on period: the disk at its start, and the calls until its end. */
export interface PowerOn {
  readonly before: Disk;
  /** In the order of their start; files by their paths on the disk, the disk itself as `.`. */
  readonly calls: readonly RecordedCall[];
  /** The bytes that the calls wrote. */
  readonly bytes: Buffer;
}

/** A change of a file. */
export type Change =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'size'; readonly size: number };

/** A file with all its changes. */
export interface WrittenFile {
  readonly changes: Change[];
  /** The number of changes, from the first one, that are certainly on disk. */
  certain: number;
}

/** The object that a name refers to. */
export type Named = WrittenFile | 'folder';

/** Names that were added or removed (undefined) in one step. */
export type Naming = ReadonlyMap<string, Named | undefined>;

/** The state in memory at a moment, and the part of it that is certainly on disk. */
export interface Memory {
  /** The names as programs see them. */
  readonly seen: ReadonlyMap<string, Named>;
  /** The names that are certainly on disk. */
  readonly certain: ReadonlyMap<string, Named>;
  /** The other changes of names in order, by folder. */
  readonly namings: ReadonlyMap<string, readonly Naming[]>;
}

/** The syncs of the program that count: all, or fewer, to test the judge. */
export type Trust = 'every sync' | 'no sync' | 'no sync of a folder';

/**
 * The state in memory and on disk at a moment, counted in stops. The assumed file system has only the guarantees of
 * POSIX. Changes of a file are on disk if they ended before an fsync or fdatasync of it began that has since succeeded.
 * A name is on disk only after an fsync of its folder. A sync of a new file does not keep its name, unlike in ext4. A
 * rename is one step.
 */
export function memoryAt(power: PowerOn, moment: number, trust: Trust = 'every sync'): Memory {
  const memory = createMemory(power);
  for (const call of power.calls) {
    if (call.began > moment) break;
    if (call.result !== undefined && call.result < 0) continue;
    if (call.name !== 'fsync' && call.name !== 'fdatasync') memory.change(call);
    else if (trust !== 'no sync' && call.ended !== undefined && call.ended <= moment)
      memory.sync(call, trust);
  }
  return memory;
}

const flag = { create: 0o100, truncate: 0o1000 } as const;

function createMemory({ before, bytes }: PowerOn) {
  const seen = namesOf(before);
  const certain = new Map(seen);
  const namings = new Map<string, Naming[]>();
  /** The stop before which each change ended. */
  const over = new WeakMap<Change | Naming, number>();

  function name(naming: Naming, call: RecordedCall): void {
    const folder = dirname([...naming.keys()][0] ?? '');
    namings.set(folder, [...(namings.get(folder) ?? []), naming]);
    over.set(naming, endOf(call));
    rename(seen, naming);
  }

  function write(change: Change, call: RecordedCall): void {
    const file = seen.get(call.path);
    if (!file || file === 'folder') return;
    file.changes.push(change);
    over.set(change, endOf(call));
  }

  function open(call: RecordedCall): void {
    const { flags = 0 } = call.numbers ?? {};
    const isThere = seen.has(call.path);
    if (!isThere && (flags & flag.create) !== 0) {
      name(new Map([[call.path, { changes: [], certain: 0 }]]), call);
    } else if (isThere && (flags & flag.truncate) !== 0) write({ kind: 'size', size: 0 }, call);
  }

  function writeBytes(call: RecordedCall): void {
    const { at = 0, length = 0 } = call.bytes ?? {};
    const written = bytes.subarray(at, at + (call.result ?? length));
    write({ kind: 'write', at: call.numbers?.offset ?? 0, bytes: written }, call);
  }

  return {
    seen,
    certain,
    namings,
    change(call: RecordedCall): void {
      const { path, to = '' } = call;
      if (call.name === 'openat') open(call);
      else if (call.name === 'ftruncate') write({ kind: 'size', size: call.numbers?.length ?? 0 }, call);
      else if (call.bytes) writeBytes(call);
      else if (call.name === 'mkdir') name(new Map([[path, 'folder']]), call);
      else if (call.name === 'unlink' || call.name === 'rmdir') name(new Map([[path, undefined]]), call);
      else if (call.name === 'link') name(new Map([[to, seen.get(path)]]), call);
      else if (call.name === 'rename')
        name(new Map<string, Named | undefined>([[path, undefined]]).set(to, seen.get(path)), call);
    },
    /** Changes made during a sync are not certain, nor are later ones. */
    sync(call: RecordedCall, trust: Trust): void {
      const isOver = (change: Change | Naming) => (over.get(change) ?? 0) < call.began;
      const file = seen.get(call.path);
      if (file && file !== 'folder') {
        for (const change of file.changes.slice(file.certain)) {
          if (!isOver(change)) return;
          file.certain += 1;
        }
      } else if (trust === 'every sync') {
        const waiting = namings.get(call.path) ?? [];
        while (waiting[0] && isOver(waiting[0])) rename(certain, waiting.shift() as Naming);
      }
    },
  };
}

/** Applies a change of names. */
export function rename(names: Map<string, Named>, naming: Naming): void {
  for (const [path, named] of naming) {
    if (named) names.set(path, named);
    else names.delete(path);
  }
}

function namesOf(disk: Disk): Map<string, Named> {
  const names = new Map<string, Named>();
  for (const [path, bytes] of disk) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) names.set(folder, 'folder');
    names.set(path, { changes: [{ kind: 'write', at: 0, bytes }], certain: 1 });
  }
  return names;
}

function endOf(call: RecordedCall): number {
  return call.ended ?? Number.POSITIVE_INFINITY;
}
