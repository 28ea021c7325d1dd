import type { AttemptRecord } from '../inbox/outcome.ts';
import { hideSecrets } from './hide-secrets.ts';
import { plainText } from './plain-text.ts';
import type { Reply } from './reply.ts';

const longest = 2_000;

/**
 * What an attempt shows of its answer, for people: the HTTP status, and the body as text with control and direction
 * characters escaped, without the secrets, cut to 2,000 characters. Where no whole answer came, only the status.
 */
export function attemptView(
  reply: Reply,
  secrets: readonly string[],
): Pick<AttemptRecord, 'status' | 'body'> {
  if (reply.kind === 'broken') return { status: reply.status };
  if (reply.kind !== 'answered') return {};
  // Decoded whole, a body of 1 MiB would be searched for secrets far beyond what is shown.
  const text = new TextDecoder().decode(reply.body.subarray(0, 4 * longest));
  return { status: reply.status, body: plainText(hideSecrets(text, secrets), longest) };
}
