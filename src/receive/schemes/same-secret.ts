import { hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../config/secret.ts';

/**
 * Whether a text is one of the secrets. It takes the same time wherever they differ and whichever it is: digests of
 * both are compared, and all of them. An empty secret is nobody's.
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

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
