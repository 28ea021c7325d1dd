import type { SourceConfig } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import type { AcceptedRequest } from '../inbox/event.ts';
import type { NewRefusal } from '../inbox/store.ts';
import { type BodyRead, openBody } from './bodies/body.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { findItems } from './items.ts';
import { headerValues } from './schemes/evidence.ts';
import { type VerifiedRequest, verifiedBefore, verify } from './verify.ts';
import { withoutCredentials } from './without-credentials.ts';

/** What came of reading one webhook. */
export type Received =
  | { readonly kind: 'accepted'; readonly request: AcceptedRequest }
  /** No event, but a question of its sender: answered, and nothing is stored. */
  | { readonly kind: 'answered'; readonly reply: Reply }
  /** Refused at the door: kept, and answered with its status. */
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 405 | 413 | 415; readonly refusal: NewRefusal };

/** An answer in its sender's own form. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret that the sender will sign with and told now, for the operator's eyes alone. */
  readonly secret?: Secret;
}

/** What reading a webhook needs from around it. */
export interface Surroundings {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A new public id of an event; `newEventId` makes them. */
  readonly newId: () => string;
  /** `server.publicUrl`; needed where a signature covers the URL. */
  readonly publicUrl: string | undefined;
}

type Refused = Extract<Received, { kind: 'refused' }>;

/**
 * Reads one webhook: what is to be stored of it, or why it is refused. The cheap questions come first: the method,
 * a compressed body, whose it is; only then is the body read, split and searched for ids.
 */
export async function receive(
  source: SourceConfig,
  request: IncomingRequest,
  surroundings: Surroundings,
): Promise<Received> {
  const { now, publicUrl } = surroundings;
  const refuse = (status: Refused['status'], reason: string): Refused => {
    const head = withoutCredentials(source.verify, request);
    const bytes = request.body.byteLength;
    const refusal = { at: now, source: source.name, status, reason, verified: false, ...head, bytes };
    return { kind: 'refused', status, refusal };
  };
  if (request.method !== 'POST') return refuse(405, 'only POST is taken here');
  if (headerValues(request, 'content-encoding').some(isCompressed)) {
    return refuse(415, 'the body is compressed; have the sender send it as it is');
  }
  const contentTypes = headerValues(request, 'content-type');
  const body = once(() => openBody(request.body, source.body, contentTypes));
  const verification = verify(source.verify, { request, now, publicUrl, body });
  if (verification.kind === 'refused') return refuse(401, verification.reason);
  return readVerified(source, verification.request, now, surroundings);
}

/**
 * Takes in a webhook after all that was verified and then refused: it is read as the source says now, and may be
 * refused again. Nothing where it was not verified.
 */
export async function receiveRefused(
  source: SourceConfig,
  refusal: NewRefusal,
  surroundings: Pick<Surroundings, 'newId'>,
): Promise<Received | undefined> {
  const type = refusal.headers['content-type'];
  const request = verifiedBefore(refusal, bytes =>
    openBody(bytes, source.body, type === undefined ? [] : [type]),
  );
  return request && readVerified(source, request, refusal.at, surroundings);
}

async function readVerified(
  source: SourceConfig,
  request: VerifiedRequest,
  receivedAt: number,
  { newId }: Pick<Surroundings, 'newId'>,
): Promise<Received> {
  const { headers, query, bytes } = request;
  const body = request.body();
  if (body.kind === 'unreadable') {
    const { status, reason } = body;
    const refusal: NewRefusal = {
      at: receivedAt,
      source: source.name,
      status,
      reason,
      verified: true,
      headers,
      query,
      body: bytes,
      bytes: bytes.byteLength,
    };
    return { kind: 'refused', status, refusal };
  }
  const items = await findItems(source, request, body.value, newId);
  const { reading } = body;
  return {
    kind: 'accepted',
    request: { source: source.name, receivedAt, headers, query, body: bytes, reading, items },
  };
}

function isCompressed(encoding: string): boolean {
  return !['', 'identity'].includes(encoding.trim().toLowerCase());
}

function once(read: () => BodyRead): () => BodyRead {
  let result: BodyRead | undefined;
  return () => {
    result ??= read();
    return result;
  };
}
