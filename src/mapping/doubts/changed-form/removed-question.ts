import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../../receive/answers/answers.ts';
import { comparedName, questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import type { Mapping } from '../../mapping.ts';
import { isFittingAnswer } from './fitting-answer.ts';
import { areAlike } from './question-words.ts';
import { isInSomeSamples, textsOfSamples } from './questions-in-samples.ts';
import { sameKey } from './renamed-hint.ts';
import type { FormerQuestions, Lacking, NamedQuestion } from './renamed-question.ts';

/**
 * Returns the warning about a question that the form of an event does not have any more, and none like it. The event lists
 * all questions of its form, and the samples are of this form.
 */
export function removedQuestion(
  mapping: Mapping,
  asked: NamedQuestion,
  { scope, before }: Lacking,
): readonly Diagnostic[] | undefined {
  const { form, questions } = answeredQuestions(scope.bindings.answers as Answers);
  if (form === undefined || !textsOfSamples(mapping).has(comparedName(form))) return undefined;
  if (isInSomeSamples(mapping, form, asked.name)) return undefined;
  const isIt = (question: FormQuestion) => {
    if (sameKey(question, before) !== undefined) return true;
    const mayFit = !isGiven(question.value) || isFittingAnswer(question.value, before.answers, asked);
    return (
      mayFit && isNew(question, before) && questionNames(question).some(each => areAlike(asked.name, each))
    );
  };
  if (questions.some(isIt)) return undefined;
  const message = `${asked.path.replace(/^additionalFields\./, '')} reads the question ${quotedName(asked.name)} of the sample, which the form of the event does not have any more, and none of its ${questions.length} questions is like it`;
  const hint =
    'look at the questions in the event; write the one that took its place, or remove the rule, and renew the sample; if only some events have it, keep one without it as a test (fieldbridge capture)';
  return [diagnostic('mapping/renamed-question', message, { hint, place: asked.place, path: asked.path })];
}

/** True for a question of which the samples or the events before have none of the names that people read. */
export function isNew(question: FormQuestion, before: FormerQuestions): boolean {
  const { labels } = question;
  // Further names may be ids, which stay if the title or the name changes.
  const shown = labels.length > 0 ? labels : [shownName(question)];
  return shown.every(each => !before.names.has(comparedName(each)));
}
