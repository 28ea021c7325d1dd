import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { answerIn, quotedName } from '../../../mapping/answers/answer-expression.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { nameLikeness, thingsIn } from '../../names/name-likeness.ts';
import { namesField, oneValueOf, readsInstead } from '../../one-value.ts';
import { otherNames } from '../../other-name.ts';
import { ruleName } from '../../rule-reading.ts';
import type { Wanted } from '../trial.ts';
import { checkLabels } from './check-labels.ts';
import { mayAnswer } from './may-answer.ts';

/**
 * Warns about rules that read a question about another thing than their field, while a question about the field is read
 * by no rule: `allergies: {answer: f4}` with the label "Wie dürfen wir Sie erreichen?" beside "Allergien".
 */
export function checkBetterQuestions(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const told = new Set([...otherNames(mapping), ...checkLabels(mapping, events)].map(({ path }) => path));
  const uses = expressionUses(mapping);
  return uses.flatMap(use => {
    const asked = told.has(use.path) || anyName.test(use.path) ? undefined : questionRead(use);
    if (asked === undefined || use.rule?.because !== undefined) return [];
    for (const { scope } of events) {
      const found = betterQuestion(use, asked, uses, scope);
      if (found) return [found];
    }
    return [];
  });
}

/** True for a rule that asks for a question with nothing of the name of its field. */
export function asksElsewhere(use: ExpressionUse): boolean {
  const asked = anyName.test(use.path) || use.rule?.because !== undefined ? undefined : questionRead(use);
  const field = ruleName(use.path);
  return asked !== undefined && thingsIn(field).length > 0 && nameLikeness(field, asked) === 0;
}

/** Returns the name of the question that a rule reads, if it reads nothing else. */
function questionRead({ path, rule }: ExpressionUse): string | undefined {
  const value = rule && oneValueOf(rule);
  return value && !namesField(value, [ruleName(path)]) ? value.asked : undefined;
}

function betterQuestion(
  { path, place, rule }: ExpressionUse,
  asked: string,
  uses: readonly ExpressionUse[],
  scope: Scope,
): Diagnostic | undefined {
  const field = ruleName(path);
  const own = thingsIn(field);
  const found = answerIn(scope, asked);
  if (own.length === 0 || found.kind !== 'found') return undefined;
  const names = questionNames(found.question);
  const things = names.flatMap(thingsIn);
  const isOther = things.length > 0 && names.every(name => nameLikeness(field, name) === 0);
  if (!isOther) return undefined;
  const read = questionsRead(uses, scope);
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  const better = questions.find(
    each =>
      !read.has(each) &&
      isGiven(each.value) &&
      mayAnswer([field], each, uses) &&
      questionNames(each).some(name => nameLikeness(field, name) >= sameQuestion),
  );
  if (!better) return undefined;
  const [shown, other] = [found.question, better].map(each => quotedName(shownName(each)));
  const which = asked === shownName(found.question) ? '' : ` (${quotedName(asked)})`;
  const message = `${field} reads the question ${shown}${which}, which by its name is ${things[0]}, while ${other} has the name of the field, and no rule reads it`;
  const value = rule && oneValueOf(rule);
  const cure = value
    ? readsInstead(value, { name: shownName(better), value: better.value })
    : `write {answer: ${other}}`;
  const hint = `${cure}; if ${shown} is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place, path });
}

/** Returns the questions that any expression reads. */
export function questionsRead(uses: readonly ExpressionUse[], scope: Scope): ReadonlySet<FormQuestion> {
  const names = uses.flatMap(({ expression }) =>
    expression.answer === undefined
      ? pathsRead(expression).flatMap(([root, name]) =>
          root === '$answers' && name !== undefined ? [name] : [],
        )
      : [expression.answer],
  );
  return new Set(
    names.flatMap(name => {
      const found = answerIn(scope, name);
      return found.kind === 'found' ? [found.question] : [];
    }),
  );
}

/** The likeness of a question with few other words to its field. */
const sameQuestion = 0.65;

/** Parameters whose values come from places with many names. */
export const anyName = /^(?:id|customerId|appointmentId|customerStatus|note)$/;
