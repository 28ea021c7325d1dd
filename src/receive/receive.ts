import type { SourceConfig } from '../config/config.ts';
import type { AcceptedRequest } from '../inbox/event.ts';
import { type NewRefusal, whyOfStatus } from '../inbox/refusal.ts';
import { type BodyRead, openBody } from './bodies/body.ts';
import { decompress } from './bodies/decompress.ts';
import { jsonAsForm } from './bodies/json-as-form.ts';
import { repeatedKeyWarning } from './bodies/repeated-keys.ts';
import { findItems } from './events/find-items.ts';
import { withoutFutureTime } from './events/occurred-at.ts';
import { openEnvelope } from './events/open-envelope.ts';
import { answerUnverified, answerVerified } from './handshakes/handshakes.ts';
import { meantHandshake } from './handshakes/meant-handshake.ts';
import { echoedHeaders, withoutEcho } from './handshakes/named-handshake.ts';
import { withoutPings } from './handshakes/without-pings.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { proofSchemes } from './redaction/proof-schemes.ts';
import { redactBody, redactUnreadable } from './redaction/redact-body.ts';
import { redactHead } from './redaction/redact-head.ts';
import { redactItems } from './redaction/redact-items.ts';
import { redactedSecrets, redactorOf } from './redaction/source-redactor.ts';
import { emptyReply, type SenderReply } from './reply.ts';
import { headerValues, type ProofFault } from './schemes/evidence.ts';
import { type VerifiedRequest, verifiedBefore, verify } from './verify.ts';

/** The result of receiving one request. */
export type Received = ReceivedWebhook | ReceivedHandshake;

/** A webhook to store, or a refused one, which is stored separately; with the status of the response. */
export type ReceivedWebhook =
  | {
      readonly kind: 'accepted';
      readonly request: AcceptedRequest;
      /** The headers that the response repeats at the request of the sender. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 401 | 405 | 413 | 415 | 503;
      readonly refusal: NewRefusal;
      /** As in `Verification`. Undefined if the request was verified. */
      readonly fault?: ProofFault;
      readonly skewMs?: number;
      /** True if credentials are missing, but the sender may send them when asked: HTTP Basic does so. */
      readonly isUnasked?: true;
    };

/** A handshake: a question of the sender and not an event. It gets a response, and nothing is stored. */
export interface ReceivedHandshake {
  readonly kind: 'answered';
  readonly reply: SenderReply;
  /** True if the origin was proved. Some senders cannot sign such requests. */
  readonly verified: boolean;
}

/** The dependencies of receiving a webhook. */
export interface ReceiveSurroundings {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Returns a new public id for an event, as `newEventId` does. */
  readonly newId: () => string;
  /** `server.publicUrl`, which is needed if a signature covers the URL. */
  readonly publicUrl: string | undefined;
  /** The maximum size of an unpacked body, in bytes; by default 1 MiB. */
  readonly bodyLimit?: number;
}

type Refused = Extract<ReceivedWebhook, { kind: 'refused' }>;

/**
 * Receives one request. Returns the events to store, a response for the sender, or the reason for a refusal.
 * Cheap checks come first: an unsigned handshake, the method, the verification. Only then is the body
 * unpacked, read, split and searched for ids.
 */
export async function receive(
  source: SourceConfig,
  received: IncomingRequest,
  surroundings: ReceiveSurroundings,
): Promise<Received> {
  const { now, publicUrl } = surroundings;
  const request = withoutEcho(source, received);
  const refuse = (status: Refused['status'], reason: string, why = whyOfStatus(status)): Refused => {
    const head = redactHead(source.verify, request);
    const bytes = request.body.byteLength;
    const refusal = { at: now, source: source.name, status, reason, why, verified: false, ...head, bytes };
    return { kind: 'refused', status, refusal };
  };
  const unsigned = answerUnverified(source, received);
  if (unsigned?.kind === 'answered') return { ...unsigned, verified: false };
  if (unsigned) return refuse(401, unsigned.reason);
  if (request.method !== 'POST') return refuse(405, `only POST is taken here${handshakeAdvice(received)}`);
  const contentTypes = headerValues(request, 'content-type');
  const encodings = headerValues(request, 'content-encoding');
  const open = once(() => openCompressed(request.body, source, { contentTypes, encodings }, surroundings));
  const body = () => open().body;
  const bytes = () => open().bytes;
  const verification = await verify(source.verify, { request, now, publicUrl, body, bytes });
  const headers = echoedHeaders(source, received);
  if (verification.kind === 'refused') {
    const { reason, fault, why, skewMs } = verification;
    const words = headers ? `${reason}; ${notEmpty(source)}` : `${reason}${handshakeAdvice(received)}`;
    const isUnasked = isFirstTry(source, request) && ({ isUnasked: true } as const);
    return { ...refuse(401, words, why), fault, ...(skewMs !== undefined && { skewMs }), ...isUnasked };
  }
  const result = await receiveVerified(source, asOpened(verification.request, open()), now, surroundings);
  return result.kind === 'accepted' && headers ? { ...result, headers } : result;
}

/** Returns the advice for a refused request that looks like a sender's check of the URL. */
function handshakeAdvice(request: IncomingRequest): string {
  const meant = meantHandshake(request);
  return meant === undefined ? '' : `; if the sender checks the URL so, write \`${meant}\` at the source`;
}

/** True if a request of HTTP Basic has no credentials: many senders send them only when asked. */
function isFirstTry({ verify }: SourceConfig, request: IncomingRequest): boolean {
  return verify.every(({ type }) => type === 'basic') && headerValues(request, 'authorization').length === 0;
}

/** The reason why an unsigned handshake with an echoed header must have no body, which would be lost. */
function notEmpty({ handshake }: SourceConfig): string {
  return `a request with the header "${handshake?.echo}" needs no proof only where it has no contents`;
}

/**
 * Receives a webhook again that was verified and then refused. It is read by the current settings of its
 * source, and may be refused again. If decompression fails but the body is readable without it, the encoding
 * is ignored. It never counts as a handshake, since no sender waits. Undefined if it was not verified.
 */
export async function receiveRefused(
  source: SourceConfig,
  refusal: NewRefusal,
  surroundings: Pick<ReceiveSurroundings, 'newId' | 'bodyLimit'>,
): Promise<ReceivedWebhook | undefined> {
  const valuesOf = (name: string) => [refusal.headers[name] ?? []].flat();
  const words = { contentTypes: valuesOf('content-type'), encodings: valuesOf('content-encoding') };
  const bytes = refusal.body ?? new Uint8Array();
  const open = once(() => {
    const opened = openCompressed(bytes, source, words, surroundings);
    if (opened.body.kind === 'read' || words.encodings.length === 0) return opened;
    const asItIs = openCompressed(bytes, source, { ...words, encodings: [] }, surroundings);
    return asItIs.body.kind === 'read' ? asItIs : opened;
  });
  const request = verifiedBefore(refusal, () => open().body);
  return request && readVerified(source, asOpened(request, open()), refusal.at, surroundings);
}

const usualLimit = 1024 * 1024;

/** The result of reading a body, and the decompressed bytes. */
interface Opened {
  readonly bytes: Uint8Array;
  readonly body: BodyRead;
}

function openCompressed(
  bytes: Uint8Array,
  source: SourceConfig,
  { contentTypes, encodings }: { contentTypes: readonly string[]; encodings: readonly string[] },
  { bodyLimit = usualLimit }: Pick<ReceiveSurroundings, 'bodyLimit'>,
): Opened {
  const plain = decompress(bytes, encodings, bodyLimit);
  if (plain.kind === 'unreadable') return { bytes, body: plain };
  return { bytes: plain.bytes, body: openBody(plain.bytes, source, contentTypes) };
}

/** A request is kept in readable form. The signature covered the received bytes, but is no longer needed. */
function asOpened(request: VerifiedRequest, { bytes }: Opened): VerifiedRequest {
  if (bytes === request.bytes) return request;
  const { 'content-encoding': _, ...headers } = request.headers;
  return { ...request, bytes, headers };
}

async function receiveVerified(
  source: SourceConfig,
  request: VerifiedRequest,
  now: number,
  surroundings: ReceiveSurroundings,
): Promise<Received> {
  const body = request.body();
  const challenge = body.kind === 'read' ? answerVerified(source, body.value) : undefined;
  if (challenge) return { kind: 'answered', reply: challenge, verified: true };
  const received = await readVerified(source, request, now, surroundings);
  if (received.kind === 'refused') return received;
  if (source.paused) return refusedWhilePaused(source, received.request, now);
  const all = received.request.items;
  const items = withoutPings(source, all);
  if (items.length === all.length) return received;
  if (items.length === 0) return { kind: 'answered', reply: emptyReply, verified: true };
  return { kind: 'accepted', request: { ...received.request, items } };
}

/** The refusal while a source is paused. The sender should retry; a person can accept it at any time. */
function refusedWhilePaused(source: SourceConfig, request: AcceptedRequest, at: number): Refused {
  const { headers, query, body, reading } = request;
  const reason = 'the source is paused';
  const head = { at, source: source.name, status: 503, reason, why: whyOfStatus(503), verified: true };
  return {
    kind: 'refused',
    status: 503,
    refusal: { ...head, headers, query, body, reading, bytes: body.byteLength },
  };
}

async function readVerified(
  source: SourceConfig,
  request: VerifiedRequest,
  receivedAt: number,
  { newId }: Pick<ReceiveSurroundings, 'newId'>,
): Promise<ReceivedWebhook> {
  const { headers, query, bytes, proofs } = request;
  const body = openEnvelope(source, headers, request.body());
  if (body.kind === 'unreadable') {
    const { status, reason, fault } = body;
    const redactor = redactorOf(source.verify, redactedSecrets(proofs));
    // A small body that becomes huge when decompressed is not kept.
    const kept = status === 413 ? undefined : redactUnreadable(bytes, redactor);
    const refusal: NewRefusal = {
      at: receivedAt,
      source: source.name,
      status,
      reason,
      why: fault ? { code: fault } : whyOfStatus(status),
      verified: true,
      headers,
      query,
      ...(kept && { body: kept }),
      bytes: bytes.byteLength,
    };
    return { kind: 'refused', status, refusal };
  }
  const found = await findItems(source, request, body.value, newId, body.enveloped);
  const warning = jsonAsForm(bytes, body.reading) ?? repeatedKeyWarning(bytes, body.reading, body.value);
  const warned = warning
    ? found.map(item => ({ ...item, diagnostics: [warning, ...item.diagnostics] }))
    : found;
  const kept = redactBody(proofSchemes(source), proofs, bytes, body);
  const items = redactItems(warned, kept).map(item => withoutFutureTime(item, receivedAt));
  return {
    kind: 'accepted',
    request: {
      source: source.name,
      receivedAt,
      headers,
      query,
      body: kept.bytes,
      reading: kept.reading,
      items,
    },
  };
}

function once<Result>(read: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= read();
    return result;
  };
}
