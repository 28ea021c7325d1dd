import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { counted } from '../../../diagnostics/counted.ts';

/**
 * Detects whether a write-ahead log is damaged before committed data, so that opening its store would silently drop
 * them. SQLite reads the log up to the first invalid frame, and treats the rest as an interrupted transaction. Each
 * transaction waits for the disk before the next one begins, so at most one can be after that frame. Returns a
 * description of the damage; undefined if no loss is known.
 */
export function logDamage(path: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size <= logHeadBytes) return undefined;
    const head = readHead(descriptor);
    const behind = countTransactionsAfter(descriptor, size, head);
    if (head.isWhole) {
      return behind > 1 ? `its log is damaged in front of ${counted(behind - 1, 'transaction')}` : undefined;
    }
    if (behind > 0) return `its log has lost its head, with ${counted(behind, 'transaction')} behind it`;
    return head.isEmpty ? undefined : 'its log is no log';
  } finally {
    closeSync(descriptor);
  }
}

/** The length of the log's header, before its first transaction. */
export const logHeadBytes = 32;
const frameHeadBytes = 24;
const usualPageBytes = 8192;

/** The two running sums of a log. */
type Sums = readonly [number, number];

/** The header of a log. */
interface Head {
  /** True if the header is complete. Otherwise missing parts have the values that SQLite would have written. */
  readonly isWhole: boolean;
  /** True if nothing was written there yet. */
  readonly isEmpty: boolean;
  readonly pageBytes: number;
  /** Two numbers that every frame of this log repeats. Frames of an earlier log in the file have others. */
  readonly salts: Buffer;
  readonly littleEndian: boolean;
  readonly sums: Sums;
}

function readHead(descriptor: number): Head {
  const head = Buffer.alloc(logHeadBytes);
  readSync(descriptor, head, 0, logHeadBytes, 0);
  const magic = head.readUInt32BE(0);
  const littleEndian = magic !== 0x377f0683;
  const sums = add([0, 0], head.subarray(0, 24), littleEndian);
  const isWhole = (magic === 0x377f0682 || magic === 0x377f0683) && isStored(sums, head, 24);
  const pageBytes = isWhole ? head.readUInt32BE(8) : usualPageBytes;
  return {
    isWhole,
    isEmpty: head.every(byte => byte === 0),
    pageBytes,
    salts: head.subarray(16, 24),
    littleEndian,
    sums,
  };
}

/**
 * Counts the transactions after the first invalid frame, in the longest sequence of frames that belong together. The
 * invalid frame counts if it is itself the last one of a transaction. Rolled-back transactions leave frames too, but
 * none that ends a transaction.
 */
function countTransactionsAfter(descriptor: number, size: number, head: Head): number {
  const frame = Buffer.alloc(frameHeadBytes + head.pageBytes);
  const page = frame.subarray(frameHeadBytes);
  let { sums } = head;
  let isWhole = head.isWhole;
  let run = 0;
  let behind = 0;
  for (let at = logHeadBytes; at + frame.length <= size; at += frame.length) {
    readSync(descriptor, frame, 0, frame.length, at);
    const isOurs = !head.isWhole || head.salts.equals(frame.subarray(8, 16));
    const next = add(add(sums, frame.subarray(0, 8), head.littleEndian), page, head.littleEndian);
    const fits = isOurs && isStored(next, frame, 16);
    const ends = isOurs && frame.readUInt32BE(4) !== 0 ? 1 : 0;
    isWhole &&= fits;
    run = fits ? run + ends : head.isWhole ? ends : 0;
    if (!isWhole) behind = Math.max(behind, run);
    sums = [frame.readUInt32BE(16), frame.readUInt32BE(20)];
  }
  return behind;
}

/** Continues SQLite's sums over a range of bytes, whose length is a multiple of eight. */
function add([first, second]: Sums, bytes: Buffer, littleEndian: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, littleEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, littleEndian) + one) >>> 0;
  }
  return [one, two];
}

function isStored([one, two]: Sums, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two;
}
