import type { SourceConfig } from '../../config/config.ts';
import type { PlannableEvent, Reading } from '../../inbox/event.ts';
import { findEventKind, findKind } from './body-kind.ts';
import { decodeText, findCharset, xmlCharset } from './charset.ts';
import { parseForm } from './form.ts';
import { guessContentType } from './guess-content-type.ts';
import { parseJson } from './json.ts';
import { placeOfFault } from './json-fault.ts';
import { placeJsonInside, unquoteJson } from './json-inside.ts';
import { type MediaType, parseMediaType } from './media-type.ts';
import { mergePatch } from './merge-patch.ts';
import { parseMultipart } from './multipart.ts';
import { type BodyFault, notUtf8, UnreadableBody } from './unreadable-body.ts';
import { parseXml } from './xml.ts';

/** The result of reading a body. The reason is for the operator and contains nothing of the body. */
export type BodyRead = ReadBody | UnreadBody;
export type ReadBody = { readonly kind: 'read'; readonly reading: Reading; readonly value: unknown };
export type UnreadBody = {
  readonly kind: 'unreadable';
  readonly status: 400 | 413 | 415;
  readonly reason: string;
  /** Set if the body was read only as a text: the reason why it could not be read as another kind. */
  readonly fault?: BodyFault;
};

/** The settings of a source for its bodies. */
export type BodyWords = Pick<SourceConfig, 'body' | 'jsonField' | 'envelope' | 'charset'>;

/** The defaults of these settings. */
export const anyBody: BodyWords = { body: 'auto', jsonField: undefined, envelope: undefined };

/**
 * Reads a body as the kind that the source sets. With `auto`, its content type decides. `contentTypes` are
 * the values of that header, in the order received.
 */
export function openBody(bytes: Uint8Array, words: BodyWords, contentTypes: readonly string[]): BodyRead {
  const declared = parseMediaType(contentTypes.join(';'));
  const label = declared.parameters.get('charset');
  const named = label === undefined ? undefined : findCharset(label);
  const open = (kind: Reading['kind']) => {
    const read = readFirst(bytes, kind, { words, declared, named });
    const isOther = read.kind === 'unreadable' && read.fault === 'not-utf8' && label === undefined;
    return isOther && words.charset
      ? readFirst(bytes, kind, { words, declared, named: words.charset })
      : read;
  };
  if (words.body !== 'auto') return open(words.body);

  const types = new Set(contentTypes.map(each => parseMediaType(each).name));
  if (types.size > 1) return unreadable(415, `there are content types that differ; ${cure}`);
  if (label !== undefined && named === undefined) return unreadable(415, `${unknownCharset}; ${cure}`);
  const { name } = declared;
  const found = words.envelope ? findEventKind(name, bytes) : findKind(name, bytes);
  if (found === undefined) {
    const what =
      name === '' ? 'there is no content type that names a type' : 'the content type is not one that is read';
    const readable = words.envelope
      ? 'CloudEvents in JSON'
      : 'JSON, form, multipart/form-data, XML, plain text';
    return unreadable(415, `${what} (${readable}); ${cure}`);
  }
  if (found !== 'json-or-text') return open(found);
  const asJson = open('json');
  return asJson.kind === 'unreadable' && asJson.fault ? open('text') : asJson;
}

/**
 * Reads a stored body again, with the same result as on arrival.
 * @throws if it cannot be read that way, which would be a bug of this program
 */
export function readStoredBody(bytes: Uint8Array, reading: Reading): unknown {
  const known = atHand.get(bytes);
  const body = known?.reading === reading ? known : readAs(bytes, reading);
  if (body.kind === 'unreadable') throw new Error(`A stored body cannot be read any more: ${body.reason}.`);
  return body.value;
}

/**
 * Results of reading bytes that are still in memory: if their event is planned at once, they are read once.
 */
const atHand = new WeakMap<Uint8Array, ReadBody>();

/**
 * Returns the payload of an event with its corrections: its item, or the whole body. Numbers that JavaScript
 * cannot hold exactly are texts.
 */
export function readPayload(
  event: Pick<PlannableEvent, 'body' | 'reading' | 'payload' | 'corrections'>,
): unknown {
  const { body, reading, payload, corrections = [] } = event;
  const received = payload === undefined ? readStoredBody(body, reading) : JSON.parse(payload);
  return corrections.reduce((value, patch) => mergePatch(value, patch), received);
}

const unknownCharset =
  'the charset is not one that is read (utf-8, or one of a byte for each character, such as iso-8859-1)';

const cure = '`body` of the source can say what it is';

interface Declared {
  readonly words: BodyWords;
  readonly declared: MediaType;
  /** The charset in the content type, if it is supported. */
  readonly named: string | undefined;
}

/** Reads a body as this kind, and determines the further settings for reading it again. */
function readFirst(bytes: Uint8Array, kind: Reading['kind'], { words, declared, named }: Declared): BodyRead {
  const charset = named ?? 'utf-8';
  const jsonField = words.jsonField && { jsonField: words.jsonField };
  switch (kind) {
    case 'form': {
      // A sender of a form with JSON in a field may also send the JSON alone, with the type of a form.
      const isJson = words.jsonField?.whole && guessContentType(bytes) === 'application/json';
      return isJson
        ? readJson(bytes, { kind: 'json', charset })
        : readAs(bytes, { kind, charset, ...jsonField });
    }
    case 'multipart': {
      const sniffed = words.body === 'multipart' ? sniffBoundary(bytes) : undefined;
      const boundary = declaredBoundary(declared) ?? sniffed;
      if (boundary === undefined) return unreadable(400, noBoundary);
      return readAs(bytes, { kind, charset, boundary, ...jsonField });
    }
    case 'xml': {
      const label = named === undefined ? xmlCharset(bytes) : undefined;
      const found = label === undefined ? charset : findCharset(label);
      return found === undefined ? unreadable(400, unknownCharset) : readAs(bytes, { kind, charset: found });
    }
    case 'json':
      // If the field is the whole payload, it is a field of a form. In a JSON body, the payload is the body.
      return readJson(bytes, { kind, charset, ...(words.jsonField?.whole === false && jsonField) });
    default:
      return readAs(bytes, { kind, charset });
  }
}

/** Reads JSON, and JSON inside a JSON text, since some senders encode it twice. */
function readJson(bytes: Uint8Array, reading: Reading): BodyRead {
  const read = readAs(bytes, reading);
  if (read.kind === 'unreadable' || typeof read.value !== 'string') return read;
  const unquoted = readAs(bytes, { ...reading, isQuoted: true });
  return unquoted.kind === 'read' && typeof unquoted.value === 'string' ? readAs(bytes, reading) : unquoted;
}

const noBoundary =
  'the content type of the multipart body names no boundary that can be used; with `body: multipart` for the source its first line counts';

/** Reads a body with known settings. */
export function readAs(bytes: Uint8Array, reading: Reading): BodyRead {
  try {
    const body: ReadBody = { kind: 'read', reading, value: parse(bytes, reading) };
    atHand.set(bytes, body);
    return body;
  } catch (error) {
    if (error instanceof UnreadableBody) {
      const { message, fault } = error;
      return { ...unreadable(400, message), ...(fault && { fault }) };
    }
    throw error;
  }
}

function parse(bytes: Uint8Array, reading: Reading): unknown {
  const { kind, charset, boundary = '', jsonField, isQuoted } = reading;
  if (kind === 'bytes')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  if (kind === 'multipart') return parseMultipart(bytes, { boundary, charset, jsonField });
  const text = decodeText(bytes, charset);
  if (text === undefined) throw new UnreadableBody(notUtf8('body'), 'not-utf8');
  if (kind === 'text') return text;
  if (kind === 'form') return parseForm(text, charset, jsonField);
  if (bytes.length === 0) throw new UnreadableBody('the body is empty', 'empty');
  if (kind === 'xml') return parseXml(text);
  const json = parseJson(bytes, text);
  if (json.kind === 'beyond') throw new UnreadableBody(json.reason);
  if (json.kind === 'not-json')
    throw new UnreadableBody(`the body is not JSON${placeOfFault(text)}`, 'not-json');
  const whole = isQuoted ? unquoteJson(json) : json;
  return jsonField ? placeJsonInside(whole, jsonField) : whole.value;
}

function unreadable(status: 400 | 415, reason: string): UnreadBody {
  return { kind: 'unreadable', status, reason };
}

/** Returns the boundary of a multipart body from its content type, if it is usable. */
function declaredBoundary({ name, parameters }: MediaType): string | undefined {
  const boundary = name.startsWith('multipart/') ? parameters.get('boundary') : undefined;
  return boundary !== undefined && usable.test(boundary) ? boundary : undefined;
}

/** Returns the boundary of a multipart body whose content type does not name it: the text of its first line. */
function sniffBoundary(bytes: Uint8Array): string | undefined {
  const top = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 100)).toString('latin1');
  const boundary = /^(?:\r\n)?--([^\r\n]+)\r\n/.exec(top)?.[1];
  return boundary !== undefined && usable.test(boundary) ? boundary : undefined;
}

/** Printable ASCII without quotes, which would need escapes and do not occur; no space at the end. */
const usable = /^(?!.* $)[ !#-[\]-~]{1,70}$/;
