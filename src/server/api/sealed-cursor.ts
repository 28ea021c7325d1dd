import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a cursor. The place in a list of links is a link, which may be an e-mail address, and URLs contain cursors.
 * The key comes from a secret of the config, so a cursor stays valid after a restart.
 */
export function sealCursor(cursor: string, secret: Secret): string {
  const key = keyOf(secret);
  // The nonce depends on the cursor: equal cursors give equal texts, and different cursors have different nonces.
  const nonce = createHmac('sha256', key).update(cursor).digest().subarray(0, nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce);
  const sealed = Buffer.concat([
    nonce,
    sealing.update(cursor, 'utf8'),
    sealing.final(),
    sealing.getAuthTag(),
  ]);
  return sealed.toString('base64url');
}

/** Returns the original cursor; undefined if it was not encrypted with this secret. */
export function openCursor(text: string, secret: Secret): string | undefined {
  const sealed = Buffer.from(text, 'base64url');
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, keyOf(secret), sealed.subarray(0, nonceBytes));
  opening.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const start = opening.update(sealed.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([start, opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(secret: Secret): Buffer {
  return createHash('sha256').update('fieldbridge cursor ').update(secret.reveal()).digest();
}
