import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import { beginningAnswer } from '../convert/beginning-answer.ts';
import { answerInWords } from '../convert/convert-boolean.ts';
import { isLimited } from '../convert/limited-answer.ts';
import type { LookupTable } from './look-up.ts';

/** Returns the yes or no that a text is or begins with. */
export function yesOrNoIn(text: string): boolean | undefined {
  return answerInWords(text) ?? beginningAnswer(text);
}

/** True if a table gives only yes, no and nothing. */
export function givesAnswers({ entries }: Pick<LookupTable, 'entries'>): boolean {
  const results = [...entries.values()].flatMap(({ value }) =>
    value === null ? [] : [answerOfResult(value)],
  );
  return results.length > 0 && !results.includes(undefined);
}

/** Returns the yes or no of a result. */
export function answerOfResult(value: unknown): boolean | undefined {
  const text = scalarText(value);
  return 'value' in text ? answerInWords(text.value) : undefined;
}

/**
 * Returns the entry that a table of yes and no lacks for a text with such an answer: `"Nein, danke": "false"`. Undefined
 * for another table or text.
 */
export function answerEntry(text: string, table: Pick<LookupTable, 'entries'>): string | undefined {
  const answer = yesOrNoIn(text);
  if (answer === undefined || isLimited(text) || !givesAnswers(table)) return undefined;
  const results = [...table.entries].map(([key, { value }]) => ({
    asked: yesOrNoIn(key),
    given: answerOfResult(value),
    value,
  }));
  // A no may send nothing, as in the table of an opt-out: {ja: false, nein: null}.
  const alike = results.find(({ asked }) => asked === answer);
  if (alike) return tableEntry(text, alike.value === null ? null : String(alike.value));
  const isReversed = results.some(({ asked, given }) => asked !== undefined && given === !asked);
  const wanted = isReversed ? !answer : answer;
  const own = results.find(({ given }) => given === wanted);
  return tableEntry(text, own ? String(own.value) : String(wanted));
}
