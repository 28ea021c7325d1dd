import type { BodyKind } from '../../config/config.ts';
import type { PlannableEvent, Reading } from '../../inbox/event.ts';
import { decodeText, findCharset } from './charset.ts';
import { parseForm } from './form.ts';
import { parseJson } from './json.ts';
import { type MediaType, parseMediaType } from './media-type.ts';

/** What came of reading a body. A reason is for the operator; it holds nothing of the body. */
export type BodyRead =
  | { readonly kind: 'read'; readonly reading: Reading; readonly value: unknown }
  | Unreadable;
type Unreadable = { readonly kind: 'unreadable'; readonly status: 400 | 415; readonly reason: string };

/**
 * Reads a body as the source says, or as its content type says where the source says `auto`.
 * `contentTypes` are the values of that header, in the order received.
 */
export function openBody(bytes: Uint8Array, kind: BodyKind, contentTypes: readonly string[]): BodyRead {
  const declared = contentTypes.length === 1 ? parseMediaType(contentTypes[0] ?? '') : undefined;
  const label = declared?.parameters.get('charset');
  const known = label === undefined ? 'utf-8' : findCharset(label);
  if (kind !== 'auto') return read(bytes, { kind, charset: known ?? 'utf-8' });

  if (contentTypes.length > 1) return unreadable(415, 'there is more than one content type');
  if (contentTypes.length === 1 && !declared)
    return unreadable(415, 'the content type is not written as one');
  if (known === undefined) return unreadable(415, 'the charset is not one that is read: utf-8, iso-8859-1');
  const found = kindOf(declared, bytes);
  if (found === undefined) {
    const what = declared ? 'the content type is not one that is read' : 'there is no content type';
    return unreadable(415, `${what} (JSON, form, plain text); \`body\` of the source can say what it is`);
  }
  if (found !== 'json-or-text') return read(bytes, { kind: found, charset: known });
  const asJson = read(bytes, { kind: 'json', charset: known });
  const isText = asJson.kind === 'unreadable' && [notJson, empty].includes(asJson.reason);
  return isText ? read(bytes, { kind: 'text', charset: known }) : asJson;
}

/**
 * Reads a stored body again, with the same result as when it came.
 * @throws where it cannot be read that way, which would be a fault of this program
 */
export function readBody(bytes: Uint8Array, reading: Reading): unknown {
  const body = read(bytes, reading);
  if (body.kind === 'unreadable') throw new Error(`A stored body cannot be read any more: ${body.reason}.`);
  return body.value;
}

/** The payload of an event: its item, or the whole body. Numbers that JavaScript cannot hold exactly are texts. */
export function readPayload(event: Pick<PlannableEvent, 'body' | 'reading' | 'payload'>): unknown {
  return event.payload === undefined ? readBody(event.body, event.reading) : JSON.parse(event.payload);
}

const empty = 'the body is empty';
const notJson = 'the body is not JSON';

function kindOf(
  type: MediaType | undefined,
  bytes: Uint8Array,
): Reading['kind'] | 'json-or-text' | undefined {
  if (!type) return looksLikeJson(bytes) ? 'json' : undefined;
  switch (type.name) {
    case 'application/json':
    case 'text/json':
      return 'json';
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'text/plain':
      return 'json-or-text';
    case 'multipart/form-data':
      return 'multipart';
    case 'application/xml':
    case 'text/xml':
      return 'xml';
  }
  if (type.name.endsWith('+json')) return 'json';
  return type.name.endsWith('+xml') ? 'xml' : undefined;
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find(byte => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte));
  return first === undefined || first === 0x7b || first === 0x5b;
}

function read(bytes: Uint8Array, reading: Reading): BodyRead {
  if (reading.kind === 'multipart' || reading.kind === 'xml') {
    return unreadable(415, `this version does not read ${reading.kind} bodies; send JSON or a form instead`);
  }
  const text = decodeText(bytes, reading.charset);
  if (text === undefined) return unreadable(400, `the body is not ${reading.charset}`);
  if (reading.kind === 'text') return { kind: 'read', reading, value: text };
  if (reading.kind === 'form') {
    const form = parseForm(text, reading.charset);
    return form.kind === 'read' ? { kind: 'read', reading, value: form.value } : unreadable(400, form.reason);
  }
  if (bytes.length === 0) return unreadable(400, empty);
  const json = parseJson(bytes, text);
  if (json.kind === 'read') return { kind: 'read', reading, value: json.value };
  if (json.kind === 'beyond') return unreadable(400, json.reason);
  return unreadable(400, notJson);
}

function unreadable(status: 400 | 415, reason: string): Unreadable {
  return { kind: 'unreadable', status, reason };
}
