import { nearest } from '../../diagnostics/nearest.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../receive/answers/find-answer.ts';
import type { TraceStep } from './trace.ts';

/** Returns the reason why an event has no answer to the question with a name, and a similar name. */
export function answerMiss({ bindings }: Scope, name: string): Pick<TraceStep, 'note' | 'nearest'> {
  const answers = bindings.answers as Answers | undefined;
  if (!answers) return { note: noAnswers };
  const { questions } = answeredQuestions(answers);
  const [near] = nearest(name, questions.flatMap(questionNames));
  const first = questions.map(shownName);
  const some = first.slice(0, 6).map(each => `"${visibleText(each)}"`);
  const more = first.length > some.length ? `, and ${first.length - some.length} more` : '';
  const has = near === undefined && some.length > 0 ? `; it has ${some.join(', ')}${more}` : '';
  return {
    note: `the event has no question "${visibleText(name)}"${has}`,
    ...(near !== undefined && { nearest: `answer: ${JSON.stringify(near)}` }),
  };
}

/** Returns the reason why an event has no answers at all. */
export const noAnswers =
  'neither a preset nor answers: of this source says where the answers of this event are';
