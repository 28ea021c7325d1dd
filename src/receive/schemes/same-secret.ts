import { hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';

/**
 * True if a text is one of the secrets. It takes constant time: the digest of the text is compared with those
 * of all secrets. An empty secret never matches.
 */
export function isOneOf(secrets: readonly Secret[], given: string): boolean {
  let same = false;
  for (const secret of secrets) {
    const expected = secret.reveal();
    const equal = sameText(expected, given);
    if (equal && expected !== '') same = true;
  }
  return same;
}

/** True if two texts are equal, compared in constant time. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
