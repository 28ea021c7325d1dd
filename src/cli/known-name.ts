import { nearest } from '../diagnostics/nearest.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { UsageError } from './surroundings.ts';

/**
 * Checks that a word of the command line is one of these names; `what` is their kind, such as `mapping`.
 * @throws UsageError with the name that was probably meant, else with at most ten of the names
 */
export function knownName(word: string, names: readonly string[], what: string): string {
  if (!names.includes(word)) throw unknownName(word, names, what);
  return word;
}

/**
 * Returns the entry that a word of the command line names.
 * @throws UsageError as `knownName` does
 */
export function knownEntry<Value>(word: string, entries: ReadonlyMap<string, Value>, what: string): Value {
  const entry = entries.get(word);
  if (entry === undefined) throw unknownName(word, [...entries.keys()], what);
  return entry;
}

function unknownName(word: string, names: readonly string[], what: string): UsageError {
  const [meant] = nearest(word, names);
  const some = names.slice(0, 10).join(', ') + (names.length > 10 ? `, and ${names.length - 10} more` : '');
  const hint = meant === undefined ? `there are ${some || 'none'}` : `did you mean "${meant}"?`;
  return new UsageError(`there is no ${what} "${escapeText(word)}"; ${hint}`);
}
