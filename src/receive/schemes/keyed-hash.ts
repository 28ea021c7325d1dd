import { createHash, createHmac } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';
import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, type Proof, type Unproved, unproved } from './evidence.ts';
import { meantSigning, type Variable } from './meant-signing.ts';
import { findSignature, isDigest, signaturesIn } from './signature.ts';
import { meantReason, mismatchReason, unwrittenReason } from './signature-fault.ts';
import { coveredUrl, type SignedPart, signedContent } from './signed-content.ts';
import { hmacKey, signingKey } from './signing-key.ts';

/** A signature made with a secret: an HMAC, or a plain hash of a text that contains the secret. */
export type KeyedHashScheme = Extract<Verify, { type: 'hmac' | 'digest' }>;

/** Proves a signature over the received bytes. One match of any secret with any sent signature is enough. */
export function proveKeyedHash(
  scheme: KeyedHashScheme,
  evidence: Evidence,
  variable: Variable = 'all',
): Proof {
  const signature = findSignature(scheme.signature, evidence);
  if (!signature.proved) return signature;
  const signatures = signaturesIn(signature.text, scheme.signature);
  if (signatures.length === 0)
    return unproved(unwrittenReason(signature.text, scheme.signature), 'wrong', {
      code: 'unwritten-signature',
    });
  const content = signedContent(scheme, evidence, signature.text);
  if (!content.proved) return content;
  const digests = digestsOf(scheme, content.parts);
  if ('proved' in digests) return digests;
  let fits = false;
  for (const digest of digests) {
    for (const each of signatures) if (isDigest(each, digest, scheme.signature.encoding)) fits = true;
  }
  if (fits) return { proved: true };
  const meant = meantSigning(scheme, evidence, {
    signatures,
    text: signature.text,
    parts: content.parts,
    variable,
  });
  return unproved(
    meant ? meantReason(meant) : mismatchReason(signatures, scheme, coveredUrl(scheme, evidence)),
    'wrong',
    { code: 'wrong-signature' },
  );
}

/** Returns the digest of a content for each secret, in their order. */
export function digestsOf(
  scheme: KeyedHashScheme,
  parts: readonly SignedPart[],
): readonly Uint8Array[] | Unproved {
  if (scheme.type === 'digest' && !parts.includes('secret')) {
    return unproved('`signed` of the source has no {secret}, so anyone could make the signature');
  }
  const digests: Uint8Array[] = [];
  for (const secret of scheme.secret) {
    const digest = digestOf(scheme, secret, parts);
    if (digest) digests.push(digest);
  }
  if (digests.length > 0) return digests;
  return unproved(`the secret of the source is empty or not ${scheme.secretEncoding}; see secretEncoding`);
}

/** Undefined if the secret cannot be used for signing. */
function digestOf(
  { type, algorithm, secretEncoding }: KeyedHashScheme,
  secret: Secret,
  parts: readonly SignedPart[],
): Uint8Array | undefined {
  if (type === 'hmac') {
    const key = hmacKey(secret, secretEncoding);
    if (!key) return undefined;
    const hmac = createHmac(algorithm, key);
    for (const part of parts) if (part !== 'secret') hmac.update(part);
    return hmac.digest();
  }
  const key = signingKey(secret, secretEncoding);
  if (!key) return undefined;
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part === 'secret' ? key : part);
  return hash.digest();
}
