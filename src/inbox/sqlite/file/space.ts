import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type StoreRoom, StoreUnavailable } from '../../store.ts';

/**
 * The space on the store's disk. Some of it is reserved for the results of calls that were made already: new webhooks
 * are refused before the disk is full. If something else fills the disk, a ballast file is deleted for the results.
 */
export interface Space {
  /** Returns the reason why nothing new should be written now; undefined while there is space. */
  shortage(): string | undefined;
  /** Returns a warning that space will soon be short, if so. */
  warning(): string | undefined;
  /**
   * Returns the bytes of the store's files, and the free bytes on its disk; undefined if the disk does not report
   * them.
   */
  room(): StoreRoom | undefined;
  /** Deletes the ballast; `false` if there is none. */
  release(): boolean;
  /** Creates the ballast, if it is missing and there is space for it. */
  restore(): void;
}

/** The space on a disk. */
export interface Room {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

const mebibyte = 1024 * 1024;
const largestBallast = 8 * mebibyte;
/** The ballast is written in chunks of this size, from the same memory. */
const pieceBytes = 64 * 1024;
const largestReserve = 128 * mebibyte;
/** The multiple of the reserve below which the operator is warned: 512 MiB on a large disk, a fifth of a small one. */
const warnAtReserves = 4;

/** Observes the disk of a store's file. The ballast is the file `<file>-ballast`. */
export function watchSpace(file: string, room: () => Room = () => roomOf(file)): Space {
  const ballast = `${file}-ballast`;
  /**
   * True while the ballast is deleted. Webhooks must not fill that space, so they are accepted only when there is
   * space for the ballast again.
   */
  let givenBack = false;
  let lately: Room | undefined;

  /** Called for each webhook; the disk is read once in a turn of the event loop. */
  function roomLately(): Room {
    if (lately) return lately;
    setImmediate(() => {
      lately = undefined;
    });
    lately = room();
    return lately;
  }

  return {
    shortage() {
      const { totalBytes, freeBytes } = roomLately();
      const reserve = reserveOf(totalBytes) + (givenBack ? ballastOf(totalBytes) : 0);
      if (freeBytes >= reserve) return undefined;
      return (
        `the disk is full except for ${words(freeBytes)}, reserved for the results of calls that were made; ` +
        `webhooks are accepted again as soon as ${words(reserve)} are free`
      );
    },
    warning() {
      const { totalBytes, freeBytes } = room();
      if (freeBytes >= warnAtReserves * reserveOf(totalBytes)) return undefined;
      return (
        `the store's disk has ${words(freeBytes)} left; below ${words(reserveOf(totalBytes))} no webhook is accepted. ` +
        'Free some space, or keep events for a shorter time (`retention`)'
      );
    },
    room() {
      const { totalBytes, freeBytes } = room();
      if (!Number.isFinite(freeBytes)) return undefined;
      const usedBytes = [file, `${file}-wal`, `${file}-shm`, ballast].reduce(
        (sum, each) => sum + sizeOf(each),
        0,
      );
      return { usedBytes, freeBytes, reserveBytes: Math.ceil(reserveOf(totalBytes)) };
    },
    release() {
      const there = statSync(ballast, { throwIfNoEntry: false }) !== undefined;
      rmSync(ballast, { force: true });
      givenBack ||= there;
      lately = undefined;
      return there;
    },
    restore() {
      const { totalBytes, freeBytes } = room();
      const wanted = ballastOf(totalBytes);
      const size = statSync(ballast, { throwIfNoEntry: false })?.size ?? 0;
      if (size >= wanted || freeBytes + size < reserveOf(totalBytes) + wanted) return;
      fill(ballast, wanted);
      givenBack = false;
    },
  };
}

/** @throws StoreUnavailable if the remaining space is reserved for the results of calls */
export function assertRoom(space: Space): void {
  const shortage = space.shortage();
  if (shortage !== undefined) throw new StoreUnavailable(shortage);
}

/** The reserve: a twentieth of a small disk, 128 MiB of a large one. */
function reserveOf(totalBytes: number): number {
  return Math.min(largestReserve, totalBytes / 20);
}

/** The ballast: a sixteenth of a small disk, 8 MiB of a large one. */
function ballastOf(totalBytes: number): number {
  return Math.min(largestBallast, Math.floor(totalBytes / 16));
}

/** Returns the size of a file; 0 if it is missing or unreadable. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/**
 * Returns the space on the disk of a file. A disk that does not report it counts as having space: the next write
 * shows any problem.
 */
export function roomOf(file: string): Room {
  try {
    const { bsize, blocks, bavail } = statfsSync(dirname(file));
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return { totalBytes: Number.POSITIVE_INFINITY, freeBytes: Number.POSITIVE_INFINITY };
  }
}

/**
 * Fills a file with random bytes, because some disks store nothing for zeros. An incomplete file is removed; the next
 * write to the store shows the reason.
 */
function fill(path: string, bytes: number): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'w', 0o600);
    const piece = Buffer.alloc(Math.min(bytes, pieceBytes));
    for (let left = bytes; left > 0; left -= piece.length)
      writeSync(descriptor, randomFillSync(piece), 0, Math.min(left, piece.length));
  } catch {
    rmSync(path, { force: true });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function words(bytes: number): string {
  return bytes < 10 * mebibyte ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / mebibyte)} MiB`;
}
