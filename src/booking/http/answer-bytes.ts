import { longestText, textCutter } from './text-cutter.ts';

/** How much of an answer is read, and how much of that is kept. */
export interface AnswerLimits {
  /** A longer answer is not read to its end. */
  readonly mostBytes: number;
  /** An answer of which more has to be kept is not read to its end. */
  readonly mostKept: number;
  /** Memory that the answers of one destination share. */
  readonly room: AnswerRoom;
}

/** Memory for long answers. Each answer has its first 64 KiB besides. */
export interface AnswerRoom {
  /** Whether there was so much left; then it is taken. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** Makes room for so many bytes. */
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

/** The bytes of one answer, as far as they are kept. */
export interface AnswerBytes {
  /** Takes the next bytes, which are copied. False: a limit is passed, and nothing more is taken. */
  add(chunk: Uint8Array): boolean;
  /** What was kept. */
  kept(): Uint8Array;
  /** How much memory is held for it. */
  heldBytes(): number;
  /** Gives the memory back. */
  release(): void;
}

/** Every piece is work, however few bytes it has. An answer of 1 MiB may come byte by byte, as some servers write it. */
const mostPieces = 1024 * 1024;

const firstBytes = 4 * 1024;

/**
 * Collects an answer so that memory is bounded by what is kept, not by how much was sent, nor in how many pieces. Of a body
 * that begins like JSON, every text is cut to its first 64 KiB: an answer repeats a note that was sent, and nobody needs
 * the whole of it. Of any other body, only the beginning is kept. Both are read to the end, since only that shows that
 * the answer is whole.
 */
export function answerBytes({ mostBytes, mostKept, room }: AnswerLimits): AnswerBytes {
  let buffer = Buffer.allocUnsafe(0);
  let length = 0;
  let taken = 0;
  let read = 0;
  let pieces = 0;
  let kind: 'json' | 'text' | undefined;
  const cut = textCutter();

  /** Makes place for so many more bytes. */
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

/** The kind of a body, judged by its first byte behind blanks and a byte order mark; undefined before that byte. */
function kindOf(chunk: Uint8Array): 'json' | 'text' | undefined {
  const blanks = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];
  const first = chunk.find(byte => !blanks.includes(byte));
  return first === undefined ? undefined : [0x7b, 0x5b, 0x22].includes(first) ? 'json' : 'text';
}
