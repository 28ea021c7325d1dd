import type { JsonField } from '../../config/config.ts';
import { decodeText, findCharset } from './charset.ts';
import { parseDisposition } from './disposition.ts';
import { type MediaType, parseMediaType } from './media-type.ts';
import { type FileNote, placeFields } from './place-fields.ts';
import { type Part, splitMultipart } from './split-multipart.ts';
import { notUtf8, UnreadableBody } from './unreadable-body.ts';

/** The settings for reading a multipart body. `charset` applies to parts without their own. */
export interface MultipartReading {
  readonly boundary: string;
  readonly charset: string;
  readonly jsonField?: JsonField | undefined;
}

/**
 * Reads `multipart/form-data`: its fields, placed by their keys like those of a form. For a file, only name,
 * type and size are noted. A part is a file if it has a file name, or a type other than text. The field of
 * `jsonField` is never a file if its type is a text type.
 * @throws UnreadableBody if it is broken or cut off, invalid in its charset, or exceeds the limits
 */
export function parseMultipart(
  bytes: Uint8Array,
  { boundary, charset, jsonField }: MultipartReading,
): unknown {
  // Each byte is one character until the charset is known.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return placeFields(fieldsOf(splitMultipart(text, boundary), charset, jsonField), jsonField);
}

type Field = readonly [key: string, value: string | FileNote];

function* fieldsOf(parts: Iterable<Part>, charset: string, jsonField?: JsonField): Generator<Field> {
  for (const part of parts) yield fieldOf(part, charset, jsonField);
}

function fieldOf(
  { headers, content: written }: Part,
  charset: string,
  jsonField: JsonField | undefined,
): Field {
  const disposition = parseDisposition(headers.get('content-disposition') ?? '');
  if (!disposition) throw new UnreadableBody('a part of the multipart body has no name');
  const name = decode(disposition.name, charset);
  const content = transferred(written, headers.get('content-transfer-encoding') ?? '');
  const typeText = headers.get('content-type') ?? '';
  const type = typeText === '' ? undefined : parseMediaType(typeText);
  // Browsers add a file name to a part that a script made of a Blob, whatever its contents.
  const isJson = name === jsonField?.name && type !== undefined && isText(type);
  if (isJson || (disposition.filename === undefined && isText(type))) {
    return [name, decode(content, charsetOf(type) ?? charset)];
  }
  const filename = disposition.fullFilename ?? decode(disposition.filename ?? '', charset);
  return [name, { filename, contentType: type?.name || 'application/octet-stream', size: content.length }];
}

/** Decodes the bytes of a part with a mail encoding. With any other encoding they stay unchanged. */
function transferred(content: string, encoding: string): string {
  switch (encoding.trim().toLowerCase()) {
    case 'base64': {
      const text = content.replace(/[\r\n\t ]/g, '');
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
        throw new UnreadableBody('a part of the multipart body is said to be base64, and is not');
      return Buffer.from(text, 'base64').toString('latin1');
    }
    case 'quoted-printable':
      return content
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    default:
      return content;
  }
}

function isText(type: MediaType | undefined): boolean {
  return !type || /^$|^text\/|[/+](json|xml)$/.test(type.name);
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
  throw charset === 'utf-8'
    ? new UnreadableBody(notUtf8('multipart body'), 'not-utf8')
    : new UnreadableBody(`the multipart body is not ${charset}`);
}

const beyondAscii = /[\x80-\xff]/;
