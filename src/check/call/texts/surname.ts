import type { DetailName, Value } from '../../../inbox/call.ts';

/**
 * Returns true if a word that also means "empty" is the surname of a person: a usual first name stands beside it
 * (Wolfgang Keiner), or the e-mail address has it beside another name (`anna.unbekannt@…`).
 */
export function isSurname({ firstName, name, email }: Readonly<Partial<Record<DetailName, Value>>>): boolean {
  const text = name?.text.trim() ?? '';
  const first = firstName && (firstName.doubts ?? []).length === 0 ? firstName.text.trim() : '';
  const isFirst = personal.test(first) && first.toLowerCase() !== text.toLowerCase();
  if (!isFirst || !(/^\p{Lu}\p{Ll}+$/u.test(text) || (isCapital(text) && isCapital(first)))) return false;
  const word = text.toLowerCase();
  if (surnames.has(word)) return true;
  const [local = ''] = email?.text.toLowerCase().split('@') ?? [];
  return local.includes(word) && local.includes(first.toLowerCase());
}

function isCapital(text: string): boolean {
  return /^\p{Lu}{2,}$/u.test(text);
}

/** A first name, or several. */
const personal = /^\p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’.-]{0,40}){0,3}$/u;

/** People bear these names. Whoever writes "Unbekannt" beside a first name mostly does not know the surname. */
const surnames: ReadonlySet<string> = new Set(
  'keiner keine kein niemand nobody falsch wahr true test'.split(' '),
);
