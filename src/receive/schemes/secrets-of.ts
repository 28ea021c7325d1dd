import type { Secret } from '../../config/secret.ts';
import type { Verify } from '../../config/sources/verify.ts';

/**
 * Returns the secrets of a scheme; empty if it has none, or if its sender has not announced one yet. A public
 * key is not a secret.
 */
export function secretsOf(scheme: Verify): readonly Secret[] {
  if (!needsSecret(scheme)) return [];
  return scheme.type === 'basic' ? scheme.password : scheme.secret;
}

/** True if a scheme cannot verify anything without a secret. */
export function needsSecret(
  scheme: Verify,
): scheme is Exclude<Verify, { readonly type: 'none' | 'public-key' }> {
  return scheme.type !== 'none' && scheme.type !== 'public-key';
}

/** Returns the texts of all secrets of a source. */
export function secretTexts(verify: readonly Verify[]): readonly string[] {
  return verify.flatMap(secretsOf).map(secret => secret.reveal());
}
