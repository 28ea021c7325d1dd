import { spellings } from '../../diagnostics/spellings.ts';
import { wordsOfChoice } from '../../mapping/convert/common-words.ts';
import { fillerWords } from './name-words.ts';

/** Equal for `E-Mail` and `Email`. */
export function lettersOf(text: string): string {
  return (spellings(text)[0] ?? '').replaceAll(' ', '');
}

/** Equal for texts with the same words in any order. */
export function sortedWords(text: string): string {
  return wordsOfChoice(text).toSorted().join(' ');
}

/** Returns the words of a text without those that every text has: without `für` and `the`, and forms of address. */
export function tellingWords(text: string): readonly string[] {
  return wordsOfChoice(text).filter(word => !fillerWords.has(word) && !titles.has(word));
}

const titles: ReadonlySet<string> = new Set(
  'herr frau hr fr dr prof mr mrs ms madame monsieur mme signora signor'.split(' '),
);

/** True if all words of one text stand in another one, beside each other and in this order. */
export function standIn(words: readonly string[], held: readonly string[]): boolean {
  return words.some((_, at) => held.every((word, index) => isWord(words[at + index] ?? '', word)));
}

/** True for a word and a longer form of it: `vitamin` and `vitamine`, `termine` and `terminerinnerungen`. */
function isWord(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  return one === other || (shorter >= shortestForm && one.slice(0, shorter) === other.slice(0, shorter));
}

/** True if one of some words is a word or a longer form of it. */
export function hasWord(words: readonly string[], word: string): boolean {
  return words.some(each => isWord(each, word));
}

const shortestForm = 5;

/** True for words of which one changes the meaning of the others: "ehemaliger Stammkunde", "unter 10", "Google oder Instagram". */
export function changeMeaning(words: readonly string[]): boolean {
  return words.some(word => changing.has(word));
}

const changing: ReadonlySet<string> = new Set(
  (
    'nicht kein keine keinen nie ohne ausser ex ehemals ehemalige ehemaliger ehemaliges fruher fruhere fruherer statt sehr eher fast kaum wenig ' +
    'bis unter uber ab von zwischen mehr weniger mindestens hochstens und oder not no none never without except former formerly almost hardly very rather ' +
    'less more than under over above below from to up until between and or pas sans non niet geen zonder en ou of sin con'
  ).split(' '),
);
