import type { Verify } from '../config/sources/verify.ts';
import type { NewRefusal, RefusalWhy } from '../inbox/refusal.ts';
import type { BodyRead } from './bodies/body.ts';
import { type Head, proofsInHead, redactHead } from './redaction/redact-head.ts';
import { proveBasic } from './schemes/basic.ts';
import { proveBodyToken } from './schemes/body-token.ts';
import { type Evidence, type Proof, type ProofFault, type Unproved, unproved } from './schemes/evidence.ts';
import { proveHeaderToken } from './schemes/header-token.ts';
import { proveJwt } from './schemes/jwt.ts';
import { proveKeyedHash } from './schemes/keyed-hash.ts';
import { provePublicKey } from './schemes/public-key.ts';
import { proveQueryToken } from './schemes/query-token.ts';
import { needsSecret, secretsOf } from './schemes/secrets-of.ts';
import { proveStandardWebhooks } from './schemes/standard-webhooks.ts';
import { withPlaceOfToken } from './schemes/token-elsewhere.ts';

const mark = Symbol('verified');

/**
 * A request with a proved origin. Only this file can create one. Its head contains no credentials; its body is
 * unchanged until `redactBody` removes them.
 */
export interface VerifiedRequest extends Head {
  readonly [mark]: true;
  readonly bytes: Uint8Array;
  /** The proofs in the head. They are never stored, and neither are the secrets of the source. */
  readonly proofs: readonly string[];
  /** Reads the body, once. */
  readonly body: () => BodyRead;
}

/** The result of verifying a request. The reason is for the operator, without request values and secrets. */
export type Verification =
  | { readonly kind: 'verified'; readonly request: VerifiedRequest }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly fault: ProofFault;
      readonly why: RefusalWhy;
      /**
       * Set if the timestamp is too far from now: the sender's clock minus ours, in milliseconds. The request
       * was not verified, because this check comes first.
       */
      readonly skewMs?: number;
    };

/**
 * Verifies a request with the schemes of a source. Each scheme runs the cheap checks first, always in this order, and
 * returns the first failure as its reason:
 * 1. the source has a secret
 * 2. the signature or token is there, once and not empty; that of another scheme does not count
 * 3. it is in the format of the source
 * 4. the id and the timestamp are there once, and the timestamp is readable and within its tolerance
 * 5. all other signed parts are there
 * 6. the signature or token is right, compared in constant time
 */
export async function verify(schemes: readonly Verify[], evidence: Evidence): Promise<Verification> {
  const reasons = new Set<string>();
  let skewMs: number | undefined;
  let chosen: Pick<Unproved, 'fault' | 'why'> | undefined;
  for (const scheme of schemes) {
    const found = prove(scheme, evidence);
    // Only one type of scheme returns a promise.
    const proof = found instanceof Promise ? await found : found;
    if (proof.proved) {
      const head = redactHead(schemes, evidence.request);
      const { body, request } = evidence;
      const proofs = proofsInHead(schemes, request);
      return { kind: 'verified', request: { [mark]: true, ...head, bytes: request.body, proofs, body } };
    }
    reasons.add(proof.reason);
    skewMs ??= proof.skewMs;
    // With several schemes, the fault of one that the request used is more useful than that of another.
    if (chosen === undefined || chosen.fault === 'missing') chosen = proof;
  }
  const reason = [...reasons].join('; or ');
  const { fault, why } = chosen ?? { fault: 'wrong', why: { code: 'wrong' } };
  return { kind: 'refused', reason, fault, why, ...(skewMs !== undefined && { skewMs }) };
}

/** Returns a request that was verified but refused for another reason; undefined if its body was not kept. */
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
    return unproved('the source has no secret yet', 'no-secret');
  }
  switch (scheme.type) {
    case 'none':
      return { proved: true };
    case 'hmac':
    case 'digest':
      // A sender that sends the secret itself does not sign.
      return withPlaceOfToken(proveKeyedHash(scheme, evidence), scheme, evidence);
    case 'public-key':
      return provePublicKey(scheme, evidence);
    case 'standard-webhooks':
      return proveStandardWebhooks(scheme, evidence);
    case 'basic':
      return proveBasic(scheme, evidence);
    case 'header-token':
      return withPlaceOfToken(proveHeaderToken(scheme, evidence), scheme, evidence);
    case 'query-token':
      return withPlaceOfToken(proveQueryToken(scheme, evidence), scheme, evidence);
    case 'body-token':
      return withPlaceOfToken(proveBodyToken(scheme, evidence), scheme, evidence);
    case 'jwt':
      return proveJwt(scheme, evidence);
  }
}
