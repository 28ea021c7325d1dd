import { nearestValue, saysOther } from '../../diagnostics/nearest-value.ts';
import { areSpeltAlike, spellings } from '../../diagnostics/spellings.ts';

/**
 * Returns how a word of a sender fits the name of a choice or a status: `same` for another spelling, `near` for a
 * beginning of it (`Stamm`, `Stammkunde`) or a slip.
 */
export function fitOf(word: string, name: string): 'same' | 'near' | undefined {
  if (lettersIn(word) < fewestLetters || word.length > longest || saysOther(word, name)) return undefined;
  if (areSpeltAlike(word, name)) return 'same';
  const isBeginning = compact(name).startsWith(compact(word));
  const isSlip = word.length >= longEnough && nearestValue(word, [name]).length > 0;
  return isBeginning || isSlip ? 'near' : undefined;
}

/** Returns the choice or status that a word of a sender fits best. */
export function fittingChoice(word: string, names: readonly string[]): string | undefined {
  return names.find(name => fitOf(word, name) === 'same') ?? names.find(name => fitOf(word, name) === 'near');
}

/** True if two texts have a word in common, or one is a part of the other. */
export function haveCommonWord(one: string, other: string): boolean {
  const [left, right] = [compact(one), compact(other)];
  if (left.includes(right) || right.includes(left)) return true;
  const words = wordsIn(other);
  return wordsIn(one).some(word => words.includes(word));
}

const fewestLetters = 3;
/** Shorter words are similar by chance: `short` and `sport`. */
const longEnough = 6;
const longest = 60;

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function wordsIn(text: string): readonly string[] {
  return (spellings(text)[0] ?? '').split(' ').filter(word => word.length >= fewestLetters);
}

function compact(text: string): string {
  return (spellings(text)[0] ?? '').replaceAll(' ', '');
}
