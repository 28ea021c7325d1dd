import type { AttemptRecord } from '../../inbox/outcome.ts';
import { plainText } from './plain-text.ts';
import type { Reply } from './reply.ts';
import { pieceLength, tokenForms } from './token-forms.ts';

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

const hidden = '[secret]';

/**
 * Returns the text without the secrets, plain or as written in a URL, a form, JSON, Base64 or hex: whole secrets, and
 * parts of eight or more characters (a response may be cut in the middle of one).
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return [...new Set(secrets)].filter(secret => secret !== '').reduce(hideSecret, text);
}

function hideSecret(text: string, secret: string): string {
  const { pieces, short } = tokenForms(secret);
  return short.reduce((shown, form) => shown.replaceAll(form, hidden), hidePieces(text, pieces));
}

function hidePieces(text: string, pieces: ReadonlySet<string>): string {
  let result = '';
  let shown = 0;
  for (let at = 0; at + pieceLength <= text.length; at += 1) {
    if (!pieces.has(text.slice(at, at + pieceLength))) continue;
    let end = at + pieceLength;
    while (end < text.length && pieces.has(text.slice(end - pieceLength + 1, end + 1))) end += 1;
    result += text.slice(shown, at) + hidden;
    shown = end;
    at = end - 1;
  }
  return result + text.slice(shown);
}
