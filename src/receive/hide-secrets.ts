import type { Verify } from '../config/config.ts';
import { secretsOf } from './without-credentials.ts';

/**
 * A payload as it may be shown: where a text in it has one of the source's own secrets, `[secret]` stands for that.
 * Some senders put their token, or the whole URL that they post to, into the body.
 */
export function hideSecrets(verify: readonly Verify[], payload: unknown): unknown {
  const secrets = verify.flatMap(secretsOf).map(secret => secret.reveal());
  const written = secrets.flatMap(secret => [secret, encodeURIComponent(secret)]);
  // A very short secret would be found in anything.
  return hide(
    payload,
    written.filter(secret => secret.length >= 8),
  );
}

function hide(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(each => hide(each, secrets));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hide(each, secrets)]));
}
