import { compareUsualWords } from '../../mapping/convert/common-words.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { genderMeant } from '../../mapping/convert/gender-meant.ts';
import { plainAnswer } from '../../mapping/convert/plain-answer.ts';
import { isLanguageCode, languageCodeOf } from '../call/texts/language-code.ts';
import { changeMeaning, hasWord, lettersOf, tellingWords } from './choice-words.ts';
import { fitOf } from './fitting-choice.ts';

/** A name of a choice: its own one, or one in another language. */
interface Named {
  readonly name: string;
  readonly choice: string;
}

/**
 * True if the words of an answer show that it is the choice that a table gives for it: another spelling, the same yes or no, the
 * same language or gender, a usual word for it (`female` for `weiblich`), or words of this choice and of no other one (`Stamm` for `Stammkunde`, `Novak` for `Herr Novak`). False
 * says nothing: `trial` may well be `Neukunde`.
 * @param names the names of the field's choices; empty for a field without choices
 */
export function meansTheSame(key: string, result: string, names: readonly Named[]): boolean {
  const own = [result, ...names.flatMap(({ name, choice }) => (choice === result ? name : []))];
  if (own.some(each => isSpeltAlike(key, each))) return true;
  const [answer, given] = [plainAnswer(key), answerInWords(result) ?? plainAnswer(result)];
  if (answer !== undefined && given !== undefined) return answer === given;
  if (genderMeant(key) === result) return true;
  const language = languageOf(key);
  if (language !== undefined && language === languageOf(result)) return true;
  if (own.some(each => compareUsualWords(key, each) === 'same'))
    return !names.some(({ name, choice }) => choice !== result && compareUsualWords(key, name) === 'same');
  const isOther = ({ name, choice }: Named) => choice !== result && isPart(key, name);
  return own.some(each => isPart(key, each)) && !names.some(isOther);
}

function languageOf(text: string): string | undefined {
  return isLanguageCode(text) ? text.toLowerCase() : languageCodeOf(text);
}

function isSpeltAlike(one: string, other: string): boolean {
  const letters = lettersOf(one);
  return letters === '' ? one.trim() === other.trim() : letters === lettersOf(other);
}

/** True if one of two texts has all telling words of the other one. */
function isPart(one: string, other: string): boolean {
  if (fitOf(one, other) !== undefined) return true;
  const [words, others] = [tellingWords(one), tellingWords(other)];
  if (words.length === 0 || others.length === 0 || changeMeaning(words) || changeMeaning(others))
    return false;
  return words.every(word => hasWord(others, word)) || others.every(word => hasWord(words, word));
}
