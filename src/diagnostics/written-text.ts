import { isUtf8 } from 'node:buffer';

/** The reason why bytes are not UTF-8: their likely format, and the next step. */
export interface EncodingFault {
  /** `is not UTF-8 but ...`, to follow the name of the file. It contains nothing of the text. */
  readonly reason: string;
  /** Next step. */
  readonly hint: string;
  /** The line of the first unreadable character, counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The text as it was most likely meant: to show a line of it, never to be used. Empty where it is no text. */
  readonly meant: string;
}

/** A file that a person wrote is not UTF-8; the message is what the reason of its fault says. */
export class NotUtf8 extends Error {
  readonly fault: EncodingFault;

  constructor(fault: EncodingFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/** The problem with the encoding of a text that a person wrote; nothing where it is UTF-8. */
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
 * The text of a file that a person wrote: UTF-8, its byte order mark included where it has one.
 * @throws NotUtf8 where it is anything else: half of it would be other words than were written
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

/** Editors of Windows mark it; without the mark, the zeros beside its letters tell. */
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

/** The first characters of workbooks and documents, new ones (which are archives) and old ones. */
const beginnings = ['PK', '%PDF', '\xd0\xcf\x11\xe0'];

function isBinary(start: Buffer): boolean {
  const text = start.toString('latin1');
  return start.includes(0) || (!isUtf8(start) && beginnings.some(each => text.startsWith(each)));
}

/** The place of the first byte that is no part of a character, with one column for each byte before it. */
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
