import { isObject } from './payload-path.ts';

/** The question of a key in a payload. */
export interface PayloadQuestion {
  readonly titles: readonly string[];
  /** The texts of its options, if there are any. */
  readonly options: readonly string[];
}

/**
 * Returns the questions in a payload, by the key of their answers. Forms send their questions with the
 * answers, each in its own format: any object with a key and a title counts as one.
 */
export function questionsOf(payload: unknown): ReadonlyMap<string, PayloadQuestion> {
  const found = new Map<string, { titles: Set<string>; options: Set<string> }>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest || typeof value !== 'object' || value === null) return;
    if (isObject(value)) note(value);
    for (const each of Object.values(value)) visit(each, depth + 1);
  };
  const note = (object: Readonly<Record<string, unknown>>): void => {
    const titles = textsAt(object, ['title', 'label', 'question', 'text', 'name']);
    const options = [object.options, object.choices].flatMap(optionTexts);
    for (const key of textsAt(object, ['ref', 'key', 'label', 'id', 'name', 'slug', 'title'])) {
      const known = found.get(key) ?? { titles: new Set(), options: new Set() };
      for (const title of titles) if (title !== key) known.titles.add(title);
      for (const option of options) known.options.add(option);
      found.set(key, known);
    }
  };
  visit(payload, 0);
  return new Map(
    [...found].map(([key, { titles, options }]) => [key, { titles: [...titles], options: [...options] }]),
  );
}

const deepest = 20;

function textsAt(object: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.flatMap(key => {
    const value = object[key];
    return typeof value === 'string' && value.trim() !== '' && value.length <= 200 ? [value] : [];
  });
}

function optionTexts(options: unknown): string[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap(option => {
    if (typeof option === 'string') return [option];
    return isObject(option) ? textsAt(option, ['text', 'label', 'name', 'title', 'value']).slice(0, 1) : [];
  });
}
