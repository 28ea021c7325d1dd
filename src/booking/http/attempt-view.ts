import type { AttemptRecord } from '../../inbox/outcome.ts';
import { hideSecrets } from './hide-secrets.ts';
import { plainText } from './plain-text.ts';
import type { Reply } from './reply.ts';

const longest = 2_000;

/**
 * What an attempt shows of its answer, for people: the HTTP status, and the body as text with control and direction
 * characters escaped, without the secrets, cut to 2,000 characters. Where no whole answer came, only the status; where
 * what came was no HTTP, its first bytes.
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
  // Decoded whole, a body of 1 MiB would be searched for secrets far beyond what is shown.
  const text = new TextDecoder().decode(body.subarray(0, 4 * longest));
  return plainText(hideSecrets(text, secrets), longest);
}
