import type { SourceConfig } from '../../config/config.ts';
import type { Secret } from '../../config/secret.ts';
import { openBody } from '../bodies/body.ts';
import type { Evidence } from '../schemes/evidence.ts';
import { signJwt } from '../schemes/jwt.ts';
import { signingKey } from '../schemes/signing-key.ts';
import { standardWebhooksHmac } from '../schemes/standard-webhooks.ts';
import { CannotSign } from './cannot-sign.ts';
import { putProofInBody } from './put-proof-in-body.ts';
import { signKeyedHash, type Unsigned } from './sign-keyed-hash.ts';

/** The dependencies of signing. */
export interface SigningSurroundings {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Returns a new id for the webhook, if the sender uses one. */
  readonly newId: () => string;
  readonly publicUrl: string | undefined;
  /** The path and query of the URL that it is posted to. */
  readonly url: string;
  /** Further headers of the request, for signatures that cover them. Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The additions of a sender to a request. Header names are in lower case; `query` is added to the URL. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body with the proof, if the proof is inside it; by default the body is unchanged. */
  readonly body?: Uint8Array;
}

/**
 * Returns the additions of this source's sender to a POST of this body, so that it is verified: by the first entry of
 * `verify` and its first secret.
 * @throws CannotSign if the proof has no place in the body, or a covered part is unknown
 */
export async function sign(
  source: SourceConfig,
  body: Uint8Array,
  surroundings: SigningSurroundings,
): Promise<Signed> {
  const [scheme] = source.verify;
  if (!scheme || scheme.type === 'none') return { headers: {}, query: {} };
  const unsigned = unsignedRequest(source, body, surroundings);
  switch (scheme.type) {
    case 'hmac':
    case 'digest':
      return signKeyedHash(scheme, unsigned);
    case 'standard-webhooks':
      return signKeyedHash(standardWebhooksHmac(scheme), unsigned);
    case 'public-key':
      throw new CannotSign(
        'only the sender has the private key that belongs to the public key of the source',
      );
    case 'basic': {
      const pair = Buffer.from(`${scheme.username}:${reveal(scheme.password)}`, 'utf8').toString('base64');
      return { headers: { authorization: `Basic ${pair}` }, query: {} };
    }
    case 'header-token': {
      // Each character of a header is sent as one byte, so these are the bytes of its UTF-8.
      const value = Buffer.from(scheme.prefix + reveal(scheme.secret), 'utf8').toString('latin1');
      return { headers: { [scheme.name.toLowerCase()]: value }, query: {} };
    }
    case 'query-token':
      return { headers: {}, query: { [scheme.name]: reveal(scheme.secret) } };
    case 'body-token':
      return {
        headers: {},
        query: {},
        body: putProofInBody(body, scheme.path, reveal(scheme.secret), unsigned.open),
      };
    case 'jwt': {
      const key = signingKey(first(scheme.secret), 'utf8');
      if (!key) throw new CannotSign('the secret of the source is empty');
      const token = await signJwt(scheme, { key, now: surroundings.now, bytes: body });
      if (scheme.in === 'query') return { headers: {}, query: { [scheme.name]: token } };
      const name = scheme.name.toLowerCase();
      return { headers: { [name]: name === 'authorization' ? `Bearer ${token}` : token }, query: {} };
    }
  }
}

function unsignedRequest(
  source: SourceConfig,
  body: Uint8Array,
  { now, newId, publicUrl, url, headers = {} }: SigningSurroundings,
): Unsigned {
  const type = headers['content-type'] ?? 'application/json';
  const open = (bytes: Uint8Array) => openBody(bytes, source, [type]);
  const request = { method: 'POST', url, headers: Object.entries(headers), body };
  const evidence: Evidence = { request, now, publicUrl, body: () => open(body) };
  return { evidence, open, newId };
}

function reveal(secrets: readonly Secret[]): string {
  return first(secrets).reveal();
}

function first(secrets: readonly Secret[]): Secret {
  const [secret] = secrets;
  if (!secret) throw new CannotSign('the source has no secret yet');
  return secret;
}
