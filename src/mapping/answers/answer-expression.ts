import { composedText } from '../../diagnostics/composed.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { type FoundAnswer, findAnswer } from '../../receive/answers/find-answer.ts';
import { unclearAnswer } from './unclear-answers.ts';

/**
 * Makes the expression for `answer` of a rule: the answer to the question of this name. It reads values like
 * a path of `$answers`, but also finds a question by the names that people know.
 */
export function answerExpression(written: string): Expression {
  const answer = composedText(written);
  const path = ['$answers', answer];
  const evaluateDirectly = (scope: Scope): unknown => {
    const found = answerIn(scope, answer);
    if (found.kind === 'unclear') throw unclear(answer, found.questions, eachOf(scope));
    return found.kind === 'found' ? found.value : undefined;
  };
  return {
    source: pathText(path),
    answer,
    variables: new Set(['answers']),
    path,
    literal: null,
    isConstant: false,
    requirements: [],
    warnings: [],
    evaluateDirectly,
    evaluate: async scope => evaluateDirectly(scope),
  };
}

/** Returns the question that a name finds in an event. */
export function answerIn({ bindings }: Scope, name: string): FoundAnswer {
  return findAnswer(bindings.answers as Answers | undefined, name);
}

/** Returns the path of the list that the questions of an event stand in, if the source sets it. */
export function eachOf({ bindings }: Scope): string | undefined {
  const answers = bindings.answers as Answers | undefined;
  return answers && answeredQuestions(answers).places?.each;
}

/**
 * Returns the path that an expression reads in an event. For `answer`, it contains the key of the question in
 * the event. All other paths stay unchanged.
 */
export function pathIn(scope: Scope, { answer, path }: Expression): readonly string[] | null {
  if (answer === undefined) return path;
  const found = answerIn(scope, answer);
  return found.kind === 'found' ? ['$answers', ...found.path] : path;
}

/** Returns the start of a rule as in its file: `from: contact.name`, `answer: "Größe (cm)"`. */
export function beginning({ source, answer }: Expression): string {
  return answer === undefined
    ? `from: ${quotedWhereNeeded(source.trim())}`
    : `answer: ${quotedWhereNeeded(answer)}`;
}

/** Returns the name of a question for a message. */
export function quotedName(name: string): string {
  return JSON.stringify(visibleText(name));
}

function quotedWhereNeeded(text: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(text) ? text : quotedName(text);
}

function unclear(...name: Parameters<typeof unclearAnswer>): ExpressionFailed {
  const { message, hint } = unclearAnswer(...name);
  return new ExpressionFailed('mapping/unclear-answer', message, hint);
}
