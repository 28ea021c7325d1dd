import { dirname } from 'node:path';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';
import type { Disk } from './disk.ts';

/** One time of power: what the disk had at its beginning, and what was called until its end. */
export interface PowerOn {
  readonly before: Disk;
  /** In the order in which they began; files by their paths on the disk, the disk itself as `.`. */
  readonly calls: readonly RecordedCall[];
  /** What the calls wrote. */
  readonly bytes: Buffer;
}

/** A change of a file. */
export type Change =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'size'; readonly size: number };

/** A file with all that was ever done to it. */
export interface WrittenFile {
  readonly changes: Change[];
  /** So many of the changes, from the first one, are on disk for certain. */
  certain: number;
}

/** What a name can stand for. */
export type Named = WrittenFile | 'folder';

/** Names that were given or taken away (undefined) in one step. */
export type Naming = ReadonlyMap<string, Named | undefined>;

/** What the system has in memory at a moment, and what of it is on disk for certain. */
export interface Memory {
  /** The names as programs see them. */
  readonly seen: ReadonlyMap<string, Named>;
  /** The names that are on disk for certain. */
  readonly certain: ReadonlyMap<string, Named>;
  /** What is not, in order, by folder. */
  readonly namings: ReadonlyMap<string, readonly Naming[]>;
}

/** Which of the program's waits for the disk count: all, or, to see the judge fail, some of them not. */
export type Trust = 'every sync' | 'no sync' | 'no sync of a folder';

/**
 * What is in memory and what on disk at a moment, counted in stops.
 *
 * A file system is assumed that promises what POSIX says and no more: of a file that is on disk which was written
 * before an fsync or fdatasync of it began that has returned well by now; a name is on disk only after an fsync of its
 * folder. That a sync of a new file keeps its name too, as ext4 has it, is not relied on. A rename is one step.
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
  /** By which stop each change was over. */
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
    /** What ran beside a sync is not certain, nor is what came after that. */
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

/** Changes names as a naming says. */
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
