import type { Verify } from '../config/config.ts';
import type { NewRefusal } from '../inbox/store.ts';
import type { BodyRead } from './bodies/body.ts';
import { proveBasic } from './schemes/basic.ts';
import type { Evidence, Proof } from './schemes/evidence.ts';
import { proveHeaderToken } from './schemes/header-token.ts';
import { proveHmac } from './schemes/hmac.ts';
import { proveQueryToken } from './schemes/query-token.ts';
import { standardWebhooks } from './schemes/standard-webhooks.ts';
import { type Head, withoutCredentials } from './without-credentials.ts';

const mark = Symbol('verified');

/** A request of which it is proved whose it is. Only this file can make one. It holds no credentials. */
export interface VerifiedRequest extends Head {
  readonly [mark]: true;
  readonly bytes: Uint8Array;
  /** Reads the body, once. */
  readonly body: () => BodyRead;
}

/** What came of verifying a request. The reason is for the operator; it holds no value of the request and no secret. */
export type Verification =
  | { readonly kind: 'verified'; readonly request: VerifiedRequest }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whether any of the schemes of a source proves that a request is its sender's. */
export function verify(schemes: readonly Verify[], evidence: Evidence): Verification {
  const reasons = new Set<string>();
  for (const scheme of schemes) {
    const proof = prove(scheme, evidence);
    if (proof.proved) {
      const head = withoutCredentials(schemes, evidence.request);
      const { body, request } = evidence;
      return { kind: 'verified', request: { [mark]: true, ...head, bytes: request.body, body } };
    }
    reasons.add(proof.reason);
  }
  return { kind: 'refused', reason: [...reasons].join('; or ') };
}

/** A request that was verified when it came and refused for another reason; nothing where its body was not kept. */
export function verifiedBefore(
  refusal: NewRefusal,
  readBody: (bytes: Uint8Array) => BodyRead,
): VerifiedRequest | undefined {
  const { verified, headers, query, body: bytes } = refusal;
  if (!verified || !bytes) return undefined;
  return { [mark]: true, headers, query, bytes, body: () => readBody(bytes) };
}

function prove(scheme: Verify, evidence: Evidence): Proof {
  switch (scheme.type) {
    case 'none':
      return { proved: true };
    case 'hmac':
      return proveHmac(scheme, evidence);
    case 'standard-webhooks':
      return proveHmac(standardWebhooks(scheme), evidence);
    case 'basic':
      return proveBasic(scheme, evidence);
    case 'header-token':
      return proveHeaderToken(scheme, evidence);
    case 'query-token':
      return proveQueryToken(scheme, evidence);
  }
}
