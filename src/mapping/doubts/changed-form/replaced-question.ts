import { type FormQuestion, isGiven } from '../../../receive/answers/answers.ts';
import { comparedName, questionNames } from '../../../receive/answers/find-answer.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { lookupKey } from '../../evaluate/look-up.ts';
import type { Rule } from '../../mapping.ts';
import { formOfAnswer, yesOrNo } from './fitting-answer.ts';

/** The form of a sample or of an earlier event. */
export interface EarlierForm {
  readonly questions: readonly FormQuestion[];
  /** The question that is missing now; undefined if the form does not have it either. */
  readonly asked: FormQuestion | undefined;
}

/** The form of the event that lacks the question. */
export interface PresentForm {
  readonly questions: readonly FormQuestion[];
  /** The questions that are new, given, and read by no rule. */
  readonly candidates: readonly FormQuestion[];
  readonly rule: Rule | undefined;
  /** True for a question with a word of the missing one or of its field. */
  readonly isAbout: (question: FormQuestion) => boolean;
  /** True for a question with such a word that few questions have. */
  readonly isOfTopic: (question: FormQuestion) => boolean;
}

/**
 * Returns the question of an event that took the place of a missing one, whatever its name is: `q11_schmerzstaerke` became
 * `q16_wieStark`. Many forms leave out a question without an answer. So all earlier forms must have an answer to it, the
 * event must have most of their other questions, and one of them must list a question without an answer. The new question
 * is the only one between the neighbours of the former, or the only one with an answer of the same form, or the only change.
 * If as many questions are new as are missing there, they are taken in their order. Else it is the only new one with a word of
 * the former, or of its field, that few questions have.
 */
export function questionInPlaceOf(
  now: PresentForm,
  earlier: readonly EarlierForm[],
): FormQuestion | undefined {
  const { questions, candidates, rule, isAbout, isOfTopic } = now;
  const { same, last, answers } = answeredBefore(questions, earlier) ?? {};
  if (!same || !last || !answers) return undefined;
  // An unticked box is often left out, so another one must be about the same.
  if (answers.every(isTick) && same.length < enoughForBoxes)
    return onlyOne(candidates.filter(each => isAbout(each) && formOfAnswer(each.value) === yesOrNo));
  const all = [questions, ...same.map(each => each.questions)];
  const isKnown = isOneOf(all.slice(1).flat());
  const fresh = questions.filter(each => !isKnown(each));
  const gone = last.questions.filter(each => !isOneOf(questions)(each));
  const possible = candidates.filter(each => isPossible(each.value, answers));
  const inOrder = (former: readonly FormQuestion[], later: readonly FormQuestion[]) =>
    later.filter(
      (each, at) => former.length === later.length && former[at] === last.asked && possible.includes(each),
    );
  const atPlace = inOrder(besideAsked(last, gone), fresh.filter(betweenNeighbours(last, questions)));
  const ofForm = possible.filter(each => isOfForm(each.value, answers, rule));
  const onlyChange = inOrder(gone, fresh);
  const isListed = all.some(each => each.some(({ value }) => !isGiven(value)));
  const ofTopic = possible.filter(isOfTopic);
  if (!isListed && same.length < enoughForms)
    return (
      onlyOne(onlyChange.filter(each => atPlace.includes(each) && ofForm.includes(each))) ?? onlyOne(ofTopic)
    );
  return onlyOne(atPlace) ?? onlyOne(ofForm) ?? onlyOne(onlyChange) ?? onlyOne(ofTopic);
}

/**
 * Returns the new questions of which one may have taken the place of a missing one, if more than one may: those with an answer
 * of the same form first. All earlier forms must have an answer to it. A single sample says little, so there, only one new
 * question may have an answer of this form, and where unanswered questions are left out, no more may be missing than are new.
 */
export function questionsInsteadOf(
  { questions, candidates, rule, isAbout }: PresentForm,
  earlier: readonly EarlierForm[],
): readonly FormQuestion[] {
  const { same, last, answers } = answeredBefore(questions, earlier) ?? {};
  if (!same || !last || !answers) return [];
  if (answers.every(isTick) && same.length < enoughForBoxes)
    return candidates.filter(each => isAbout(each) && formOfAnswer(each.value) === yesOrNo);
  const possible = candidates.filter(each => isPossible(each.value, answers));
  const ofForm = possible.filter(each => isOfForm(each.value, answers, rule));
  if (ofForm.length === 0 || (same.length === 1 && ofForm.length > 1)) return [];
  const isKnown = isOneOf(same.flatMap(each => each.questions));
  const fresh = questions.filter(each => !isKnown(each));
  const gone = last.questions.filter(each => !isOneOf(questions)(each));
  const all = [questions, ...same.map(each => each.questions)];
  const isListed = all.some(each => each.some(({ value }) => !isGiven(value)));
  const mayBeLeftOut = !isListed && same.length < enoughForms;
  if (mayBeLeftOut && (gone.length > fresh.length || gone.length > mostGone)) return [];
  return [...ofForm, ...possible.filter(each => !ofForm.includes(each))];
}

/** True if all earlier forms with most of the questions of an event have an answer to the missing one. */
export function isAlwaysAnswered({ questions }: PresentForm, earlier: readonly EarlierForm[]): boolean {
  return answeredBefore(questions, earlier) !== undefined;
}

/** Returns the earlier forms with most of the questions of an event; undefined unless all have an answer to the missing one. */
function answeredBefore(questions: readonly FormQuestion[], earlier: readonly EarlierForm[]) {
  const same = earlier.filter(each => isSameForm(each, questions));
  const last = same.at(-1);
  const answers = same.flatMap(({ asked }) => (asked && isGiven(asked.value) ? [asked.value] : []));
  return last && answers.length === same.length ? { same, last, answers } : undefined;
}

/** A form from which more questions are missing is another one. */
const mostGone = 3;

/** Returns the missing questions that stood directly beside the asked one, and itself. */
function besideAsked(
  { questions, asked }: EarlierForm,
  gone: readonly FormQuestion[],
): readonly FormQuestion[] {
  const place = asked ? questions.indexOf(asked) : -1;
  const isKept = (each: FormQuestion) => !gone.includes(each);
  const from = questions.slice(0, place).findLastIndex(isKept) + 1;
  const after = questions.slice(place).findIndex(isKept);
  return questions.slice(from, after === -1 ? undefined : place + after);
}

/** True for the box of an option beside its question: "Services" and "Services (Tyres)", as Tally sends them. */
export function isBoxOf({ labels }: FormQuestion, names: ReadonlySet<string>): boolean {
  return labels.some(
    each =>
      each.endsWith(')') && [...each.matchAll(/ \(/g)].some(({ index }) => names.has(each.slice(0, index))),
  );
}

function isSameForm(form: EarlierForm, questions: readonly FormQuestion[]): boolean {
  const others = othersOf(form);
  const kept = others.filter(isOneOf(questions));
  return kept.length > 0 && kept.length * 2 >= others.length;
}

function othersOf({ questions, asked }: EarlierForm): readonly FormQuestion[] {
  return questions.filter(each => each !== asked);
}

/** So many earlier events all have a question that must be answered. */
const enoughForms = 3;
const enoughForBoxes = 5;

function onlyOne(questions: readonly FormQuestion[]): FormQuestion | undefined {
  return questions.length === 1 ? questions[0] : undefined;
}

/** Returns the function that says whether a question has a name of one of these. */
function isOneOf(questions: readonly FormQuestion[]): (question: FormQuestion) => boolean {
  const names = new Set(questions.flatMap(questionNames).map(comparedName));
  return question => questionNames(question).some(each => names.has(comparedName(each)));
}

/** Returns the function that says whether a question stands where the missing one stood, between the same neighbours. */
function betweenNeighbours(
  { questions: former, asked }: EarlierForm,
  questions: readonly FormQuestion[],
): (question: FormQuestion) => boolean {
  const place = asked ? former.indexOf(asked) : -1;
  const indexOf = (question: FormQuestion) => questions.findIndex(isOneOf([question]));
  const before =
    former
      .slice(0, place)
      .map(indexOf)
      .findLast(at => at !== -1) ?? -1;
  const behind =
    former
      .slice(place + 1)
      .map(indexOf)
      .find(at => at !== -1) ?? questions.length;
  return question => {
    const at = questions.indexOf(question);
    return before < at && at < behind;
  };
}

/** True for a ticked box, and for the boxes of a list. */
function isTick(answer: unknown): boolean {
  if (Array.isArray(answer) || typeof answer === 'boolean') return true;
  return typeof answer === 'string' && !/\d/.test(answer) && consentAnswer(answer) === true;
}

/** True unless all earlier answers have one form, as a number or a date has, and this one has another. Words may be a yes. */
function isPossible(answer: unknown, answers: readonly unknown[]): boolean {
  const forms = new Set(answers.map(formOfAnswer));
  return forms.size > 1 || forms.has(undefined) || forms.has(yesOrNo) || forms.has(formOfAnswer(answer));
}

/** True if an answer has the form of all earlier ones, or is a key of the table of the rule. */
function isOfForm(answer: unknown, answers: readonly unknown[], rule: Rule | undefined): boolean {
  const { lookup } = rule ?? {};
  const isKey = (each: unknown) =>
    typeof each === 'string' &&
    consentAnswer(each) === undefined &&
    lookup?.entries.has(lookupKey(each, lookup));
  if (lookup && [answer].flat().every(isKey)) return true;
  const form = formOfAnswer(answer);
  return form !== undefined && answers.every(each => formOfAnswer(each) === form);
}
