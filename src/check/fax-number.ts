import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { allNamesOf, type RuleReading, ruleName } from './rule-reading.ts';

/** Warns about a fax number in a field for a number to call. */
export function faxNumber({ path, rule, written, value, field }: RuleReading): readonly Diagnostic[] {
  const names = field ? allNamesOf(field) : [path];
  const isPhone = field === undefined ? phones.has(path) : names.some(each => phone.test(plain(each)));
  const isRead = value.names.some(each => fax.test(plain(each)));
  if (!isPhone || !isRead || names.some(each => fax.test(plain(each)))) return [];
  const message = `${ruleName(path)} reads ${written}, which by its name is a fax number`;
  const hint = 'read the phone number; if the name misleads, add because: with the reason';
  return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
}

const fax = /^(?:tele)?fax|fax(?:n(?:umme|umbe)?r)?$/;
const phone = /tele?f|phone|fon|mobil|handy|festnetz|gsm|rufnummer/;
const phones: ReadonlySet<string> = new Set(['mobile', 'phone']);

function plain(name: string): string {
  return name.replace(/[^\p{L}]/gu, '').toLowerCase();
}
