import { dirname } from 'node:path';
import type { Chance } from '../../torture/chance.ts';
import type { Disk } from './disk.ts';
import { type Change, type Memory, type Named, rename, type WrittenFile } from './memory.ts';

/** The unit that a disk writes completely or not at all. */
const sectorBytes = 512;

/** What happens to the changes in memory. */
type Fate = (chance: Chance, count: number) => Kept;

/** Whether a sector was written to disk in its state after a change (counted among the uncertain changes). */
type Kept = (change: number) => boolean;

/** Orderly and hostile ones. */
const fates: readonly Fate[] = [
  () => () => false,
  () => () => true,
  (chance, count) => {
    const until = chance.int(count + 1);
    return change => change < until || (change === until && chance.maybe(0.5));
  },
  (chance, count) => {
    const whole = Array.from({ length: count }, () => chance.maybe(0.5));
    return change => whole[change] ?? false;
  },
  chance => {
    const probability = chance.pick([0.1, 0.5, 0.9]);
    return () => chance.maybe(probability);
  },
  chance => {
    const probability = chance.pick([0.1, 0.5, 0.9]);
    return () => chance.maybe(probability);
  },
];

/**
 * A possible disk after a power cut: the certain part, and a random part of the rest. Each sector has its state after
 * one of its changes. A file has its length after one of its changes. Where it grew without a write, it has zeros or
 * earlier data of the disk. Names were changed or not.
 */
export function remainsOf(memory: Memory, chance: Chance): Disk {
  const names = namesLeft(memory, chance);
  const isThere = (path: string): boolean =>
    path === '.' || (names.get(path) === 'folder' && isThere(dirname(path)));
  const files = [...names].filter(([path, named]) => named !== 'folder' && isThere(dirname(path)));
  return new Map(files.map(([path, file]) => [path, bytesLeft(file as WrittenFile, chance)] as const));
}

/** The disk as programs see it with power. */
export function diskSeen({ seen }: Memory): Disk {
  const files = [...seen].filter(([, named]) => named !== 'folder');
  return new Map(files.map(([path, file]) => [path, bytesSeen(file as WrittenFile)] as const));
}

function namesLeft({ certain, namings }: Memory, chance: Chance): ReadonlyMap<string, Named> {
  const names = new Map(certain);
  for (const inFolder of namings.values()) {
    const kept = chance.pick(fates)(chance, inFolder.length);
    for (const [index, naming] of inFolder.entries()) if (kept(index)) rename(names, naming);
  }
  return names;
}

function bytesSeen(file: WrittenFile): Buffer {
  const image = createImage(file);
  for (const change of file.changes) image.apply(change);
  return image.bytes.subarray(0, image.size());
}

function bytesLeft(file: WrittenFile, chance: Chance): Buffer {
  const certain = certainOf(file);
  if (file.certain === file.changes.length) return certain.bytes.subarray(0, certain.size());
  const memory = createImage(file, certain);
  const disk = Buffer.from(certain.bytes);
  /** The possible lengths of the file. */
  let sizes = [memory.size()];
  const grow = (size: number) => sizes.push(Math.max(size, sizes.at(-1) ?? 0));
  let written = new Set<number>();
  const waiting = file.changes.slice(file.certain);
  const kept = chance.pick(fates)(chance, waiting.length);
  for (const [index, change] of waiting.entries()) {
    memory.apply(change);
    if (change.kind === 'write') {
      for (const sector of sectorsOf(change)) {
        if (!kept(index)) continue;
        const start = sector * sectorBytes;
        memory.bytes.copy(disk, start, start, start + sectorBytes);
        written.add(sector);
      }
      if (kept(index)) grow(reachOf(change));
    } else if (kept(index)) {
      // A file is truncated completely or not at all.
      if (change.size > (sizes.at(-1) ?? 0)) grow(change.size);
      else {
        disk.fill(0, change.size);
        sizes = [change.size];
        written = new Set();
      }
    }
  }
  const size = chance.maybe(0.6) ? (sizes.at(-1) ?? 0) : chance.pick(sizes);
  if (chance.maybe(0.3)) leaveOldBytes(disk, { from: sizes[0] ?? 0, to: size, written }, chance);
  return disk.subarray(0, size);
}

function sectorsOf({ at, bytes }: Extract<Change, { kind: 'write' }>): readonly number[] {
  const first = Math.floor(at / sectorBytes);
  const behind = Math.ceil((at + bytes.length) / sectorBytes);
  return Array.from({ length: behind - first }, (_, index) => first + index);
}

/** Fills the unwritten part of a file that grew with earlier data of the disk. */
function leaveOldBytes(
  disk: Buffer,
  { from, to, written }: { from: number; to: number; written: ReadonlySet<number> },
  chance: Chance,
): void {
  const old = Buffer.from(chance.pick(['old', '\x01', '\xff\0\x07']), 'latin1');
  for (let sector = Math.ceil(from / sectorBytes); sector * sectorBytes < to; sector += 1) {
    if (!written.has(sector)) disk.fill(old, sector * sectorBytes, (sector + 1) * sectorBytes);
  }
}

const certainImages = new WeakMap<WrittenFile, Image>();

/** A file with its certain changes, which is made once and never modified. */
function certainOf(file: WrittenFile): Image {
  const known = certainImages.get(file);
  if (known) return known;
  const image = createImage(file);
  for (const change of file.changes.slice(0, file.certain)) image.apply(change);
  certainImages.set(file, image);
  return image;
}

/** A file to which changes are applied. */
interface Image {
  readonly bytes: Buffer;
  size(): number;
  apply(change: Change): void;
}

/** With room for the largest length that the file had; `like`: the initial contents. */
function createImage({ changes }: WrittenFile, like?: Image): Image {
  const largest = changes.reduce((most, change) => Math.max(most, reachOf(change)), 0);
  const bytes = like ? Buffer.from(like.bytes) : Buffer.alloc(Math.ceil(largest / sectorBytes) * sectorBytes);
  let size = like?.size() ?? 0;
  return {
    bytes,
    size: () => size,
    apply(change: Change): void {
      if (change.kind === 'write') {
        change.bytes.copy(bytes, change.at);
        size = Math.max(size, reachOf(change));
        return;
      }
      bytes.fill(0, change.size, Math.max(size, change.size));
      size = change.size;
    },
  };
}

function reachOf(change: Change): number {
  return change.kind === 'size' ? change.size : change.at + change.bytes.length;
}
