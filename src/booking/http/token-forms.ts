import { secretForms } from '../../config/secrets/secret-forms.ts';

/** The forms in which a token may appear in a response. */
export interface TokenForms {
  /** Unchanged, and encoded for a URL and a form: bytes as Latin-1. */
  readonly inUrls: readonly string[];
  /** In every possible encoding: bytes as Latin-1. */
  readonly forms: readonly string[];
  /** Every run of `pieceLength` characters of the longer forms. */
  readonly pieces: ReadonlySet<string>;
  /** The forms that are shorter than that. */
  readonly short: readonly string[];
}

/** The number of consecutive characters that cannot match a part of a secret by chance. */
export const pieceLength = 8;

/** A cache: each response is searched for the tokens of its account, which are few. */
const known = new Map<string, TokenForms>();
const mostKnown = 100;

/** Returns the forms in which a token may appear. */
export function tokenForms(token: string): TokenForms {
  const before = known.get(token);
  if (before) return before;
  const looks = findLooks(token);
  if (known.size >= mostKnown) known.clear();
  known.set(token, looks);
  return looks;
}

function findLooks(token: string): TokenForms {
  const inUrls = [token, encodeURIComponent(token), new URLSearchParams({ '': token }).toString().slice(1)];
  const forms = secretForms(token);
  const pieces = new Set<string>();
  for (const form of forms) {
    for (let at = 0; at + pieceLength <= form.length; at += 1) pieces.add(form.slice(at, at + pieceLength));
  }
  return {
    inUrls: asLatin1(inUrls),
    forms: asLatin1([...inUrls, ...forms]),
    pieces,
    short: forms.filter(form => form.length < pieceLength),
  };
}

/** Latin-1 gives every byte a character, so that a body of any charset can be searched as it is. */
function asLatin1(texts: readonly string[]): readonly string[] {
  const bytes = texts.map(text => Buffer.from(text).toString('latin1'));
  return [...new Set(bytes)].filter(text => text !== '');
}
