import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { QuestionPlaces } from '../../receive/answers/answers.ts';

/**
 * Returns the path of the entry of a question in its list, found by its key or its label: `list[question.id = "q5"]`. Undefined
 * if the entry has neither as a text or a number.
 */
export function entrySelector(
  { each, key, label }: Pick<QuestionPlaces, 'each' | 'key' | 'label'>,
  entry: object,
): string | undefined {
  for (const steps of [key, label]) {
    const name = steps?.reduce<unknown>(ownValue, entry);
    if (steps && (typeof name === 'string' || typeof name === 'number'))
      return `${each}[${pathText(steps)} = ${JSON.stringify(name)}]`;
  }
  return undefined;
}
