import { pieceLength, tokenForms } from './token-forms.ts';

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
