import { nearest } from '../../diagnostics/nearest.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import type { Scope } from '../../expressions/expression.ts';
import { keyText, pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { findAnswer, questionNames, shownName } from '../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { pathIn, quotedName } from '../answers/answer-expression.ts';
import { pathMiss } from '../explain/path-miss.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { consentParameters } from '../parameters.ts';
import { expressionsOf } from '../rules-of.ts';

/** Returns the key of the likely part of an object: of the wanted kind, else its text, else its only part. */
export function likelyPart(object: object, wanted?: 'date' | 'boolean'): string | undefined {
  const [only, ...others] = Object.keys(object);
  const ticked = Object.entries(object).find(([, value]) => typeof value === 'boolean')?.[0];
  if (wanted === 'boolean' && ticked !== undefined) return ticked;
  return (
    [...(wanted === 'date' ? ['date', 'datum', 'iso'] : []), 'label', 'text', 'name', 'title', 'value'].find(
      key => key in object,
    ) ?? (others.length === 0 ? only : undefined)
  );
}

/** Returns the rule that reads the likely value inside an object, or inside the only object of a list. */
export function insideHint(
  given: unknown,
  { base, as }: Rule,
  parameter: string,
  scope: Scope,
): string | undefined {
  const [object, ...more] = elementsOf(given);
  const ownTexts = ownTextHint(given, base, scope);
  if (ownTexts !== undefined) return ownTexts;
  if (base.kind !== 'expression' || !isPlainObject(object) || more.length > 0) return undefined;
  const { answer, path } = base.expression;
  if (as === 'date' && path !== null && ['year', 'month', 'day'].every(part => part in object)) {
    const at = pathText(path);
    return `write template: "{${at}.year}-{${at}.month}-{${at}.day}" in place of it, with parse: yyyy-M-d`;
  }
  const isConsent = as === 'boolean' || consentParameters.has(parameter);
  const key = likelyPart(object, isConsent ? 'boolean' : as === 'date' ? 'date' : undefined);
  if (key === undefined) return undefined;
  if (answer !== undefined)
    return `write {answer: ${quotedName(`${answer}.${key}`)}}; if each answer has it, add .${key} to value: in answers: of the source`;
  return path === null ? undefined : `write ${pathText([...path, key])}`;
}

/**
 * Returns the rule that reads the answers offered by a form and the own text that a person wrote in their place, which is an
 * object: `{"other": "A friend"}`, or `{"0": "Knee", "other": "Elbow"}`. Undefined unless the event has it at a plain path.
 */
function ownTextHint(given: unknown, base: Rule['base'], scope: Scope): string | undefined {
  const objects = elementsOf(given).filter(isPlainObject);
  const isOwnText = objects.length > 0 && objects.every(each => hasOwnText(each));
  const path = isOwnText && base.kind === 'expression' ? pathIn(scope, base.expression) : null;
  if (path === null || valueAt(path, scope) !== given) return undefined;
  return `write from: ${expressionInYaml(withOrWithoutParts(path, 'other'))}, which reads the own text as well as the answers that the form offers`;
}

function hasOwnText(object: object): boolean {
  const keys = Object.keys(object);
  return (
    keys.some(each => ownTextKey.test(each)) &&
    keys.every(each => ownTextKey.test(each) || /^\d+$/.test(each))
  );
}

const ownTextKey =
  /^(?:other|others|sonstige[rs]?|andere[rs]?|freitext|autre|autres|anders|overig|otro|otra|altro|custom|own)$/i;

/**
 * Writes an expression that reads a part of a value if the value has parts, and else the value itself; in a list, of each
 * element. Beside an own text, the object may have answers that the form offers, so all of its parts are read.
 */
export function withOrWithoutParts(path: readonly string[], part: string): string {
  const below = ownTextKey.test(part) ? '*' : part.split('.').map(keyText).join('.');
  return `${pathText(path)}.($type($) = "object" ? $.${below} : $)`;
}

function valueAt(path: readonly string[], { input, bindings }: Scope): unknown {
  const [first = '', ...rest] = path;
  const isVariable = first.startsWith('$');
  const root = isVariable ? bindings[first.slice(1)] : input;
  return (isVariable ? rest : path).reduce(ownValue, root as unknown);
}

/** Returns a hint if the event has no value at the path because of a mistake in the mapping file. */
export function misspeltHint(
  { base }: Rule,
  presence: 'missing' | 'empty',
  scope: Scope,
): string | undefined {
  if (base.kind !== 'expression' || presence !== 'missing') return undefined;
  const { path, answer } = base.expression;
  const answers = scope.bindings.answers as Answers | undefined;
  if (answer !== undefined)
    return answers === undefined
      ? 'the source has no answers: say with answers: of the source in config.yaml where its questions and answers stand'
      : otherQuestion(answer, answers, scope);
  if (path === null) return undefined;
  const [name = '', ...below] = path;
  if (below.length === 0 && findAnswer(answers, name).kind === 'found')
    return `the event has the question ${quotedName(name)}: write {answer: ${quotedName(name)}} in the mapping file`;
  const listed = listedName(path, scope);
  if (listed !== undefined) return listed;
  const near = pathMiss(path, scope)?.nearest;
  // If the body was read as another kind, its whole text is a key.
  return near === undefined || /[{}\n]/.test(near) || earlier.test(near)
    ? undefined
    : `the event has ${near}: if that is meant, correct the path in the mapping file`;
}

/** Matches a path to the values before a change or a deletion. */
const earlier = /(?:^|\.)(?:old|previous|before|prior|original)[A-Za-z_]*\./i;

/** Advice for a question that the event does not have: a similar question, or a list of its questions. */
function otherQuestion(name: string, answers: Answers, { input }: Scope): string | undefined {
  if (findAnswer(answers, name).kind !== 'none') return undefined;
  const { questions } = answeredQuestions(answers);
  const [near] = nearest(name, new Set(questions.flatMap(questionNames)));
  if (near !== undefined)
    return `the event has the question ${quotedName(near)}: if that is meant, correct the name in the mapping file`;
  if (name.split('.').reduce(ownValue, input) !== undefined)
    return `the payload has ${name}: write ${name} in place of {answer: ${quotedName(name)}}`;
  const names = questions.slice(0, mostQuestions).map(each => quotedName(shownName(each)));
  const more = questions.length > mostQuestions ? ` and ${questions.length - mostQuestions} more` : '';
  return names.length === 0
    ? undefined
    : `the event has the questions ${names.join(', ')}${more}; if one of them is meant, correct the name in the mapping file`;
}

/**
 * Returns the hint for an event from which a mapping reads nothing, if a question of it is similar to one of
 * a rule: `Haare` and `{answer: Haar}`.
 */
export function similarQuestionHint(mapping: Mapping, answers: Answers | undefined): string | undefined {
  if (!answers) return undefined;
  const asked = expressionsOf(mapping).flatMap(({ answer }) => answer ?? []);
  const missed = asked.filter(each => findAnswer(answers, each).kind === 'none');
  if (missed.length === 0) return undefined;
  for (const question of answeredQuestions(answers).questions.slice(0, mostQuestions)) {
    const names = questionNames(question);
    if (asked.some(each => names.includes(each))) continue;
    const [near] = names.flatMap(name => nearest(name, missed));
    if (near === undefined) continue;
    const shown = quotedName(shownName(question));
    return `the event has the question ${shown}, and a rule reads ${quotedName(near)}: if that is meant, correct the rule`;
  }
  return undefined;
}

/** The maximum number of questions in a hint. */
const mostQuestions = 10;

/** Longer lists are not searched. */
const mostEntries = 200;

/**
 * Returns advice for a path whose next step is not a key but a text in a list of objects, as in `boxes.terms`
 * for `[{"name": "terms", "ticked": "yes"}]`; undefined for others.
 */
function listedName(path: readonly string[], { input }: Scope): string | undefined {
  let value: unknown = input;
  for (const [at, step] of path.entries()) {
    if (Array.isArray(value)) return hintFor(value.slice(0, mostEntries), path.slice(0, at), step);
    value = ownValue(value, step);
  }
  return undefined;
}

function hintFor(list: readonly unknown[], steps: readonly string[], name: string): string | undefined {
  const found = list.flatMap(entry =>
    typeof entry === 'object' && entry !== null ? Object.entries(entry) : [],
  );
  const [key] = found.find(([, text]) => text === name) ?? [];
  if (key === undefined || steps.length === 0) return undefined;
  return `${pathText(steps)} is a list of questions: add answers: {each: ${pathText(steps)}, key: ${key}, value: …} to the source in config.yaml, and write {answer: ${JSON.stringify(name)}}`;
}
