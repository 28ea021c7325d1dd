import { createHmac } from 'node:crypto';
import type { Secret } from '../config/secret.ts';

/**
 * Returns the headers that prove the origin of a message, by Standard Webhooks: a `v1` signature of each secret. `at`:
 * the time of sending, in epoch milliseconds.
 */
export function signatureHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly Secret[],
  at: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map(secret => {
    const hmac = createHmac('sha256', keyOf(secret.reveal()));
    return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Returns the key of a secret, as the libraries of Standard Webhooks read it: Base64 after an optional `whsec_`; any
 * other text is used unchanged (their format `raw`).
 */
function keyOf(secret: string): Buffer {
  const text = secret.replace(/^whsec_/, '');
  // They ask for whole groups of four, but for one letter that is left over, which they pass over.
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 < 2;
  const key = isBase64 ? Buffer.from(text, 'base64') : undefined;
  return key && key.length > 0 ? key : Buffer.from(secret, 'utf8');
}
