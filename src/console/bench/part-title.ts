import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { placeText, type ValuePlace } from '../parts/correction.ts';
import { words } from '../words/words.ts';

/** Returns the title of a part of a mapping: the display name of a field or of a parameter; undefined if unknown. */
export function partTitle(part: string, fields: readonly FieldConfiguration[]): string | undefined {
  const keyName = /^additionalFields\.(.+)$/s.exec(part)?.[1];
  if (keyName !== undefined) return fields.find(each => each.keyName === keyName)?.name;
  const titles: Readonly<Record<string, string>> = words.value.bench.parts;
  return Object.hasOwn(titles, part) ? titles[part] : undefined;
}

/** Returns the title of a selected value: the question of an answer, or its place in the payload. */
export function placeTitle(place: ValuePlace): string {
  return place[0] === '$answers' ? String(place[1]) : placeText(place);
}
