import type { SourceConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/config/secret.ts';
import type { SignaturePlace, TimestampPlace, Verify } from '../../src/config/sources/verify.ts';
import { compile } from '../../src/expressions/compile.ts';
import type { Expression } from '../../src/expressions/expression.ts';
import type { AcceptedRequest } from '../../src/inbox/event.ts';
import type { NewRefusal } from '../../src/inbox/refusal.ts';
import type { IncomingRequest } from '../../src/receive/incoming-request.ts';
import { type Received, receive } from '../../src/receive/receive.ts';
import { sign } from '../../src/receive/signing/sign.ts';

/** The time in these tests: 2021-02-25T14:22:10Z, the one of the Standard Webhooks vector. */
export const now = 1_614_265_330_000;
export const publicUrl = 'https://hooks.example.com';
export const secretText = 'a secret of the shop, long enough';

export type Hmac = Extract<Verify, { type: 'hmac' }>;
export type Digest = Extract<Verify, { type: 'digest' }>;
export type Jwt = Extract<Verify, { type: 'jwt' }>;

/** A source that accepts everything, except for the given differences. */
export function aSource(differences: Partial<SourceConfig> = {}): SourceConfig {
  return {
    name: 'website',
    preset: undefined,
    path: '/hooks/website',
    verify: [{ type: 'none' }],
    body: 'auto',
    split: undefined,
    eventId: undefined,
    eventType: undefined,
    occurredAt: undefined,
    answers: undefined,
    jsonField: undefined,
    envelope: undefined,
    handshakes: [],
    verifyToken: [],
    acknowledgement: 'json',
    people: 'website',
    respond: 'accepted',
    respondWithinMs: 10_000,
    limits: { perSecond: undefined, from: undefined },
    ...differences,
  };
}

/** An HMAC entry as the config would complete it. */
export function anHmac(
  differences: Omit<Partial<Hmac>, 'signature' | 'timestamp'> & {
    signature?: Partial<SignaturePlace>;
    timestamp?: Partial<TimestampPlace>;
  } = {},
): Hmac {
  const { signature, timestamp, ...rest } = differences;
  return {
    type: 'hmac',
    secret: [new Secret(secretText)],
    secretEncoding: 'utf8',
    algorithm: 'sha256',
    signed: '{body}',
    id: undefined,
    url: { decode: 'none' },
    ...rest,
    signature: {
      in: 'header',
      name: 'x-signature',
      format: 'plain',
      key: undefined,
      pairSeparator: ',',
      version: undefined,
      prefix: '',
      encoding: 'hex',
      ...signature,
    },
    timestamp: timestamp && {
      in: 'header',
      name: 'x-timestamp',
      key: undefined,
      path: undefined,
      unit: 's',
      toleranceMs: 300_000,
      ...timestamp,
    },
  };
}

/** A digest entry as the config would complete it. */
export function aDigest({
  algorithm = 'sha256',
  ...keys
}: Omit<NonNullable<Parameters<typeof anHmac>[0]>, 'type' | 'algorithm'> & {
  algorithm?: Digest['algorithm'];
} = {}): Digest {
  return { ...anHmac({ signed: '{secret}{body}', ...keys }), type: 'digest', algorithm };
}

/** A JWT entry as the config would complete it. */
export function aJwt(differences: Partial<Jwt> = {}): Jwt {
  return {
    type: 'jwt',
    in: 'header',
    name: 'authorization',
    algorithms: ['HS256'],
    audience: undefined,
    secret: [new Secret(secretText)],
    ...differences,
  };
}

export function anExpression(source: string): Expression {
  const compiled = compile(source);
  if ('expression' in compiled) return compiled.expression;
  throw new Error(compiled.diagnostic.message);
}

/** A POST of JSON, except for the given differences. */
export function aRequest(
  body: string | Uint8Array = '{"a":1}',
  headers: readonly (readonly [string, string])[] = [['content-type', 'application/json']],
  differences: Partial<IncomingRequest> = {},
): IncomingRequest {
  return { method: 'POST', url: '/hooks/website', headers, body: Buffer.from(body), ...differences };
}

/** The request with the proof that its source's sender would add. */
export async function signedRequest(
  source: SourceConfig,
  request: IncomingRequest,
  at = now,
): Promise<IncomingRequest> {
  const { headers, query, body } = await sign(source, request.body, {
    now: at,
    newId: () => 'msg_1',
    publicUrl,
    url: request.url,
    headers: Object.fromEntries(request.headers),
  });
  const search = new URLSearchParams(query).toString();
  const separator = request.url.includes('?') ? '&' : '?';
  return {
    ...request,
    body: body ?? request.body,
    headers: [...request.headers, ...Object.entries(headers)],
    url: search === '' ? request.url : request.url + separator + search,
  };
}

export async function receiveAt(
  source: SourceConfig,
  request: IncomingRequest | Promise<IncomingRequest>,
  at = now,
): Promise<Received> {
  let made = 0;
  return receive(source, await request, { now: at, newId: () => `evt_${++made}`, publicUrl });
}

/** Returns an accepted webhook; throws if it was refused. */
export async function accept(
  source: SourceConfig,
  request: IncomingRequest | Promise<IncomingRequest>,
): Promise<AcceptedRequest> {
  const received = await receiveAt(source, request);
  if (received.kind === 'refused') throw new Error(`refused: ${received.refusal.reason}`);
  if (received.kind === 'answered') throw new Error(`answered: ${received.reply.body}`);
  return received.request;
}

/** Returns a refusal; throws if the webhook was accepted. */
export async function refuse(
  source: SourceConfig,
  request: IncomingRequest | Promise<IncomingRequest>,
  at = now,
): Promise<NewRefusal> {
  const received = await receiveAt(source, request, at);
  if (received.kind !== 'refused') throw new Error(received.kind);
  return received.refusal;
}
