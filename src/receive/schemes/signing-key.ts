import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';

/** The encoding of a secret, which converts its text to the bytes of a key. */
export type SecretEncoding = 'utf8' | 'hex' | 'base64' | 'whsec';

/**
 * Returns the bytes of a secret; undefined if it is empty or not valid in its encoding: with an empty key
 * anybody could sign.
 */
export function signingKey(secret: Secret, encoding: SecretEncoding): Buffer | undefined {
  const key = decode(secret.reveal(), encoding);
  return key && key.length > 0 ? key : undefined;
}

/** The latest key made of a secret, which may change. */
const hmacKeys = new WeakMap<
  Secret,
  { readonly text: string; readonly encoding: SecretEncoding; readonly key: KeyObject }
>();

/**
 * Returns the key object for HMACs, made once. With bytes, Node would detect their type by an exception,
 * which takes longer than the HMAC.
 */
export function hmacKey(secret: Secret, encoding: SecretEncoding): KeyObject | undefined {
  const text = secret.reveal();
  const known = hmacKeys.get(secret);
  if (known?.text === text && known.encoding === encoding) return known.key;
  const bytes = signingKey(secret, encoding);
  if (!bytes) return undefined;
  const key = createSecretKey(bytes);
  hmacKeys.set(secret, { text, encoding, key });
  return key;
}

function decode(text: string, encoding: SecretEncoding): Buffer | undefined {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text, 'utf8');
    case 'hex':
      return /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
    case 'base64':
      return /^[a-z0-9+/_-]+={0,2}$/i.test(text) ? Buffer.from(text, 'base64') : undefined;
    case 'whsec':
      return decode(text.replace(/^whsec_/, ''), 'base64');
  }
}
