import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { compile } from '../../../expressions/compile.ts';
import { ExpressionFailed, type Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { answerIn, eachOf, quotedName } from '../../../mapping/answers/answer-expression.ts';
import { refuseUnclear, unclearAnswer } from '../../../mapping/answers/unclear-answers.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import { type Answers, answeredQuestions } from '../../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { someOf } from '../../fault.ts';
import { changesProperties } from '../paths/changed-properties.ts';
import { enoughEvents, isEnough, type KnownPaths, noEventHas } from '../paths/known-paths.ts';
import { hasPath, nearestPath } from '../paths/path-tree.ts';
import type { Trial } from '../trial.ts';

/**
 * Returns the problems with the questions that some expressions read: no sample and no stored event has the
 * question, with the nearest existing one; or several questions share the name.
 */
export function checkAnswers(
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
  known: KnownPaths,
): readonly Diagnostic[] {
  const answered = trials.filter(({ input }) => input.answers !== undefined);
  return uses.flatMap(use => {
    if (!use.expression.variables.has('answers')) return [];
    const unclear = unclearIn(use, answered);
    if (unclear) return [unclear];
    const { answer } = use.expression;
    return (answer === undefined ? undefined : checkAnswer(use, answer, { answered, known })) ?? [];
  });
}

function scopeOf({ input }: Trial): Scope {
  return { input: input.payload, bindings: { answers: input.answers } };
}

/** Returns the first event in which several questions share a name, preferably a sample. */
function unclearIn(use: ExpressionUse, answered: readonly Trial[]): Diagnostic | undefined {
  const { place, path } = use;
  const samples = answered.filter(({ test }) => test !== undefined);
  const stored = answered.filter(({ test }) => test === undefined);
  for (const trial of [...samples, ...stored]) {
    const refused = refusedIn(use, scopeOf(trial));
    if (refused) {
      const { message, hint } = refused;
      const severity = trial.test === undefined ? 'warning' : undefined;
      return diagnostic('mapping/unclear-answer', message, { hint, place, path, severity });
    }
    const told = sharedLabel(use, trial.input.answers);
    if (told) return told;
  }
  return undefined;
}

function refusedIn(
  { expression }: ExpressionUse,
  scope: Scope,
): Pick<ExpressionFailed, 'message' | 'hint'> | undefined {
  if (expression.answer !== undefined) {
    const found = answerIn(scope, expression.answer);
    return found.kind === 'unclear'
      ? unclearAnswer(expression.answer, found.questions, eachOf(scope))
      : undefined;
  }
  try {
    refuseUnclear(expression, scope);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionFailed) return error;
    throw error;
  }
}

/** Reports a label of several questions, which `$answers` only has while one of them is answered. */
function sharedLabel(
  { expression, place, path }: ExpressionUse,
  answers: Answers | undefined,
): Diagnostic | undefined {
  if (!answers || expression.answer !== undefined) return undefined;
  const { questions } = answeredQuestions(answers);
  for (const [root, name] of pathsRead(expression)) {
    if (root !== '$answers' || name === undefined) continue;
    if (questions.some(({ keys }) => keys.includes(name))) continue;
    const same = questions.filter(({ labels }) => labels.includes(name));
    if (same.length < 2) continue;
    const { message, hint } = unclearAnswer(name, same);
    const seldom = `${message}; $answers has it only where one of them is answered`;
    return diagnostic('mapping/unclear-answer', seldom, { hint, place, path, severity: 'warning' });
  }
  return undefined;
}

interface Seen {
  readonly answered: readonly Trial[];
  readonly known: KnownPaths;
}

function checkAnswer(use: ExpressionUse, name: string, { answered, known }: Seen): Diagnostic | undefined {
  // A rule with a default expects that the value is often missing.
  const mayMiss = use.rule?.default !== undefined;
  if (answered.length === 0) return mayMiss ? undefined : withoutAnswers(use, known);
  const having = answered.filter(trial => answerIn(scopeOf(trial), name).kind !== 'none');
  if (having.length === 0) return neverAsked(use, name, { answered, known });
  const isStored = ({ test }: Trial) => test === undefined;
  if (having.some(isStored) || !answered.some(isStored)) return undefined;
  if (mayMiss || known.storedCount < enoughEvents) return undefined;
  const message = `none of the last ${known.storedCount} events of ${known.source} had the question ${quotedName(name)}, though a sample has it`;
  const near = nearQuestion(name, answered.filter(isStored));
  return told(use, message, {
    hint: `${near === undefined ? '' : `the events had ${near}; `}if the sender has changed its form, renew the sample`,
    severity: 'info',
  });
}

function neverAsked(use: ExpressionUse, name: string, { answered, known }: Seen): Diagnostic | undefined {
  const near = nearQuestion(name, answered);
  if (near === undefined && !isEnough(known)) return undefined;
  const forAll = use.rule?.default === undefined ? '' : ', so the default is sent for everybody';
  const names = [...new Set(answered.flatMap(({ input }) => mainNames(input.answers)))];
  const there = names.length === 0 ? 'they have no question' : `they have ${someOf(names.map(quotedName))}`;
  const path = near === undefined ? payloadPath(name, known) : undefined;
  return told(use, `${noEventHas(known)} the question ${quotedName(name)}${forAll}`, {
    hint:
      path !== undefined
        ? `${path} is a path of the payload: write ${path} in place of {answer: ${quotedName(name)}}`
        : near === undefined
          ? `${there}; if the name is right, add a sample that has it to the tests`
          : `did you mean ${near}, which they have?`,
    ...(path === undefined && near !== undefined && { meant: near }),
  });
}

function withoutAnswers(use: ExpressionUse, known: KnownPaths): Diagnostic | undefined {
  if (known.all.size === 0) return undefined;
  const { answer = '' } = use.expression;
  const payload = known.all.get('');
  // At the root, `answers: fields` makes a question of it.
  const inside = payload && !hasPath(payload, [answer]) ? nearestPath(payload, [answer]) : undefined;
  const isInside = inside !== undefined && inside.length > 1;
  return told(use, `${noEventHas(known)} answers, which {answer: ${quotedName(answer)}} reads`, {
    hint: isInside
      ? `the payload has it at ${pathText(inside)}: write from: ${pathText(inside)} in place of answer: ${quotedName(answer)}`
      : changesProperties(known)
        ? `add answers: {key: propertyName, value: propertyValue} to the source ${known.source}, which names the property that changed`
        : 'say with answers: of the source where they stand; fields, if the keys of the payload are the questions',
  });
}

/** Returns a path of the payload that was written as a question. */
function payloadPath(name: string, known: KnownPaths): string | undefined {
  const compiled = compile(name);
  const steps = 'expression' in compiled ? compiled.expression.path : null;
  const payload = known.all.get('');
  return steps && payload && steps[0]?.startsWith('$') === false && hasPath(payload, steps)
    ? pathText(steps)
    : undefined;
}

/** Returns the nearest question, with its name for a rule. */
function nearQuestion(name: string, trials: readonly Trial[]): string | undefined {
  const names = trials.flatMap(({ input }) => allNames(input.answers));
  const [near] = nearest(name, new Set(names));
  return near === undefined ? undefined : `{answer: ${quotedName(near)}}`;
}

function mainNames(answers: Answers | undefined): readonly string[] {
  if (!answers) return [];
  return answeredQuestions(answers).questions.map(each => visibleText(shownName(each)));
}

/** Returns the names of the questions and of the parts of their answers. */
function allNames(answers: Answers | undefined): readonly string[] {
  if (!answers) return [];
  return answeredQuestions(answers).questions.flatMap(question => {
    const names = questionNames(question);
    const parts = isPlainObject(question.value) ? Object.keys(question.value) : [];
    return [...names, ...parts.map(part => `${names[0]}.${part}`)];
  });
}

function told(
  { place, path }: ExpressionUse,
  message: string,
  details: { readonly hint: string; readonly meant?: string; readonly severity?: 'info' },
): Diagnostic {
  return diagnostic('check/path-never-matches', message, { ...details, place, path });
}
