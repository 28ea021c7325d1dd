import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { readCatalogReply } from '../../../booking/catalog/read-catalog-reply.ts';
import type { Reply } from '../../../booking/http/reply.ts';
import { counted } from '../../../diagnostics/counted.ts';
import { systemClock } from '../../../inbox/clock.ts';
import { type Finding, skipped, warning, well } from '../finding.ts';

/**
 * Checks the effect of a destination's locale. The API returns the default texts if there is no translation (API
 * document 4.3), so a misspelt locale shows by equal names with and without it. `plain`: the response without it.
 */
export function localeFinding(
  locale: string,
  fields: readonly FieldConfiguration[],
  plain: Reply | undefined,
): Finding {
  if (!isLanguage(locale))
    return warning('locale', `"${locale}" is no language`, 'write its code, such as de, en, fr or nl');
  const read = plain && readCatalogReply(plain, systemClock.now());
  if (!read || !('fields' in read)) return skipped('locale', `${locale}; the translations could not be read`);
  const names = new Map(read.fields.map(each => [each.keyName, each.name]));
  const translated = fields.filter(({ keyName, name }) => names.has(keyName) && names.get(keyName) !== name);
  const says =
    translated.length > 0
      ? `${locale}: it names ${counted(translated.length, 'field')} otherwise than the account's default does`
      : `${locale}: it names every field as the account's default does`;
  return well('locale', says);
}

function isLanguage(locale: string): boolean {
  try {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return names.of(locale.replaceAll('_', '-')) !== undefined;
  } catch {
    return false;
  }
}
