import { longestText, textCutter } from './text-cutter.ts';

/** The limits for the bytes of a response that are read and that are kept. */
export interface AnswerLimits {
  /** The maximum number of read bytes; a longer response is not read to its end. */
  readonly mostBytes: number;
  /** The maximum number of kept bytes; a response that needs more is not read to its end. */
  readonly mostKept: number;
  /** Memory that the responses of one destination share. */
  readonly room: AnswerRoom;
}

/** Memory for long responses. The first 64 KiB of each response are not counted. */
export interface AnswerRoom {
  /** Takes the bytes and returns true, if that many were left. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** Makes the shared memory with this many bytes. */
export function answerRoom(mostBytes: number): AnswerRoom {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > mostBytes) return false;
      taken += bytes;
      return true;
    },
    giveBack(bytes) {
      taken -= bytes;
    },
  };
}

/** Collects the kept bytes of one response. */
export interface AnswerBytes {
  /** Copies the next bytes. Returns false when a limit is exceeded; then it accepts no more. */
  add(chunk: Uint8Array): boolean;
  /** Returns the kept bytes. */
  kept(): Uint8Array;
  /** Returns the number of bytes of memory in use. */
  heldBytes(): number;
  /** Releases the memory. */
  release(): void;
}

/** The maximum number of chunks. Each chunk costs time, and some servers send a response of 1 MiB byte by byte. */
const mostPieces = 1024 * 1024;

const firstBytes = 4 * 1024;

/**
 * Collects a response so that the memory depends on the kept bytes, not on the sent bytes or the number of pieces. In a
 * body that begins like JSON, every text is cut to its first 64 KiB: a response repeats a note that was sent, and
 * nobody needs all of it. Of any other body, only the beginning is kept. Both are read to the end, because only that
 * proves that the response is complete.
 */
export function answerBytes({ mostBytes, mostKept, room }: AnswerLimits): AnswerBytes {
  let buffer = Buffer.allocUnsafe(0);
  let length = 0;
  let taken = 0;
  let read = 0;
  let pieces = 0;
  let kind: 'json' | 'text' | undefined;
  const cut = textCutter();

  /** Makes room for this many more bytes. */
  function grow(bytes: number): boolean {
    if (length + bytes <= buffer.length) return true;
    const size = Math.max(firstBytes, 2 ** Math.ceil(Math.log2(length + bytes)));
    const shared = Math.max(0, size - longestText) - taken;
    if (shared > 0 && !room.take(shared)) return false;
    taken += Math.max(0, shared);
    const larger = Buffer.allocUnsafeSlow(size);
    larger.set(buffer.subarray(0, length));
    buffer = larger;
    return true;
  }

  function keep(bytes: Uint8Array): boolean {
    if (length + bytes.length > mostKept || !grow(bytes.length)) return false;
    buffer.set(bytes, length);
    length += bytes.length;
    return true;
  }

  return {
    add(chunk) {
      read += chunk.length;
      pieces += 1;
      if (read > mostBytes || pieces > mostPieces) return false;
      kind ??= kindOf(chunk);
      if (kind === 'json') return cut(chunk, keep);
      return keep(chunk.subarray(0, Math.max(0, longestText - length)));
    },
    kept: () => buffer.subarray(0, length),
    heldBytes: () => buffer.length,
    release() {
      room.giveBack(taken);
      taken = 0;
    },
  };
}

/**
 * Returns the kind of a body, judged by its first byte after white space and a byte order mark; undefined before that
 * byte.
 */
function kindOf(chunk: Uint8Array): 'json' | 'text' | undefined {
  const blanks = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];
  const first = chunk.find(byte => !blanks.includes(byte));
  return first === undefined ? undefined : [0x7b, 0x5b, 0x22].includes(first) ? 'json' : 'text';
}
