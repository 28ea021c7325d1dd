import { visibleText } from '../../diagnostics/visible-text.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { type Answers, answeredQuestions, type FormQuestion } from '../../receive/answers/answers.ts';
import { questionNames } from '../../receive/answers/find-answer.ts';
import { peopleListIn } from '../people-list.ts';

/** Returns the diagnostic for a name that several questions share. `each`: the path of their list. */
export function unclearAnswer(
  name: string,
  questions: readonly FormQuestion[],
  each?: string,
): { readonly message: string; readonly hint: string } {
  const names = questions.flatMap(each => otherName(each, name) ?? []);
  const areClear = new Set(names).size === names.length && names.length > 0;
  const listed = areClear ? `: ${names.slice(0, 5).map(quoted).join(', ')}` : '';
  const more = areClear && names.length < questions.length ? ', and one without another name' : '';
  const ownName = 'give each question a name of its own at the sender';
  const people = areClear ? undefined : peopleOf(each);
  if (people !== undefined)
    return {
      message: `${quoted(name)} is a question that ${questions.length} people in ${people} answered`,
      hint: `write split: ${people} at the source in the config, so that each of them is an event with a link of its own; or remove the rule`,
    };
  return {
    message: `${quoted(name)} is the name of ${questions.length} questions of this sender${listed}${more}`,
    hint: areClear
      ? `write the one that is meant, as in {answer: ${JSON.stringify(names[0])}}; or ${ownName}`
      : `${ownName}, and write that`,
  };
}

/**
 * Refuses an expression that reads an answer by a name shared by several questions. Such names exist only if
 * the source itself defines the place of its answers.
 * @throws ExpressionFailed for such a name
 */
export function refuseUnclear(expression: Expression, { bindings }: Scope): void {
  if (!expression.variables.has('answers') || expression.answer !== undefined) return;
  const answers = bindings.answers as Answers | undefined;
  if (!answers) return;
  const { unclear, questions, places } = answeredQuestions(answers);
  if (unclear.size === 0) return;
  const read = pathsRead(expression).find(([first, name = '']) => first === '$answers' && unclear.has(name));
  if (!read) return;
  const [, name = ''] = read;
  const { message, hint } = unclearAnswer(
    name,
    questions.filter(question => questionNames(question).includes(name)),
    places?.each,
  );
  throw new ExpressionFailed('mapping/unclear-answer', message, hint);
}

/** Returns the list of people who answer the questions of a list: `order.attendees` for `order.attendees.answers`. */
function peopleOf(each: string | undefined): string | undefined {
  const list = peopleListIn((each ?? '').split('.'));
  return list && pathText(list.steps);
}

/** Returns another name of a question, the first that is not shared. */
function otherName(question: FormQuestion, name: string): string | undefined {
  return questionNames(question).find(each => each !== name);
}

function quoted(name: string): string {
  const text = visibleText(name);
  return `"${text.length > 80 ? `${text.slice(0, 77)}...` : text}"`;
}
