import type { SourceConfig } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import { openBody } from './bodies/body.ts';
import type { IncomingRequest } from './incoming-request.ts';
import type { Evidence } from './schemes/evidence.ts';
import { digestsOf, type Hmac } from './schemes/hmac.ts';
import { writeSignature } from './schemes/signature.ts';
import { signedContent } from './schemes/signed-content.ts';
import { standardWebhooks } from './schemes/standard-webhooks.ts';
import { writeTimestamp } from './schemes/timestamp.ts';

/** What signing needs from around it. */
export interface SigningSurroundings {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A new id of the webhook, where the sender sends one. */
  readonly newId: () => string;
  readonly publicUrl: string | undefined;
  /** The path and query that it is posted to. */
  readonly url: string;
  /** Headers that are sent with it, for signatures that cover them. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a sender adds to a request. Header names are in lower case; `query` is added to that of the URL. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** A request cannot be signed as its source's sender would. Its message says why. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';
}

/**
 * What this source's sender would add to a POST of this body, so that it verifies: by the first entry of `verify`
 * and its first secret.
 * @throws CannotSign where the signature stands in the body, or something that it covers is not known
 */
export function sign(source: SourceConfig, body: Uint8Array, surroundings: SigningSurroundings): Signed {
  const [scheme] = source.verify;
  if (!scheme || scheme.type === 'none') return { headers: {}, query: {} };
  switch (scheme.type) {
    case 'hmac':
      return signHmac(scheme, source, body, surroundings);
    case 'standard-webhooks':
      return signHmac(standardWebhooks(scheme), source, body, surroundings);
    case 'basic': {
      const pair = Buffer.from(`${scheme.username}:${reveal(scheme.password)}`, 'utf8').toString('base64');
      return { headers: { authorization: `Basic ${pair}` }, query: {} };
    }
    case 'header-token':
      return { headers: { [scheme.name.toLowerCase()]: scheme.prefix + reveal(scheme.secret) }, query: {} };
    case 'query-token':
      return { headers: {}, query: { [scheme.name]: reveal(scheme.secret) } };
  }
}

function signHmac(
  scheme: Hmac,
  source: SourceConfig,
  body: Uint8Array,
  surroundings: SigningSurroundings,
): Signed {
  const { signature, timestamp } = scheme;
  if (signature.in === 'body') throw new CannotSign('It cannot be signed: the signature stands in the body.');
  const headers: Record<string, string> = {};
  if (scheme.id) headers[scheme.id.name.toLowerCase()] = surroundings.newId();
  const time = timestamp && writeTimestamp(timestamp.unit, surroundings.now);
  if (timestamp?.in === 'header' && time !== undefined) headers[(timestamp.name ?? '').toLowerCase()] = time;
  const pair =
    timestamp?.in === 'signature' && time !== undefined ? ([timestamp.key ?? '', time] as const) : undefined;

  const evidence = evidenceOf(source, body, { ...surroundings.headers, ...headers }, surroundings);
  const content = signedContent(scheme, evidence, pair ? `${pair[0]}=${pair[1]}` : '');
  if (!content.proved) throw new CannotSign(`It cannot be signed: ${content.reason}.`);
  const digest = firstDigest(scheme, content.parts);
  const text = writeSignature(signature, digest, pair);
  if (signature.in === 'query') return { headers, query: { [signature.name]: text } };
  return { headers: { ...headers, [signature.name.toLowerCase()]: text }, query: {} };
}

function firstDigest(scheme: Hmac, parts: readonly Uint8Array[]): Uint8Array {
  const digests = digestsOf({ ...scheme, secret: scheme.secret.slice(0, 1) }, parts);
  if ('reason' in digests) throw new CannotSign(`It cannot be signed: ${digests.reason}.`);
  const [digest] = digests;
  if (!digest) throw new CannotSign('It cannot be signed: the source has no secret.');
  return digest;
}

function evidenceOf(
  source: SourceConfig,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  { now, publicUrl, url }: SigningSurroundings,
): Evidence {
  const request: IncomingRequest = { method: 'POST', url, headers: Object.entries(headers), body };
  const type = headers['content-type'] ?? 'application/json';
  return { request, now, publicUrl, body: () => openBody(body, source.body, [type]) };
}

function reveal(secrets: readonly Secret[]): string {
  const [first] = secrets;
  if (!first) throw new CannotSign('It cannot be signed: the source has no secret.');
  return first.reveal();
}
