import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions } from '../../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { isHolderAt } from '../person/holders-of.ts';
import { personKeyOf } from '../person/person-keys.ts';
import { isQuestionEntry } from '../question-entries.ts';
import { onlyEntry, shortTextOf } from '../short-text.ts';
import { contactsBelow } from './contacts-below.ts';

/** A text in an object of the person. */
export interface EventText {
  readonly steps: readonly string[];
  readonly key: string;
  readonly text: string;
  /** Further names of the value: the label of a question, of an entry in a list. */
  readonly names?: readonly string[];
}

/** Decides whether the value of a key in an object is left out. */
export type LeavesOut = (key: string, steps: readonly string[], value: unknown) => boolean;

/** The objects around the number or the link. */
export interface Around {
  readonly holders: ReadonlySet<string>;
  /** True if lists of pairs are read, because they are no answers. */
  readonly readsPairs: boolean;
}

const mostKeys = 200;
const deepest = 8;
const mostValues = 1_000;
const mostCharacters = 8_000;
const mostSearched = 8_000;
const longestShort = 80;

/** Returns the texts of the objects that have the data of the person: the root, and those around the number or the link. */
export function ownObjects(
  object: object,
  steps: readonly string[],
  around: Around,
): readonly (readonly EventText[])[] {
  if (Array.isArray(object) || steps.length > deepest) return [];
  const entries: EventText[] = [];
  const below: (readonly EventText[])[] = [];
  for (const key of Object.keys(object).slice(0, mostKeys)) {
    const value: unknown = ownValue(object, key);
    const text = shortTextOf(value);
    const at = [...steps, key];
    if (text !== '') entries.push({ steps: at, key, text });
    if (!isAnyObject(value)) continue;
    const kind = personKeyOf(key);
    const isHolder = isHolderAt(around.holders, at);
    const only = isHolder ? onlyEntry(value) : value;
    const isOwn = kind === 'holder' || kind === 'person' || isHolder;
    if (isOwn && !Array.isArray(only)) below.push(...ownObjects(only, at, around));
    else entries.push(...contactsBelow(value, at, around));
  }
  return [entries, ...below];
}

/** Returns the answered questions under the names that people know. */
export function entriesOfAnswers(answers: Answers): readonly EventText[] {
  return answeredQuestions(answers).questions.flatMap(question => {
    const key = shownName(question);
    const text = shortTextOf(question.value);
    const steps = ['$answers', key];
    if (isAnyObject(question.value) && text === '')
      return contactsBelow(question.value, steps, { readsPairs: false });
    const names = [...questionNames(question), ...(question.asks === undefined ? [] : [question.asks])];
    return text === '' ? [] : [{ steps, key, text, names }];
  });
}

/** True for an object or a list. */
export function isAnyObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns all texts, of long ones the parts that may be names or addresses. Undefined if they are too many to compare.
 * `asked`: the names of the questions of a form, whose entries in a list have no other text than the answers.
 */
export function allTexts(
  objects: readonly unknown[],
  asked: ReadonlySet<string>,
  isLeftOut?: LeavesOut,
): readonly string[] | undefined {
  const found = new Set<string>();
  const searched = new Set<string>();
  const left = { values: mostValues, characters: mostCharacters, searched: mostSearched };
  const isTooMuch = () => left.values < 0 || left.characters < 0 || left.searched < 0;
  const add = (text: string): void => {
    if (text === '' || found.has(text)) return;
    found.add(text);
    left.characters -= text.length;
  };
  const addText = (text: string): void => {
    if (text.length <= longestShort) add(text.trim());
    // The answers of a form are texts of the payload.
    if (text.length <= longestShort || searched.has(text) || isData(text)) return;
    searched.add(text);
    left.searched -= text.length;
    if (!isTooMuch()) for (const part of text.match(partsOfText) ?? []) add(part);
  };
  const visitList = (list: readonly unknown[], steps: readonly string[], depth: number): void => {
    for (const [at, each] of list.entries()) {
      const isAnswer = isAnyObject(each) && isQuestionEntry(each, asked);
      // Only `isLeftOut` needs the keys on the way.
      if (!isAnswer) visit(each, isLeftOut ? [...steps, String(at)] : steps, depth);
    }
  };
  const visitObject = (object: object, steps: readonly string[], depth: number): void => {
    for (const key of Object.keys(object)) {
      const each = ownValue(object, key);
      if (!isLeftOut) visit(each, steps, depth);
      else if (!isLeftOut(key, steps, each)) visit(each, [...steps, key], depth);
    }
  };
  const visit = (value: unknown, steps: readonly string[], depth: number): void => {
    left.values -= 1;
    if (isTooMuch()) return;
    if (typeof value === 'number' && value >= 1_000_000) add(String(value));
    if (typeof value === 'string') addText(value);
    if (!isAnyObject(value) || depth >= deepest) return;
    if (Array.isArray(value)) visitList(value, steps, depth + 1);
    else visitObject(value, steps, depth + 1);
  };
  for (const each of objects) visit(each, [], 0);
  return isTooMuch() ? undefined : [...found];
}

/** True for a text such as a file in base64. */
function isData(text: string): boolean {
  return text.length > longestUrl && !/\s/.test(text.slice(0, longestUrl));
}

const longestUrl = 1_000;
/** An address begins where a word does: to try each character of a long word takes 64 times as long. */
const partsOfText = /(?<![^\s@<>])[^\s@<>]{1,64}@[^\s@<>]{3,200}|\p{Lu}\p{L}{1,40}|\+?\d[\d /()-]{6,20}/gu;
