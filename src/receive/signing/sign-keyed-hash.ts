import type { SignaturePlace } from '../../config/sources/verify.ts';
import type { BodyRead } from '../bodies/body.ts';
import type { Evidence } from '../schemes/evidence.ts';
import { digestsOf, type KeyedHashScheme } from '../schemes/keyed-hash.ts';
import { writeSignature } from '../schemes/signature.ts';
import { signedContent } from '../schemes/signed-content.ts';
import { writeTimestamp } from '../schemes/timestamp.ts';
import { CannotSign } from './cannot-sign.ts';
import { putProofInBody } from './put-proof-in-body.ts';
import type { Signed } from './sign.ts';

/** A request before it is signed. */
export interface Unsigned {
  readonly evidence: Evidence;
  /** Reads a body of the same kind. */
  readonly open: (bytes: Uint8Array) => BodyRead;
  /** A new id of the webhook. */
  readonly newId: () => string;
}

/**
 * Returns the additions to a request that satisfy an `hmac` or `digest` entry. A timestamp or signature
 * inside the body is put there.
 * @throws CannotSign if the signature would be inside the text that it covers, or a covered part is unknown
 */
export function signKeyedHash(scheme: KeyedHashScheme, { evidence, open, newId }: Unsigned): Signed {
  const { signature, timestamp } = scheme;
  if (signature.in === 'body' && scheme.signed.includes('{body}')) {
    throw new CannotSign('the signature stands in the body that it covers');
  }
  const headers: Record<string, string> = {};
  // A header of the request is signed as it is; adding a second one would be refused.
  const add = (name: string, value: string) => {
    const lower = name.toLowerCase();
    if (!evidence.request.headers.some(([given]) => given === lower)) headers[lower] = value;
  };
  if (scheme.id) add(scheme.id.name, newId());
  const time = timestamp && writeTimestamp(timestamp.unit, evidence.now);
  if (timestamp?.in === 'header' && time !== undefined) add(timestamp.name ?? '', time);
  const inside =
    timestamp?.in === 'signature' && time !== undefined
      ? { key: timestamp.key ?? '', text: time }
      : undefined;
  const bytes = evidence.request.body;
  const body =
    timestamp?.in === 'body' && time !== undefined
      ? putProofInBody(bytes, timestamp.path ?? '', time, open)
      : bytes;

  const request = {
    ...evidence.request,
    headers: [...evidence.request.headers, ...Object.entries(headers)],
    body,
  };
  const text = writeSignature(
    signature,
    digestOf(scheme, { ...evidence, request, body: () => open(body) }, unsignedText(signature, inside)),
    inside,
  );
  const changed = body === bytes ? {} : { body };
  switch (signature.in) {
    case 'header':
      return { headers: { ...headers, [signature.name.toLowerCase()]: text }, query: {}, ...changed };
    case 'query':
      return { headers, query: { [signature.name]: text }, ...changed };
    case 'body':
      return { headers, query: {}, body: putProofInBody(body, signature.name, text, open) };
  }
}

/** Returns a signature text without a signature: only its timestamp counts. */
function unsignedText(
  { decode: _, ...place }: SignaturePlace,
  inside: { key: string; text: string } | undefined,
) {
  return writeSignature(place, Buffer.alloc(32), inside);
}

/** Returns the digest of a request with the first secret. `signature` may contain the timestamp. */
function digestOf(scheme: KeyedHashScheme, evidence: Evidence, signature: string): Uint8Array {
  const content = signedContent(scheme, evidence, signature);
  if (!content.proved) throw new CannotSign(content.reason);
  const digests = digestsOf({ ...scheme, secret: scheme.secret.slice(0, 1) }, content.parts);
  if ('reason' in digests) throw new CannotSign(digests.reason);
  const [digest] = digests;
  if (!digest) throw new CannotSign('the source has no secret');
  return digest;
}
