import type { FieldConfiguration } from './field.ts';
import { listedChoices } from './translated-choices.ts';

/** The languages that the API document names (4.3); the display names are read in these. */
export const apiLanguages: readonly string[] = ['de', 'en', 'fr', 'nl'];

/** Returns the languages that are not read yet, if the fields were read in one already. */
export function furtherLanguages(own: string | undefined): readonly string[] {
  return apiLanguages.filter(language => language !== own);
}

/** The fields as read in one language. */
export interface FieldsInLanguage {
  readonly language: string;
  readonly fields: readonly FieldConfiguration[];
}

/**
 * Adds the display names of other readings to the fields and to their choices. If a field has no translation, the API
 * returns the default text (API document 4.3), so a name may occur in several languages.
 */
export function withNames(
  fields: readonly FieldConfiguration[],
  readings: readonly FieldsInLanguage[],
): readonly FieldConfiguration[] {
  const inLanguages = readings.map(({ language, fields: read }) => ({
    language,
    read: new Map(read.map(field => [field.keyName, field])),
  }));
  return fields.map(field => {
    const learned = inLanguages.flatMap(({ language, read }) => {
      const translated = read.get(field.keyName);
      return translated === undefined ? [] : [[language, translated] as const];
    });
    if (learned.length === 0) return field;
    const names = { ...field.names, ...Object.fromEntries(learned.map(([at, { name }]) => [at, name])) };
    const choices = learned.flatMap(([language, translated]) => {
      const listed = listedChoices(translated, field.selectItems ?? []);
      return listed === undefined ? [] : [[language, listed] as const];
    });
    // A list without any translation adds nothing to the choices, so it is left out.
    const { choiceNames: earlier, ...known } = field;
    const lists = Object.entries({ ...earlier, ...Object.fromEntries(choices) }).filter(([, listed]) =>
      listed.some((name, at) => name !== field.selectItems?.[at]),
    );
    return {
      ...known,
      names: Object.fromEntries(Object.entries(names).sort(byLanguage)),
      ...(lists.length > 0 && { choiceNames: Object.fromEntries(lists.sort(byLanguage)) }),
    };
  });
}

/** Returns all known display names of a field, its own name first, each once. */
export function namesOf({ name, names }: FieldConfiguration): readonly string[] {
  return [...new Set([name, ...Object.values(names ?? {})])];
}

function byLanguage([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
