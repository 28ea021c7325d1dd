import { type KeyObject, verify } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';
import { readPublicKey } from '../../config/sources/public-key.ts';
import type { Verify } from '../../config/sources/verify.ts';
import { type Evidence, type Proof, unproved } from './evidence.ts';
import { bytesOfSignature, findSignature, signaturesIn } from './signature.ts';
import { unwrittenReason, withUrl } from './signature-fault.ts';
import { coveredUrl, signedContent } from './signed-content.ts';

type PublicKey = Extract<Verify, { type: 'public-key' }>;

/** A signature over the received bytes, made with the sender's private key. Any configured key may match. */
export function provePublicKey(scheme: PublicKey, evidence: Evidence): Proof {
  const signature = findSignature(scheme.signature, evidence);
  if (!signature.proved) return signature;
  const signatures = signaturesIn(signature.text, scheme.signature);
  if (signatures.length === 0)
    return unproved(unwrittenReason(signature.text, scheme.signature), 'wrong', {
      code: 'unwritten-signature',
    });
  const content = signedContent(scheme, evidence, signature.text);
  if (!content.proved) return content;
  const keys = scheme.key.flatMap(each => keyOf(each, scheme.algorithm) ?? []);
  if (keys.length === 0) return unproved('the public key of the source cannot be read');
  const signed = Buffer.concat(content.parts.filter(part => part !== 'secret'));
  const fits = signatures.some(each => {
    const bytes = bytesOfSignature(each, scheme.signature.encoding);
    return bytes !== undefined && keys.some(key => isSignature(bytes, signed, key, scheme.algorithm));
  });
  const wrong = 'the signature does not match; is the public key right?';
  return fits
    ? { proved: true }
    : unproved(withUrl(wrong, coveredUrl(scheme, evidence)), 'wrong', { code: 'wrong-signature' });
}

/** P1363, the format of JSON Web Signatures and browsers: two numbers of 32 bytes. */
const plainEcdsaLength = 64;

function isSignature(
  signature: Uint8Array,
  signed: Uint8Array,
  key: KeyObject,
  algorithm: PublicKey['algorithm'],
): boolean {
  const digest = algorithm === 'ed25519' ? null : 'sha256';
  // A P-256 signature in DER has some 70 bytes; 64 bytes would need two improbably small numbers.
  const dsaEncoding = signature.length === plainEcdsaLength ? 'ieee-p1363' : 'der';
  return verify(digest, signed, algorithm === 'ecdsa-p256' ? { key, dsaEncoding } : key, signature);
}

/** The parsed key and its text, since its file may change. */
const readKeys = new WeakMap<Secret, { readonly text: string; readonly key: KeyObject | undefined }>();

function keyOf(secret: Secret, algorithm: PublicKey['algorithm']): KeyObject | undefined {
  const text = secret.reveal();
  const known = readKeys.get(secret);
  if (known?.text === text) return known.key;
  const read = readPublicKey(text, algorithm);
  const key = 'key' in read ? read.key : undefined;
  readKeys.set(secret, { text, key });
  return key;
}
