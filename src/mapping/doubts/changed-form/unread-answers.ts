import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { type Answers, answeredQuestions, type QuestionPlaces } from '../../../receive/answers/answers.ts';
import { shownName } from '../../../receive/answers/find-answer.ts';
import { otherAnswerPath } from '../../../receive/answers/other-answer-path.ts';
import { answerIn, quotedName } from '../../answers/answer-expression.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import type { NamedQuestion } from './renamed-question.ts';

/** Returns the questions that expressions read, also inside of them, without those with a reason. */
const questionsRead = onceFor((mapping: Mapping): readonly NamedQuestion[] =>
  expressionUses(mapping).flatMap(({ expression, because, path, place }) => {
    if (because !== undefined || !expression.variables.has('answers')) return [];
    const { answer } = expression;
    const names =
      answer === undefined
        ? pathsRead(expression).flatMap(([root, name]) => (root === '$answers' ? (name ?? []) : []))
        : [answer];
    return names.map(name => ({ path, place, name }));
  }),
);

/** A question that a mapping reads, and the path of its answer, which the source does not read. */
export interface UnreadAnswer extends NamedQuestion {
  readonly label: string;
  readonly at: readonly string[];
  readonly places: QuestionPlaces;
}

/**
 * Returns the questions that a mapping reads, and whose answer stands at another key of the entry than `answers` of the source
 * says: `answer.choices` instead of `answer.value`, as for questions with several answers. Every event passes here.
 */
export function unreadAnswers(
  mapping: Mapping,
  { bindings }: Pick<Scope, 'bindings'>,
): readonly UnreadAnswer[] {
  const answers = bindings.answers as Answers | undefined;
  const { questions, places } = answers ? answeredQuestions(answers) : {};
  if (!questions || !places) return [];
  return questionsRead(mapping).flatMap(question => {
    const found = answerIn({ input: undefined, bindings }, question.name);
    if (found.kind !== 'found') return [];
    const at = otherAnswerPath(found.question, places, questions);
    return at ? [{ ...question, label: shownName(found.question), at, places }] : [];
  });
}

/** Warns about such questions, for which nothing is sent. `because` confirms a rule. `where` names the event. */
export function warnAboutUnread(
  mapping: Mapping,
  scope: Pick<Scope, 'bindings'>,
  { where = 'the event' } = {},
): readonly Diagnostic[] {
  return unreadAnswers(mapping, scope).map(({ path, place, label, at, places }) => {
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name} reads the question ${quotedName(label)}, and ${where} has its answer at ${pathText(at)}, not at ${places.values.map(pathText).join(' or ')}, so nothing is read`;
    const both = [...places.values, at].map(pathText).join(', ');
    const hint = `write value: [${both}] in answers: of sources.${mapping.source} in the config, which reads both`;
    return diagnostic('mapping/unread-answer', message, { hint, place, path });
  });
}
