import {
  type CodePage,
  codePages,
  guessCodePage,
  otherCodePage,
  textOfCodePage,
  textOfCp850,
} from './code-pages.ts';
import { FaultyList } from './list-fault.ts';
import type { FileBytes } from './list-form.ts';

/** The encodings that a list may have: `macintosh` is that of old Macs, `cp850` that of DOS. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...codePages] as const;
/** An encoding that a list may have. */
export type Encoding = (typeof encodings)[number];

const marks: readonly { readonly bytes: readonly number[]; readonly encoding: Encoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The first bytes of spreadsheet files: those in ZIP format, and older ones. */
const spreadsheets: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * Returns the encoding of a file: the one that a person stated, else that of its byte order mark, else UTF-8.
 * @throws FaultyList if it is a spreadsheet file, or is not valid UTF-8, or if the stated code page gives no sense and
 * another does: with its first invalid line, decoded in the code page that probably was meant
 */
export async function findEncoding(bytes: FileBytes, stated: Encoding | undefined): Promise<Encoding> {
  const first = await firstBytes(bytes);
  const begins = (all: readonly number[]) => all.every((byte, index) => first[index] === byte);
  if (spreadsheets.some(begins)) throw new FaultyList({ fault: 'spreadsheet' });
  const mark = marks.find(each => begins(each.bytes));
  const encoding = stated ?? mark?.encoding ?? 'utf-8';
  const page = codePages.find(each => each === encoding);
  if (encoding !== 'utf-8' && page === undefined) return encoding;
  const [line, ...others] = await linesThatAreNoUtf8(bytes);
  if (!line) {
    if (page !== undefined) await assertOnlyAscii(bytes, page);
    return encoding;
  }
  const all = [line, ...others].reduce<Uint8Array>(
    (joint, each) => joined(joint, each.bytes),
    new Uint8Array(),
  );
  const guessed = page === undefined ? guessCodePage(all) : otherCodePage(all, page);
  if (page !== undefined && guessed === undefined) return encoding;
  const text = textOfCodePage(line.bytes, guessed ?? 'windows-1252').replace(/\r$/, '');
  throw new FaultyList({
    fault: 'not UTF-8',
    line: line.number,
    text,
    ...(guessed !== undefined && { encoding: guessed }),
    ...(page !== undefined && { stated: page }),
  });
}

/**
 * Refuses a code page that a person stated for a file in UTF-8: its text would be damaged, as in MÃ¼ller.
 * @throws FaultyList with its first line that shows it
 */
async function assertOnlyAscii(bytes: FileBytes, stated: CodePage): Promise<void> {
  const [line] = await linesThat(bytes, each => each.some(byte => byte > 0x7f), 1);
  if (!line) return;
  const text = new TextDecoder().decode(line.bytes).replace(/\r$/, '');
  throw new FaultyList({ fault: 'UTF-8 after all', line: line.number, text, stated });
}

/**
 * Yields the text of a file without its byte order mark.
 * @throws FaultyList if the file does not have this encoding
 */
export async function* decoded(bytes: FileBytes, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'cp850') {
    for await (const piece of bytes()) yield textOfCp850(piece);
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new FaultyList({ fault: 'not in this encoding' });
    }
  };
  for await (const piece of bytes()) yield text(piece);
  yield text();
}

async function firstBytes(bytes: FileBytes): Promise<Uint8Array> {
  for await (const piece of bytes()) return piece.subarray(0, 4);
  return new Uint8Array();
}

/** Longer lines are shortened. */
const mostShown = 4_096;
const lineFeed = 0x0a;

/** The number of lines from which the code page is guessed. */
const mostLines = 50;

interface NumberedLine {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Returns the first lines that are not valid UTF-8. */
async function linesThatAreNoUtf8(bytes: FileBytes): Promise<readonly NumberedLine[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isNone = (line: Uint8Array) => {
    try {
      decoder.decode(line);
      return false;
    } catch {
      return true;
    }
  };
  return linesThat(bytes, isNone, mostLines);
}

async function linesThat(
  bytes: FileBytes,
  isMeant: (line: Uint8Array) => boolean,
  most: number,
): Promise<readonly NumberedLine[]> {
  const found: NumberedLine[] = [];
  let number = 1;
  const look = (line: Uint8Array) => {
    if (isMeant(line)) found.push({ number, bytes: line.slice(0, mostShown) });
    number += 1;
  };
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of bytes()) {
    const chunk = joined(rest, piece);
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      look(chunk.subarray(from, end));
      if (found.length >= most) return found;
      from = end + 1;
    }
    rest = chunk.subarray(from);
  }
  look(rest);
  return found;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
