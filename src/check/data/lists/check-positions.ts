import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { isEqual, ownValue } from '../../../expressions/plain-value.ts';
import { quotedName } from '../../../mapping/answers/answer-expression.ts';
import { entrySelector } from '../../../mapping/answers/entry-selector.ts';
import { positionName, positionsRead } from '../../../mapping/doubts/named-positions.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { peopleListIn } from '../../../mapping/people-list.ts';
import { answeredQuestions } from '../../../receive/answers/answers.ts';
import { shownName } from '../../../receive/answers/find-answer.ts';
import { elementsIn } from '../../../receive/answers/own-answers.ts';
import { answerKeys } from '../../starter/answer-pairs.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about rules that read an answer by its position in the list of questions: after a change of the form,
 * or if a person leaves one out, it is the answer to another question. The same holds for the values of a row whose
 * column names stand in a list beside. `because` confirms a fixed order.
 */
export function checkPositions(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return [...ofQuestions(mapping, events), ...ofNamed(mapping, events)];
}

function ofQuestions(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return expressionUses(mapping).flatMap(use => {
    if (use.because !== undefined || use.path === 'when') return [];
    for (const event of events) {
      const question = entryRead(use, event) ?? questionRead(use, event);
      if (question) return [told(use, question)];
    }
    return [];
  });
}

/** Returns the question whose entry an expression reads by a position in the list that the source names. */
function entryRead({ expression }: ExpressionUse, { trial, scope }: Wanted): Question | undefined {
  const { answers } = trial.input;
  const { questions = [], places } = answers ? answeredQuestions(answers) : {};
  if (!places || peopleListIn([...places.list, ''])) return undefined;
  const read = positionIn(expression.source, places.each);
  const list = places.list.reduce<unknown>(ownValue, scope.input);
  if (!read || typeof list !== 'object' || list === null) return undefined;
  const entries = elementsIn(list);
  const entry = entries.at(read.at);
  const question = entries.length > 1 ? questions.find(each => each.entry === entry) : undefined;
  const values = entries.map(each => read.below.reduce(ownValue, each));
  // A value that all entries have is not that of one question, such as the id of the form.
  const isAnswer = places.values.some(steps => isDeepStrictEqual(steps, read.below));
  const isOfAll = !isAnswer && values.every(each => each !== undefined && isEqual(each, values[0]));
  if (!question?.entry || isOfAll) return undefined;
  const selector = isAnswer ? undefined : entrySelector(places, question.entry);
  return {
    name: shownName(question),
    isKnown: true,
    ...(selector !== undefined && { path: `${selector}.${read.below.map(keyText).join('.')}` }),
  };
}

/** Returns the position in a list that an expression reads, and the keys behind it. */
function positionIn(source: string, list: string) {
  for (let start = source.indexOf(list); start !== -1; start = source.indexOf(list, start + 1)) {
    const before = source.slice(0, start).replace(/\$?\$\.$/, '');
    const [, at, rest = ''] = behind.exec(source.slice(start + list.length)) ?? [];
    if (at === undefined || rest === '' || /[\p{L}\p{N}_.$"`]$/u.test(before)) continue;
    return { at: Number(at), below: rest.slice(1).split('.').map(withoutQuotes) };
  }
  return undefined;
}

const behind = /^\[ ?(-?\d{1,6}) ?\]((?:\.(?:[\p{L}\p{N}_]+|"[^".]+"|`[^`.]+`))+)/u;

function withoutQuotes(key: string): string {
  return /^["`]/.test(key) ? key.slice(1, -1) : key;
}

/** Warns about values of a list whose names stand in a list beside, and reports the names that differ. */
function ofNamed(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return positionsRead(mapping).flatMap(read => {
    const names = events.flatMap(({ scope }) => positionName(read, scope.input) ?? []);
    const [first] = names;
    const other = names.find(({ name }) => name !== first?.name);
    const isMoved = first !== undefined && other?.names.includes(first.name) === true;
    if (!first || (read.because !== undefined && !isMoved)) return [];
    const others = other ? `, and "${visibleText(other.name)}" in another event` : '';
    const message = `${read.written} reads a value by its position, which changes with the columns: ${first.shown}${others}`;
    const hint = `write from: ${expressionInYaml(first.cure)}, which finds the value by its name; if the order is fixed, add because: with the reason`;
    return [diagnostic('check/answer-by-position', message, { hint, place: read.place, path: read.path })];
  });
}

/** Matches an element of a list of which a part is read. */
const position = /\[-?\d+\]\s*\./;

/** The question in a rule; its name is empty if only its shape identifies it. */
interface Question {
  readonly name: string;
  readonly isKnown: boolean;
  /** The path to the same value by the name of the question, if `answer` does not read that value. */
  readonly path?: string;
}

function questionRead({ expression, rule }: ExpressionUse, { trial, scope }: Wanted): Question | undefined {
  if (!rule || !position.test(expression.source)) return undefined;
  if (expression.path === null || expression.variables.has('answers')) return undefined;
  const value = expression.evaluateDirectly?.(scope);
  if (value === undefined || value === null) return undefined;
  const { answers } = trial.input;
  const isPairs = isPair(scope.input, expression.source);
  const { questions = [], places } = answers ? answeredQuestions(answers) : {};
  const found =
    isPairs || isOfAnswers(expression.path, places?.each)
      ? questions.find(({ value: own }) => [own, ...[own].flat()].some(one => isDeepStrictEqual(one, value)))
      : undefined;
  if (found) return { name: shownName(found), isKnown: true };
  return answers === undefined && isPairs ? { name: '', isKnown: false } : undefined;
}

/** True if a path leads into the list of the answers: a guest at a position may have the same value as an answer. */
function isOfAnswers(path: readonly string[] | null, each: string | undefined): boolean {
  if (path === null || peopleListIn(path)) return false;
  const list = each?.replace(/\[[^[\]]*\]/g, '').split('.');
  return list === undefined || list.every((step, at) => step === path[at]);
}

/** True if the element at the position is a question with its answer: `{label, value}`. */
function isPair(input: unknown, source: string): boolean {
  const [, list = ''] = /^([\p{L}\p{N}_.]+)\[-?\d+\]\./u.exec(source.trim()) ?? [];
  const at = list
    .split('.')
    .reduce<unknown>((each, step) => (isObject(each) ? each[step] : undefined), input);
  return (
    Array.isArray(at) && at.length > 1 && at.every(each => isObject(each) && answerKeys(each) !== undefined)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function told(
  { expression, place, path }: ExpressionUse,
  { name, isKnown, path: selected }: Question,
): Diagnostic {
  const message = `${expression.source.trim()} reads an answer by its position, which changes with the form and with what a person leaves out`;
  const cure = selected
    ? `write ${expressionInYaml(selected)}, which finds the question ${quotedName(name)}`
    : isKnown
      ? `write {answer: ${quotedName(name)}}, which finds the question by its name`
      : 'say with answers: of the source where its questions and answers stand, and write {answer: …} with the name of the question';
  const hint = `${cure}; if the order is fixed, add because: with the reason`;
  return diagnostic('check/answer-by-position', message, { hint, place, path });
}
