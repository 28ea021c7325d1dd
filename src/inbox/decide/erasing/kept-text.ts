import { type AcceptedRequest, type Reading, wholePayload } from '../../event.ts';
import { sharedTexts, storedHeaders, storedReading } from '../../stored/stored-request.ts';

/** The stored form of a webhook or a refusal. */
export interface KeptRequest {
  readonly headers: string;
  readonly query: string;
  readonly reading: string | null;
  readonly body: Uint8Array | null;
}

/** The stored texts of an event, as in its rows. */
export interface KeptEvent {
  /** The texts of the event itself: its sender's id, its type, its reason, its diagnostics. */
  readonly own: readonly (string | null)[];
  /** Its webhook. For a split webhook, only its own part belongs to the event. */
  readonly request: KeptRequest | undefined;
  readonly payload: KeptPayload | undefined;
  /** Its calls, their responses, and its waiting messages. */
  readonly further: readonly (string | null)[];
}

/** One item of a split webhook: its JSON, the places of shared pieces in it, and the pieces. */
export interface KeptPayload {
  readonly json: string;
  readonly places: string | null;
  readonly pieces: readonly string[];
}

/** The texts of an event, a webhook or a refusal that are searched. */
export interface Searchable {
  readonly texts: readonly string[];
  /** An XML document; the texts in it are searched too. */
  readonly xml?: string;
  /** True if its charset or compression is not supported. */
  readonly isUnreadable?: true;
}

/** Returns all stored texts of an event. */
export function textsOfEvent({ own, request, payload, further }: KeptEvent): Searchable {
  const notes = [...own, ...further].filter(each => each !== null).join(between);
  const json = payload ? [wholePayload(payload.json, sharedTexts(payload.places, payload.pieces))] : [];
  if (!request) return { texts: [notes, ...json] };
  const { texts, ...rest } = textsOfRequest(request);
  return { texts: [notes, ...json, ...texts], ...rest };
}

/** Returns the texts of a webhook or a refusal as a whole. */
export function textsOfRequest({ headers, query, reading, body }: KeptRequest): Searchable {
  const head = headers + between + query;
  if (body === null || body.length === 0) return { texts: [head] };
  const { buffer, byteOffset, byteLength } = body;
  // One character for each byte: finders decode UTF-8.
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  const known = reading === null ? undefined : storedReading.read(reading);
  const others = known ? [] : charsetsIn(storedHeaders.read(headers), bytes);
  const decoded = others.slice(0, mostCharsets).map(label => decodeAs(label, body));
  const readable = decoded.filter(text => text !== undefined);
  const isUnreadable = readable.length < others.length || (!known && isCompressed(headers));
  const texts = [head, bytes, ...readable, ...(bytes.includes('\0') ? inUtf16(body) : [])];
  const xml = xmlOf(body, bytes, known, readable);
  return { texts, ...(xml !== undefined && { xml }), ...(isUnreadable && { isUnreadable }) };
}

/** A separator between two texts, which no searched text contains. */
const between = '\u0001';

/** The charsets with which accepted webhooks were read; a refusal may name any. */
const usual = /^(?:utf-?8|us-ascii|ascii|iso-?8859-1|latin1|windows-1252|cp1252)$/i;
const mostCharsets = 4;

/** Returns further charsets, from the headers and the body of a refusal. */
function charsetsIn(headers: AcceptedRequest['headers'], bytes: string): readonly string[] {
  const text = `${headers['content-type'] ?? ''}\n${bytes}`;
  const labels = [...text.matchAll(/\b(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/gi)];
  return [...new Set(labels.map(([, label = '']) => label.toLowerCase()))].filter(
    label => !usual.test(label),
  );
}

/** A decompressed body is stored without that header. */
function isCompressed(headers: string): boolean {
  return storedHeaders.read(headers)['content-encoding'] !== undefined;
}

function decodeAs(label: string, body: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return undefined;
  }
}

/** Decodes bytes that contain zeros as UTF-16, for each byte order and for each start of a character. */
function inUtf16(body: Uint8Array): readonly string[] {
  return [0, 1].flatMap(start =>
    ['utf-16le', 'utf-16be'].map(label => new TextDecoder(label).decode(body.subarray(start))),
  );
}

function xmlOf(
  body: Uint8Array,
  bytes: string,
  known: Reading | undefined,
  decoded: readonly string[],
): string | undefined {
  if (known) return known.kind === 'xml' ? new TextDecoder(known.charset).decode(body) : undefined;
  const [text = new TextDecoder().decode(body)] = decoded;
  return /^(?:\xef\xbb\xbf)?\s*</.test(bytes) || /^\s*</.test(text) ? text : undefined;
}
