import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The room on the store's disk. Some of it is kept for the results of calls that were made already: new webhooks are
 * refused before the disk is full, and a ballast file is given back where others fill it all the same.
 */
export interface Space {
  /** Why nothing new should be written now, in words; undefined while there is room. */
  shortage(): string | undefined;
  /** Gives the ballast back to the disk; `false` where there is none. */
  release(): boolean;
  /** Makes the ballast, where it is missing and there is room for it. */
  restore(): void;
}

/** How much room there is. */
interface Room {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

const mebibyte = 1024 * 1024;
const largestBallast = 8 * mebibyte;
const largestReserve = 128 * mebibyte;

/** Watches the disk of a store's file. The ballast lies beside it, as `<file>-ballast`. */
export function watchSpace(file: string, room: () => Room = () => roomOf(file)): Space {
  const ballast = `${file}-ballast`;
  return {
    shortage() {
      const { totalBytes, freeBytes } = room();
      const reserve = reserveOf(totalBytes);
      if (freeBytes >= reserve) return undefined;
      return (
        `the disk is full but for ${words(freeBytes)}, kept for the results of calls that were made already; ` +
        `webhooks are taken in again as soon as ${words(reserve)} are free`
      );
    },
    release() {
      const there = statSync(ballast, { throwIfNoEntry: false }) !== undefined;
      rmSync(ballast, { force: true });
      return there;
    },
    restore() {
      const { totalBytes, freeBytes } = room();
      const wanted = Math.min(largestBallast, Math.floor(totalBytes / 16));
      const size = statSync(ballast, { throwIfNoEntry: false })?.size ?? 0;
      if (size >= wanted || freeBytes + size < reserveOf(totalBytes) + wanted) return;
      fill(ballast, wanted);
    },
  };
}

/** A twentieth of a small disk, 128 MiB of a large one. */
function reserveOf(totalBytes: number): number {
  return Math.min(largestReserve, totalBytes / 20);
}

function roomOf(file: string): Room {
  const { bsize, blocks, bavail } = statfsSync(dirname(file));
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** Random bytes, since some disks store nothing for zeros. What cannot be written whole is given back. */
function fill(path: string, bytes: number): void {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= mebibyte)
      writeSync(descriptor, randomBytes(Math.min(left, mebibyte)));
  } catch {
    rmSync(path, { force: true });
  } finally {
    closeSync(descriptor);
  }
}

function words(bytes: number): string {
  return bytes < 10 * mebibyte ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / mebibyte)} MiB`;
}
