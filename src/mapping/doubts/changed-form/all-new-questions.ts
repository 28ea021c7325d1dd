import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Scope } from '../../../expressions/expression.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../../receive/answers/answers.ts';
import {
  comparedName,
  nameOfQuestion,
  questionNames,
  shownName,
} from '../../../receive/answers/find-answer.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import type { Mapping } from '../../mapping.ts';
import { isFittingAnswer } from './fitting-answer.ts';
import { listedNames } from './listed-names.ts';
import { answersOfSamples } from './questions-in-samples.ts';
import { cureOfSeveral } from './renamed-hint.ts';
import { type NamedQuestion, questionsInside } from './renamed-question.ts';

/**
 * Returns a warning about an event that lacks most questions of each sample and has at least as many new ones: all labels of a list
 * were renamed at once, so nothing shows which is which. `known`: the paths of the rules that another warning names. `where`
 * names the event.
 */
export function allNewQuestions(
  mapping: Mapping,
  scope: Scope,
  { where = 'the event', known = [] }: { readonly where?: string; readonly known?: readonly unknown[] } = {},
): readonly Diagnostic[] {
  const answers = scope.bindings.answers as Answers | undefined;
  if (answers === undefined) return [];
  const lacking = questionsInside(mapping).filter(
    ({ name, path }) => !known.includes(path) && nameOfQuestion(answers, name) === undefined,
  );
  if (lacking.length === 0) return [];
  const samples = answersOfSamples(mapping, answers);
  const fresh = newInstead(answers, samples, namesOf(lacking));
  const lost = lacking.filter(asked => isLost(asked, samples, fresh));
  const [first] = lost;
  if (!first) return [];
  const { place, path } = first;
  const others = namesOf(lost).slice(1);
  const further = others.length > 0 ? ` (and other rules ${listedNames(others)})` : '';
  const message = `${path.replace(/^additionalFields\./, '')} reads the question ${quotedName(first.name)}${further}, which samples of the mapping have and ${where} does not; of their questions, it has hardly any, but ${listedNames(fresh.map(shownName))}, which are new`;
  return [diagnostic('mapping/renamed-question', message, { hint: cureOfSeveral(first), place, path })];
}

function namesOf(asked: readonly NamedQuestion[]): readonly string[] {
  return [...new Set(asked.map(({ name }) => name))];
}

/** Returns the answered questions that no sample has; empty unless they stand for most questions of each sample. */
function newInstead(
  answers: Answers,
  samples: readonly Answers[],
  read: readonly string[],
): readonly FormQuestion[] {
  const { questions } = answeredQuestions(answers);
  const isHere = isOneOf(questions);
  const forms = samples.map(each => answeredQuestions(each).questions);
  const isKnown = isOneOf(forms.flat());
  const fresh = questions.filter(each => isGiven(each.value) && !isKnown(each));
  const isReplaced = (form: readonly FormQuestion[]) => {
    const gone = form.filter(each => !isHere(each)).length;
    return gone >= fewest && gone * 2 > form.length && fresh.length >= Math.max(gone, read.length);
  };
  return forms.length > 0 && forms.every(isReplaced) ? fresh : [];
}

/** A single question may have been left out. */
const fewest = 2;

/** True for a question with an answer in a sample, of which a new one may be the answer. */
function isLost(asked: NamedQuestion, samples: readonly Answers[], fresh: readonly FormQuestion[]): boolean {
  const before = samples.flatMap(each =>
    answeredQuestions(each)
      .questions.filter(isOneOfNames([asked.name]))
      .map(({ value }) => value),
  );
  const given = before.filter(isGiven);
  return given.length > 0 && fresh.some(({ value }) => isFittingAnswer(value, given, asked));
}

function isOneOf(questions: readonly FormQuestion[]): (question: FormQuestion) => boolean {
  return isOneOfNames(questions.flatMap(questionNames));
}

function isOneOfNames(all: readonly string[]): (question: FormQuestion) => boolean {
  const names = new Set(all.map(comparedName));
  return question => questionNames(question).some(each => names.has(comparedName(each)));
}
