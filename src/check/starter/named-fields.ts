import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { NamedField } from './suggest-fields.ts';

/**
 * Returns the fields of an account with all names of them and their choices, from reads in several languages
 * (API document 4.3), of which the first counts. A translated description of a choice list has a line for
 * each choice (2.6), in the same order. One with another number of lines is ignored.
 */
export function namedFields(readings: readonly (readonly FieldConfiguration[])[]): readonly NamedField[] {
  const [own = []] = readings;
  return own.map(field => {
    const translated = readings.flatMap(
      reading => reading.find(({ keyName }) => keyName === field.keyName) ?? [],
    );
    const choices = field.selectItems ?? [];
    const lists = translated
      .map(({ description }) => (description ?? '').split('\n').map(line => line.trim()))
      .filter(lines => lines.length === choices.length);
    return {
      field,
      names: [...new Set([field.keyName, ...translated.map(({ name }) => name)])],
      choices: choices.map((value, index) => ({
        value,
        names: [...new Set(linesAt(lists, index))].filter(name => name !== '' && name !== value),
      })),
    };
  });
}

function linesAt(lists: readonly (readonly string[])[], index: number): string[] {
  return lists.flatMap(lines => lines[index] ?? []);
}
