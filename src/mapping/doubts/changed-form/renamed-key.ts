import { type Answers, type FormQuestion, isGiven } from '../../../receive/answers/answers.ts';
import {
  comparedName,
  findAnswer,
  shownName,
  textsOfQuestion,
} from '../../../receive/answers/find-answer.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import type { FormerQuestions } from './renamed-question.ts';

/**
 * Returns the answered questions of an event that have the text of a missing one and another key, which no other question of the
 * samples has: the variable `hauttyp` of "Dein Hauttyp" became `haut`. `isRead`: whether a rule reads a key.
 */
export function underOtherKey(
  questions: readonly FormQuestion[],
  before: FormerQuestions,
  isRead: (key: string) => boolean,
): readonly FormQuestion[] {
  const texts = formerTexts(before);
  if (texts.size === 0) return [];
  const isKnown = (key: string) => {
    const name = comparedName(key);
    return before.names.has(name) && !before.keys.has(key) && !texts.has(name);
  };
  // An event that was kept as a test has the other key already.
  const confirmed = before.earlier.flatMap(each =>
    each.asked ? [] : each.questions.filter(one => hasText(one, texts)),
  );
  return questions.filter(question => {
    const isOther = keysOf(question).some(each => isKnown(each) || isRead(each));
    const isConfirmed = confirmed.some(each => keysOf(each).join('\n') === keysOf(question).join('\n'));
    return isGiven(question.value) && !isOther && !isConfirmed && hasText(question, texts);
  });
}

/** True if a question has the text that a missing one had. */
export function hasFormerText(question: FormQuestion, before: FormerQuestions): boolean {
  return hasText(question, formerTexts(before));
}

function hasText(question: FormQuestion, texts: ReadonlySet<string>): boolean {
  return textsShown(question).some(each => texts.has(comparedName(each)));
}

/** Returns the texts of a question that people read. A name that is its key is none. */
function textsShown(question: FormQuestion): readonly string[] {
  const texts = [...textsOfQuestion(question), ...(question.asks === undefined ? [] : [question.asks])];
  return texts.filter(each => each.trim() !== '');
}

function formerTexts({ earlier, labels = [] }: FormerQuestions): ReadonlySet<string> {
  const asked = earlier.flatMap(each => (each.asked ? textsShown(each.asked) : []));
  return new Set([...asked, ...labels].map(comparedName));
}

/** Returns the words of a message for a question that an event has in place of a missing one. */
export function inItsPlace(question: FormQuestion, before: FormerQuestions): string {
  const shown = quotedName(shownName(question));
  if (!hasFormerText(question, before)) return `${shown}, which is new`;
  const [key] = keysOf(question);
  return `the same question ${shown} ${key === undefined ? 'without its key' : `under another key, ${quotedName(key)}`}`;
}

/**
 * Returns the names by which an expression finds a question in an event, its text first. Each name is tried with the answers of the
 * event: several questions may have one text. `isInside`: for `$answers.name`, which knows fewer names.
 */
export function triedNames(question: FormQuestion, answers: Answers, isInside: boolean): readonly string[] {
  const names = [...new Set([shownName(question), ...keysOf(question).slice(0, 1)])];
  return names.filter(name => {
    if (isInside && !Object.hasOwn(answers, name)) return false;
    const found = findAnswer(answers, name);
    return found.kind === 'found' && found.question === question;
  });
}

function keysOf({ keys }: FormQuestion): readonly string[] {
  return keys.filter(each => each !== undefined);
}
