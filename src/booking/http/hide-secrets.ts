import { secretForms } from '../../config/secret-forms.ts';

const hidden = '[secret]';
/** So many characters of a secret in a row are a part of it, not chance. */
const telling = 8;

/**
 * The text without the secrets, as they are or as they look in a URL, a form, JSON, Base64 or hex: whole ones, and parts
 * of them from eight characters on (an answer may be cut in the middle of one).
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return [...new Set(secrets)].filter(secret => secret !== '').reduce(hideSecret, text);
}

function hideSecret(text: string, secret: string): string {
  const { pieces, short } = looksOf(secret);
  return short.reduce((shown, form) => shown.replaceAll(form, hidden), hidePieces(text, pieces));
}

/** How a secret may show. */
interface Looks {
  /** Every run of eight characters of its longer forms. */
  readonly pieces: ReadonlySet<string>;
  readonly short: readonly string[];
}

/** The secrets here are the tokens of the config's accounts, and each answer is searched for one of them. */
const known = new Map<string, Looks>();
const mostKnown = 100;

function looksOf(secret: string): Looks {
  const before = known.get(secret);
  if (before) return before;
  const pieces = new Set<string>();
  const forms = secretForms(secret);
  for (const form of forms) {
    for (let at = 0; at + telling <= form.length; at += 1) pieces.add(form.slice(at, at + telling));
  }
  const looks = { pieces, short: forms.filter(form => form.length < telling) };
  if (known.size >= mostKnown) known.clear();
  known.set(secret, looks);
  return looks;
}

function hidePieces(text: string, pieces: ReadonlySet<string>): string {
  let result = '';
  let shown = 0;
  for (let at = 0; at + telling <= text.length; at += 1) {
    if (!pieces.has(text.slice(at, at + telling))) continue;
    let end = at + telling;
    while (end < text.length && pieces.has(text.slice(end - telling + 1, end + 1))) end += 1;
    result += text.slice(shown, at) + hidden;
    shown = end;
    at = end - 1;
  }
  return result + text.slice(shown);
}
