import { isUtf8 } from 'node:buffer';

/** The reason why bytes are not UTF-8: their likely format, and the next step. */
export interface EncodingFault {
  /** `is not UTF-8 but ...`, to follow the name of the file. It contains no part of the text. */
  readonly reason: string;
  /** The next step. */
  readonly hint: string;
  /** The line of the first unreadable character, counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The text that was probably meant, only for showing a line of it. Empty if the bytes are not text. */
  readonly meant: string;
}

/** The error for a file of a person that is not UTF-8. Its message is the reason of its fault. */
export class NotUtf8 extends Error {
  readonly fault: EncodingFault;

  constructor(fault: EncodingFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/** Returns the problem with the encoding of a text by a person; undefined if it is UTF-8. */
export function encodingFault(bytes: Uint8Array): EncodingFault | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512));
  const wide = utf16(start);
  if (wide) return faultOf('UTF-16', wide.toUpperCase(), decode(bytes, wide));
  if (isBinary(start)) return { ...noText, line: 1, column: 1, meant: '' };
  if (isUtf8(bytes)) return undefined;
  return {
    ...faultOf('most likely Windows-1252 ("ANSI")', 'WINDOWS-1252', decode(bytes, 'windows-1252')),
    ...firstUnreadable(bytes),
  };
}

/**
 * Decodes a file of a person, which must be UTF-8. A byte order mark stays.
 * @throws NotUtf8 for any other encoding, which would turn letters into others
 */
export function writtenText(bytes: Uint8Array): string {
  const fault = encodingFault(bytes);
  if (fault) throw new NotUtf8(fault);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

const noText = {
  reason: 'is no text at all',
  hint: 'a workbook or a document is exported first, as "CSV UTF-8" or as plain text in UTF-8',
};

function faultOf(name: string, iconvName: string, meant: string): EncodingFault {
  return {
    reason: `is not UTF-8 but ${name}`,
    hint: `save it as UTF-8: "Save as" of an editor has "Encoding", a spreadsheet "CSV UTF-8"; or \`iconv -f ${iconvName} -t UTF-8 OLD > NEW\``,
    line: 1,
    column: 1,
    meant,
  };
}

function decode(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

/** Windows editors add a byte order mark. Without one, the zeros beside its letters show UTF-16. */
function utf16(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even === 0) return 'utf-16le';
  return even > start.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

/** The first bytes of workbooks and documents, in new formats (which are archives) and old ones. */
const beginnings = ['PK', '%PDF', '\xd0\xcf\x11\xe0'];

function isBinary(start: Buffer): boolean {
  const text = start.toString('latin1');
  return start.includes(0) || (!isUtf8(start) && beginnings.some(each => text.startsWith(each)));
}

/** Returns the place of the first invalid byte, with one column for each byte before it. */
function firstUnreadable(bytes: Uint8Array): { line: number; column: number } {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const content = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(content)) {
      const text = decode(content, 'utf-8');
      return { line, column: Buffer.byteLength(text.slice(0, text.indexOf('\uFFFD'))) + 1 };
    }
    if (end < 0) return { line, column: 1 };
    start = end + 1;
  }
}
