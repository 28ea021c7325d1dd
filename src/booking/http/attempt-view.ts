import type { AttemptRecord } from '../../inbox/outcome.ts';
import { hideSecrets } from './hide-secrets.ts';
import { plainText } from './plain-text.ts';
import type { Reply } from './reply.ts';

const longest = 2_000;

/**
 * Returns the response of an attempt for people: the HTTP status, and the body as text. Control and direction
 * characters are escaped, secrets are removed, and the text is cut to 2,000 characters. Without a complete response
 * there is only the status; for a response that is not HTTP, its first bytes.
 */
export function attemptView(
  reply: Reply,
  secrets: readonly string[],
): Pick<AttemptRecord, 'status' | 'body'> {
  if (reply.kind === 'broken') return { status: reply.status };
  if (reply.kind === 'not-http' && reply.body) return { body: shown(reply.body, secrets) };
  return reply.kind === 'answered' ? { status: reply.status, body: shown(reply.body, secrets) } : {};
}

function shown(body: Uint8Array, secrets: readonly string[]): string {
  // Decoding a whole body of 1 MiB would search far more text for secrets than is shown.
  const text = new TextDecoder().decode(body.subarray(0, 4 * longest));
  return plainText(hideSecrets(text, secrets), longest);
}
