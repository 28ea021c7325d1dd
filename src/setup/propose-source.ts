import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../check/starter/payload-path.ts';

/** A webhook as it came, to be looked at. Names of headers are in lower case. */
export interface SeenWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly bytes: Uint8Array;
  /** The parsed body. */
  readonly body: unknown;
  /** The kind of the body. */
  readonly kind: string;
}

/** A header that may hold a signature of the body. */
export interface SignatureHeader {
  readonly name: string;
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64';
  /** By the length of the signature. */
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** A header beside it that looks like the time that may be signed with the body. */
  readonly timestamp?: string;
  /** True if Standard Webhooks fits: its three headers are there. */
  readonly standard?: true;
}

/** The proposal for a source, made from a webhook. */
export interface SourceProposal {
  readonly body: 'json' | 'form' | 'multipart' | 'xml' | 'text';
  /** The place of the list of events, if the body has more than one. */
  readonly split?: string;
  /** The number of events in that list. */
  readonly events?: number;
  readonly eventId?: string;
  /** The keys of the question and of the answer in the answers; `fields`: the keys of the body are the questions. */
  readonly answers?: 'fields' | AnswerList;
  readonly signatures: readonly SignatureHeader[];
}

/** A list of questions with their answers: in the words of `answers` of a source. */
export interface AnswerList {
  readonly each: string;
  readonly key?: string;
  readonly label?: string;
  readonly value: string;
}

/** Proposes how a source reads its webhooks, by one of them. */
export function proposeSource({ headers, body, kind }: SeenWebhook): SourceProposal {
  const list = listOf(body);
  const item = list ? list.items[0] : body;
  const eventId = isObject(item) ? idOf(item) : undefined;
  const answers = isObject(item) ? answersIn(item, kind) : undefined;
  const bodyKind = bodyKinds.find(each => each === kind) ?? 'json';
  return {
    body: bodyKind,
    ...(list && { split: list.path, events: list.items.length }),
    ...(eventId !== undefined && { eventId }),
    ...(answers !== undefined && { answers }),
    signatures: signatureHeaders(headers),
  };
}

const bodyKinds = ['json', 'form', 'multipart', 'xml', 'text'] as const;
const listNames = ['events', 'data', 'items', 'records', 'entries', 'results', 'payload'];

function listOf(body: unknown): { readonly path: string; readonly items: readonly unknown[] } | undefined {
  if (Array.isArray(body)) return isEvents(body) ? { path: '$', items: body } : undefined;
  if (!isObject(body)) return undefined;
  const name = listNames.find(each => Array.isArray(body[each]) && isEvents(body[each]));
  return name === undefined ? undefined : { path: name, items: body[name] as readonly unknown[] };
}

/** A list of objects that is no list of questions and answers. */
function isEvents(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every(isObject) && answerListOf('', list) === undefined;
}

const idNames =
  /^(?:event_?id|delivery_?id|webhook_?id|submission_?id|response_?id|entry_?id|message_?id|uuid|uid|id)$/i;

/** The id of the event: the likeliest name first; an id of a person is none. */
function idOf(item: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(item).filter(each => idNames.test(each) && isId(item[each]));
  const rank = (name: string) =>
    /^(?:event|delivery|webhook)/i.test(name) ? 0 : /^u?u?id$/i.test(name) ? 2 : 1;
  const [best] = names.sort((one, other) => rank(one) - rank(other));
  return best === undefined ? undefined : quoted(best);
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

function answersIn(item: Readonly<Record<string, unknown>>, kind: string): SourceProposal['answers'] {
  for (const [name, value] of Object.entries(item)) {
    if (!Array.isArray(value)) continue;
    const found = answerListOf(quoted(name), value);
    if (found) return found;
  }
  return kind === 'form' || kind === 'multipart' ? 'fields' : undefined;
}

const keyNames = ['key', 'ref', 'id', 'name', 'field', 'slug'];
const labelNames = ['label', 'title', 'question', 'frage', 'text'];
const valueNames = ['value', 'answer', 'antwort', 'values', 'response'];

function answerListOf(each: string, list: readonly unknown[]): AnswerList | undefined {
  if (list.length === 0 || !list.every(isObject)) return undefined;
  const has = (names: readonly string[]) => names.find(name => list.every(item => name in item));
  const value = has(valueNames);
  const label = has(labelNames);
  const key = has(keyNames);
  if (value === undefined || (label === undefined && key === undefined)) return undefined;
  return { each, ...(key !== undefined && { key }), ...(label !== undefined && { label }), value };
}

function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
}

const lengths = { hex: { 40: 'sha1', 64: 'sha256', 96: 'sha384', 128: 'sha512' } } as const;
const base64Lengths = { 28: 'sha1', 44: 'sha256', 64: 'sha384', 88: 'sha512' } as const;

function signatureHeaders(headers: SeenWebhook['headers']): readonly SignatureHeader[] {
  const timestamp = Object.keys(headers).find(each => /timestamp|request-time|(?:^|-)time$/.test(each));
  const isStandard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].every(each => each in headers);
  return Object.entries(headers).flatMap(([name, value]) => {
    const found = typeof value === 'string' ? signatureIn(name, value) : undefined;
    if (!found) return [];
    const standard = isStandard && name === 'webhook-signature' && ({ standard: true } as const);
    return [{ name, ...found, ...(timestamp !== undefined && { timestamp }), ...standard }];
  });
}

function signatureIn(
  name: string,
  value: string,
): Pick<SignatureHeader, 'prefix' | 'encoding' | 'algorithm'> | undefined {
  if (!/sign|hmac|digest|hash|sha\d/.test(name)) return undefined;
  const [, prefix = '', text = ''] =
    /^((?:sha\d+=|v\d,|v\d=|[a-z]+=)?)([A-Za-z0-9+/=_-]+)$/.exec(value) ?? [];
  const hex = /^[0-9a-f]+$/i.test(text) ? lengths.hex[text.length as 64] : undefined;
  if (hex !== undefined) return { prefix, encoding: 'hex', algorithm: hex };
  const base64 = base64Lengths[text.length as 44];
  return base64 === undefined ? undefined : { prefix, encoding: 'base64', algorithm: base64 };
}

/** An entry of `verify`, without its secret, as the config has it. */
export type ProposedVerify = Readonly<Record<string, unknown>>;

/** Finds how a webhook was signed with this secret; undefined where none of the usual ways fits. */
export function findSignedWay(
  { headers, bytes }: SeenWebhook,
  candidates: readonly SignatureHeader[],
  secret: string,
): ProposedVerify | undefined {
  for (const each of candidates) {
    if (each.standard) return { type: 'standard-webhooks' };
    const value = headers[each.name];
    if (typeof value !== 'string') continue;
    const time = each.timestamp === undefined ? undefined : headers[each.timestamp];
    for (const signed of ['{body}', '{timestamp}.{body}', '{timestamp}{body}', '{timestamp}:{body}']) {
      if (signed !== '{body}' && typeof time !== 'string') continue;
      const [before = '', behind = ''] = signed.replace('{timestamp}', String(time)).split('{body}');
      const hash = createHmac(each.algorithm, secret).update(before).update(bytes).update(behind);
      if (!isSame(hash.digest(each.encoding), value.slice(each.prefix.length))) continue;
      return verifyOf(each, signed);
    }
  }
  return undefined;
}

function verifyOf(
  { name, prefix, encoding, algorithm, timestamp }: SignatureHeader,
  signed: string,
): ProposedVerify {
  return {
    type: 'hmac',
    ...(algorithm !== 'sha256' && { algorithm }),
    ...(signed !== '{body}' && { signed }),
    signature: { name, ...(prefix !== '' && { prefix }), encoding },
    ...(signed !== '{body}' && { timestamp: { name: timestamp, unit: 'any' } }),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one.toLowerCase()), Buffer.from(other.toLowerCase())];
  return a.length === b.length && timingSafeEqual(a, b);
}
