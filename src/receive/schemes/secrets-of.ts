import type { Verify } from '../../config/config.ts';
import type { Secret } from '../../config/secret.ts';

/** The secrets of a scheme; none where it has none, or its sender has not told it yet. */
export function secretsOf(scheme: Verify): readonly Secret[] {
  if (scheme.type === 'none') return [];
  return scheme.type === 'basic' ? scheme.password : scheme.secret;
}

/** The texts of all secrets of a source. */
export function secretTexts(verify: readonly Verify[]): readonly string[] {
  return verify.flatMap(secretsOf).map(secret => secret.reveal());
}
