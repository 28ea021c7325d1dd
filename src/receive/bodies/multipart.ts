import { isAscii } from 'node:buffer';
import { type MultipartError, make, type PartInfo } from 'multipasta';
import type { JsonField } from '../../config/config.ts';
import { decodeText, findCharset } from './charset.ts';
import { parseDisposition } from './disposition.ts';
import { maxKeys, tooManyKeys } from './limits.ts';
import { type MediaType, parseMediaType } from './media-type.ts';
import { type FileNote, placeFields } from './place-fields.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** How a multipart body is to be read. `charset` is that of every part that does not say its own. */
export interface MultipartReading {
  readonly boundary: string;
  readonly charset: string;
  readonly jsonField?: JsonField | undefined;
}

/**
 * Reads `multipart/form-data`: its fields, placed by their keys as those of a form. Of a file only its name, type and
 * size are noted; a part is a file where it has a file name, or a type that is no text.
 * @throws UnreadableBody where it is broken or cut off, is not of its charset, or goes beyond the limits
 */
export function parseMultipart(
  bytes: Uint8Array,
  { boundary, charset, jsonField }: MultipartReading,
): unknown {
  const fields: Field[] = [];
  let done = false;
  // The library gives a part whose headers never end those of the one before.
  let head: PartInfo | undefined;
  const parser = make({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    maxParts: maxKeys,
    // The size of the whole body is bounded before.
    maxFieldSize: Number.POSITIVE_INFINITY,
    isFile: info => {
      head = info;
      return false;
    },
    onFile: () => () => {},
    onField: (_, value) => {
      if (done) return;
      if (!head) throw new UnreadableBody(reasons.BadHeaders);
      fields.push(readPart(head, value, charset));
      head = undefined;
    },
    onError: error => {
      // What stands behind the last boundary is nobody's.
      if (!done) throw new UnreadableBody(reasons[error._tag]);
    },
    onDone: () => {
      done = true;
    },
  });
  try {
    parser.write(widen(bytes));
    parser.end();
  } catch (error) {
    // The library decodes the escapes of a file name.
    throw error instanceof URIError ? new UnreadableBody(reasons.BadHeaders) : error;
  }
  if (!done) throw new UnreadableBody(reasons.EndNotReached);
  return placeFields(fields, jsonField);
}

type Field = readonly [key: string, value: string | FileNote];

const reasons: Readonly<Record<MultipartError['_tag'], string>> = {
  InvalidBoundary: 'the boundary of the multipart body is not written as one',
  BadHeaders: 'a part of the multipart body has headers that cannot be read',
  InvalidDisposition: 'a part of the multipart body has no name',
  ReachedLimit: tooManyKeys,
  EndNotReached: 'the multipart body is cut off, or its boundary is another one than it says',
};

// The library takes headers for UTF-8, and what is not is lost. It is given each byte as a character of its own, and
// so are the texts here, until they are decoded.

function widen(bytes: Uint8Array): Uint8Array {
  return isAscii(bytes) ? bytes : Buffer.from(viewOf(bytes).toString('latin1'), 'utf8');
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function readPart({ headers }: PartInfo, wide: Uint8Array, charset: string): Field {
  const disposition = parseDisposition(onlyText(headers['content-disposition']));
  if (!disposition) throw new UnreadableBody(reasons.InvalidDisposition);
  const name = decode(disposition.name, charset);
  const typeText = onlyText(headers['content-type']);
  const type = typeText === '' ? undefined : parseMediaType(typeText);
  const value = viewOf(wide).toString('utf8');
  if (disposition.filename === undefined && isText(type)) {
    return [name, decode(value, charsetOf(type) ?? charset)];
  }
  const filename = decode(disposition.filename ?? '', charset);
  return [name, { filename, contentType: type?.name ?? 'application/octet-stream', size: value.length }];
}

/** The value of a header that is there once; else an empty text. */
function onlyText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isText(type: MediaType | undefined): boolean {
  return !type || /^text\/|[/+](json|xml)$/.test(type.name);
}

function charsetOf(type: MediaType | undefined): string | undefined {
  const label = type?.parameters.get('charset');
  if (label === undefined) return undefined;
  const charset = findCharset(label);
  if (charset !== undefined) return charset;
  throw new UnreadableBody('a part of the multipart body has a charset that is not read');
}

function decode(bytes: string, charset: string): string {
  if (!beyondAscii.test(bytes)) return bytes;
  const text = decodeText(Buffer.from(bytes, 'latin1'), charset);
  if (text !== undefined) return text;
  throw new UnreadableBody(`the multipart body is not ${charset}`);
}

const beyondAscii = /[\x80-\xff]/;
