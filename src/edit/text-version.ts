import { createHash } from 'node:crypto';

/** Returns the version of a text: 22 characters of its SHA-256. */
export function textVersion(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
