import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { words } from '../words/words.ts';

/** The words for a part of a mapping: the display name of a field, or of a parameter. Undefined where there are none. */
export function partTitle(part: string, fields: readonly FieldConfiguration[]): string | undefined {
  const keyName = /^additionalFields\.(.+)$/s.exec(part)?.[1];
  if (keyName !== undefined) return fields.find(each => each.keyName === keyName)?.name;
  const titles: Readonly<Record<string, string>> = words.value.bench.parts;
  return Object.hasOwn(titles, part) ? titles[part] : undefined;
}
