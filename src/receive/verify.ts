import type { Verify } from '../config/config.ts';
import type { NewRefusal } from '../inbox/refusal.ts';
import type { BodyRead } from './bodies/body.ts';
import { type Head, proofsInHead, redactHead } from './redaction/redact-head.ts';
import { proveBasic } from './schemes/basic.ts';
import { proveBodyToken } from './schemes/body-token.ts';
import { type Evidence, type Proof, unproved } from './schemes/evidence.ts';
import { proveHeaderToken } from './schemes/header-token.ts';
import { proveJwt } from './schemes/jwt.ts';
import { proveKeyedHash } from './schemes/keyed-hash.ts';
import { provePublicKey } from './schemes/public-key.ts';
import { proveQueryToken } from './schemes/query-token.ts';
import { needsSecret, secretsOf } from './schemes/secrets-of.ts';
import { proveStandardWebhooks } from './schemes/standard-webhooks.ts';

const mark = Symbol('verified');

/**
 * A request of which it is proved whose it is. Only this file can make one. Its head holds no credentials; its body is
 * as it came, until `redactBody` takes them out.
 */
export interface VerifiedRequest extends Head {
  readonly [mark]: true;
  readonly bytes: Uint8Array;
  /** What its head proved it with: never kept, no more than the secrets of its source. */
  readonly proofs: readonly string[];
  /** Reads the body, once. */
  readonly body: () => BodyRead;
}

/** What came of verifying a request. The reason is for the operator; it holds no value of the request and no secret. */
export type Verification =
  | { readonly kind: 'verified'; readonly request: VerifiedRequest }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      /**
       * Where a timestamp was refused as too far from now: the sender's clock less ours, in milliseconds. It was not
       * verified, since that is asked later.
       */
      readonly skewMs?: number;
    };

/**
 * Whether any of the schemes of a source proves that a request is its sender's. Each scheme asks the cheap questions
 * first, always in this order, and gives the first wrong answer as its reason:
 * 1. whether the source has a secret yet
 * 2. whether the signature or token is there, once and not empty; that another scheme's is there counts for nothing
 * 3. whether it is written as the source says
 * 4. whether the id and the timestamp are there once, and the timestamp is readable and within its tolerance
 * 5. whether whatever else is signed is there
 * 6. whether the signature or token is right, in constant time
 */
export async function verify(schemes: readonly Verify[], evidence: Evidence): Promise<Verification> {
  const reasons = new Set<string>();
  let skewMs: number | undefined;
  for (const scheme of schemes) {
    const found = prove(scheme, evidence);
    // All but one scheme know at once.
    const proof = found instanceof Promise ? await found : found;
    if (proof.proved) {
      const head = redactHead(schemes, evidence.request);
      const { body, request } = evidence;
      const proofs = proofsInHead(schemes, request);
      return { kind: 'verified', request: { [mark]: true, ...head, bytes: request.body, proofs, body } };
    }
    reasons.add(proof.reason);
    skewMs ??= proof.skewMs;
  }
  return { kind: 'refused', reason: [...reasons].join('; or '), ...(skewMs !== undefined && { skewMs }) };
}

/** A request that was verified when it came and refused for another reason; nothing where its body was not kept. */
export function verifiedBefore(
  refusal: NewRefusal,
  readBody: (bytes: Uint8Array) => BodyRead,
): VerifiedRequest | undefined {
  const { verified, headers, query, body: bytes } = refusal;
  if (!verified || !bytes) return undefined;
  return { [mark]: true, headers, query, bytes, proofs: [], body: () => readBody(bytes) };
}

function prove(scheme: Verify, evidence: Evidence): Proof | Promise<Proof> {
  if (needsSecret(scheme) && secretsOf(scheme).length === 0) {
    return unproved('the source has no secret yet');
  }
  switch (scheme.type) {
    case 'none':
      return { proved: true };
    case 'hmac':
    case 'digest':
      return proveKeyedHash(scheme, evidence);
    case 'public-key':
      return provePublicKey(scheme, evidence);
    case 'standard-webhooks':
      return proveStandardWebhooks(scheme, evidence);
    case 'basic':
      return proveBasic(scheme, evidence);
    case 'header-token':
      return proveHeaderToken(scheme, evidence);
    case 'query-token':
      return proveQueryToken(scheme, evidence);
    case 'body-token':
      return proveBodyToken(scheme, evidence);
    case 'jwt':
      return proveJwt(scheme, evidence);
  }
}
