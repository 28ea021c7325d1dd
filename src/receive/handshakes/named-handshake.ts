import type { NamedHandshake, SourceConfig } from '../../config/config.ts';
import { Secret } from '../../config/secret.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { parseQuery } from '../query.ts';
import type { SenderReply } from '../reply.ts';
import { headerValues } from '../schemes/evidence.ts';
import { needsSecret, secretsOf } from '../schemes/secrets-of.ts';
import { maxChallengeLength } from './challenge.ts';
import { onlyTexts } from './only-text.ts';

/** The characters that a response may repeat; neither browsers nor headers can misinterpret them. */
const printable = /^[\x20-\x7e]{1,1000}$/;

/**
 * Responds to a handshake that the source configures with its own names, without a signature and without an
 * event; undefined for any other request. A POST is a handshake only if it has no other contents.
 */
export function answerNamed(
  { handshake, verify }: Pick<SourceConfig, 'handshake' | 'verify'>,
  request: IncomingRequest,
): SenderReply | undefined {
  if (!handshake) return undefined;
  const challenge = answerChallenge(handshake, request);
  if (challenge) return challenge;
  const reply = answerEcho(handshake, request);
  const [told] = Object.values(reply?.headers ?? {});
  // The sender announces its secret this way. After the source has one, nobody can set another.
  const isAwaited = verify.some(needsSecret) && verify.flatMap(secretsOf).length === 0;
  return reply && told !== undefined && isAwaited ? { ...reply, secret: new Secret(told) } : reply;
}

/** Returns the headers that every response repeats. */
export function echoedHeaders(
  { handshake }: Pick<SourceConfig, 'handshake'>,
  request: IncomingRequest,
): Readonly<Record<string, string>> | undefined {
  const name = handshake?.echo;
  if (name === undefined) return undefined;
  const [value, ...more] = headerValues(request, name);
  return value === undefined || more.length > 0 || !printable.test(value) ? undefined : { [name]: value };
}

/** Returns the request without the repeated header, which may be the secret and is not stored. */
export function withoutEcho(
  { handshake }: Pick<SourceConfig, 'handshake'>,
  request: IncomingRequest,
): IncomingRequest {
  const name = handshake?.echo;
  if (name === undefined) return request;
  return { ...request, headers: request.headers.filter(([each]) => each !== name) };
}

function answerChallenge({ challenge }: NamedHandshake, request: IncomingRequest): SenderReply | undefined {
  if (!challenge) return undefined;
  const { in: where, name } = challenge;
  if (where === 'body') {
    const texts =
      request.method === 'POST' ? onlyTexts(request.body, [name, ...beside], maxChallengeLength) : undefined;
    const text = texts?.get(name);
    return text === undefined ? undefined : jsonReply({ [name]: text });
  }
  const isAsking = request.method === 'GET' || (request.method === 'POST' && isWithoutContents(request.body));
  const query = isAsking ? parseQuery(request.url) : {};
  const text = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof text === 'string' && printable.test(text) ? textReply(text) : undefined;
}

/** The keys that some senders add to a challenge: the kind of the request, and their token. */
const beside = ['type', 'token'];

function answerEcho(handshake: NamedHandshake, request: IncomingRequest): SenderReply | undefined {
  if (request.method !== 'POST' || !isWithoutContents(request.body)) return undefined;
  const headers = echoedHeaders({ handshake }, request);
  return headers && { status: 200, headers, body: '' };
}

/** True for an empty body or an empty object. */
export function isWithoutContents(body: Uint8Array): boolean {
  return body.length <= 16 && /^\s*(?:\{\s*\}\s*)?$/.test(Buffer.from(body).toString('latin1'));
}

const nosniff = { 'x-content-type-options': 'nosniff' };

function textReply(text: string): SenderReply {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', ...nosniff }, body: text };
}

function jsonReply(value: unknown): SenderReply {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...nosniff };
  return { status: 200, headers, body: JSON.stringify(value) };
}
