import { pathBelow, pathText } from '../../expressions/paths/path-text.ts';
import { offersOptions, optionLists } from '../../mapping/offered-options.ts';
import type { Answers, FormQuestion } from '../../receive/answers/answers.ts';
import { type FoundAnswer, findAnswer, questionNames as namesIn } from '../../receive/answers/find-answer.ts';
import {
  type CredentialSource,
  namesCredential,
  showsCredential,
} from '../../receive/redaction/credentials.ts';
import { answerKeys } from './answer-pairs.ts';
import { isDateParts, isGeneric, isObject, isScalar, type PayloadPath } from './payload-path.ts';
import { type PayloadQuestion, questionsOf } from './questions.ts';
import { typingKey } from './typing-key.ts';
import { withLabels, withoutOffered } from './with-labels.ts';

/** The parts of an event that are searched for paths. */
export interface EventContents {
  readonly payload: unknown;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns every place in these events whose value could fill a field: first the answers of the form, then the
 * payload. A place in several events counts once, with the first value that is not empty. Credentials are
 * left out, by their name or by their value in any event.
 */
export function payloadPaths(
  events: readonly EventContents[],
  source?: CredentialSource,
): readonly PayloadPath[] {
  const found = new Map<string, PayloadPath>();
  const hidden = new Set<string>();
  for (const { payload, answers } of events) {
    const questions = questionsOf(payload);
    const lists = optionLists(payload);
    const all = [
      ...answerPaths(answers ?? {}, questions),
      ...walk(payload, { at: '', above: [], questions }),
    ].map(path => withLabels(path, lists));
    for (const [expression, path] of byExpression(withoutOffered(all.slice(0, most)))) {
      const before = found.get(expression);
      const first = before && !isEmpty(before.value) ? before : path;
      found.set(expression, { ...first, events: (before?.events ?? 0) + path.events });
      if (carriesCredential(path, source)) hidden.add(expression);
    }
  }
  return [...found.values()].filter(({ expression }) => !hidden.has(expression));
}

/** Returns one path for each expression: the first whose value is not empty. */
function byExpression(paths: readonly PayloadPath[]): ReadonlyMap<string, PayloadPath> {
  const found = new Map<string, PayloadPath>();
  for (const path of paths) {
    const before = found.get(path.expression);
    if (!before || isEmpty(before.value)) found.set(path.expression, path);
  }
  return found;
}

/** True if its keys, the title of its question, or its value show a credential. */
function carriesCredential({ keys, names, value }: PayloadPath, source?: CredentialSource): boolean {
  const before = keys.slice(0, -1);
  const isNamed = [keys, ...names.map(name => [...before, name])].some(each =>
    namesCredential(each, source?.verify),
  );
  return isNamed || showsCredential(value, source);
}

const most = 2_000;
const deepest = 12;

function answerPaths(
  answers: Readonly<Record<string, unknown>>,
  questions: ReadonlyMap<string, PayloadQuestion>,
): PayloadPath[] {
  return Object.entries(answers).flatMap(([key, value]) => {
    // Two questions with the same name are distinguished by their keys.
    if (!isLeaf(value) || findAnswer(answers, key).kind === 'unclear') return [];
    const { titles = [], options = [] } = questions.get(key) ?? {};
    const keys = ['$answers', key];
    const names = [key, ...titles];
    const events = isEmpty(value) ? 0 : 1;
    const path = { expression: pathText(keys), keys, names, value, options, isAnswer: true, events };
    const answer = writtenName(answers, key);
    return [answer === undefined ? path : { ...path, answer }];
  });
}

/**
 * Returns the best name of an answer for a rule: the one that finds it, unless it consists of random letters
 * and digits. Then it is another name of the question, if no other question has that.
 */
function writtenName(answers: Answers, key: string): string | undefined {
  const found = findAnswer(answers, key);
  if (found.kind !== 'found') return undefined;
  if (isSpoken(key)) return key;
  const others = namesIn(found.question).filter(name => isSpoken(name) && name.length <= longestName);
  return others.find(name => isNameOf(found.question, findAnswer(answers, name))) ?? key;
}

const longestName = 80;

/** A name with a digit between or after its letters has no meaning: 01H531, q_1, question_mVGEg3. */
function isSpoken(name: string): boolean {
  return /\p{L}{2}/u.test(name) && !/^[\p{L}_-]*\p{N}[\p{L}\p{N}_-]*$/u.test(name);
}

function isNameOf(question: FormQuestion, found: FoundAnswer): boolean {
  return found.kind === 'found' && found.question === question;
}

/** The position during the search of a payload. */
interface Place {
  /** The expression for this place; empty at the root. */
  readonly at: string;
  /** The keys above this place, the nearest first. */
  readonly above: readonly string[];
  readonly questions: ReadonlyMap<string, PayloadQuestion>;
}

function walk(value: unknown, place: Place): PayloadPath[] {
  if (place.above.length > deepest) return [];
  if (isLeaf(value)) return place.at === '' ? [] : [leaf(value, place)];
  if (Array.isArray(value)) return walkList(value, place);
  if (!isObject(value)) return [];
  const below = answered(value, place).flatMap(([key, child]) => walk(child, under(place, key)));
  return [...changes(value, place), ...below];
}

/**
 * Of a question with its answer, only the answer is used: the rest is the same for everybody, as the options of any
 * question are. The root is the whole webhook.
 */
function answered(
  value: Readonly<Record<string, unknown>>,
  { at }: Pick<Place, 'at'>,
): readonly (readonly [string, unknown])[] {
  const keys = at === '' ? undefined : answerKeys(value);
  const entries = Object.entries(value).filter(([key]) => !offersOptions(value, key));
  return keys === undefined ? entries : entries.filter(([key]) => keys.includes(key));
}

function under({ at, above, questions }: Place, key: string): Place {
  return { at: pathBelow(at, key), above: [key, ...above], questions };
}

/** Handles a list of objects: each by its name if the names differ, and their common properties as a list. */
function walkList(list: readonly unknown[], place: Place): PayloadPath[] {
  const things = list.filter(isObject);
  if (things.length === 0 || things.length < list.length || place.at === '') return [];
  const each = things.flatMap(thing => {
    const name = namingKey(things) ?? (things.length > 1 ? typingKey(things, thing) : undefined);
    return name === undefined || thing[name] === true ? [] : walkNamed(thing, name, place);
  });
  const isOfAnswers = things.every(thing => answerKeys(thing) !== undefined);
  const keys = [
    ...new Set(things.flatMap(thing => (isOfAnswers && answerKeys(thing)) || Object.keys(thing))),
  ];
  const together = keys.flatMap(key => {
    const values = things.flatMap(thing => (offersOptions(thing, key) ? [] : (thing[key] ?? [])));
    const [only] = values;
    return walk(values.length === 1 ? only : values, under(place, key));
  });
  return [...each, ...together];
}

function walkNamed(
  thing: Readonly<Record<string, unknown>>,
  name: string,
  { at, above, questions }: Place,
): PayloadPath[] {
  const named = String(thing[name]);
  if (/["\\\n\r]/.test(named)) return [];
  const { [name]: _, ...others } = Object.fromEntries([[name, named], ...answered(thing, { at })]);
  return walk(others, { at: `${at}[${name}=${JSON.stringify(named)}]`, above: [named, ...above], questions });
}

/** The keys of names, the most stable and readable first. */
const namingKeys =
  `name key label title field slug ref alias question custom_key fieldName field_name questionText
  question_text fieldLabel field_label column_id column_name fieldId field_id questionId question_id id`.split(
    /\s+/,
  );

/** Returns the key that identifies the objects of a list. */
export function namingKey(things: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  return namingKeys.find(key => {
    const names = things.map(thing => thing[key]);
    const isNamed = names.every(name => typeof name === 'string' && name !== '' && name.length <= 100);
    return isNamed && new Set(names).size === names.length && things.some(thing => hasValue(thing, key));
  });
}

const commonNames: ReadonlySet<string> = new Set(namingKeys.slice(0, 6));

function hasValue(thing: Readonly<Record<string, unknown>>, naming: string): boolean {
  if (answerKeys(thing)) return true;
  // Other objects are identified only by names that people gave them.
  if (!commonNames.has(naming)) return false;
  return Object.entries(thing).some(
    ([key, value]) =>
      key !== naming && /^(values?|answers?|text|content|current)$/i.test(key) !== isObject(value),
  );
}

/** The places of a changed property in a webhook: [the place of its name, the place of its new value]. */
const changeShapes = [
  [['propertyName'], ['propertyValue']],
  [['custom_field', 'title'], ['current']],
] as const;

function changes(value: Readonly<Record<string, unknown>>, { at, questions }: Place): PayloadPath[] {
  return changeShapes.flatMap(([nameAt, valueAt]) => {
    const name = below(value, nameAt);
    const changed = below(value, valueAt);
    if (typeof name !== 'string' || /["\\\n\r]/.test(name) || !isLeaf(changed)) return [];
    const path = (keys: readonly string[]) => [...(at === '' ? [] : [at]), ...keys].join('.');
    const expression = `${path(nameAt)} = ${JSON.stringify(name)} ? ${path(valueAt)}`;
    return [leaf(changed, { at: expression, above: [name], questions })];
  });
}

function below(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

function leaf(value: unknown, { at, above, questions }: Place): PayloadPath {
  const telling = above.filter(key => !isGeneric(key));
  const [own = above[0] ?? at, parent] = telling;
  const { titles = [], options = [] } = questions.get(own) ?? {};
  const names = [own, ...titles, ...(parent === undefined ? [] : [`${parent} ${own}`])];
  const events = isEmpty(value) ? 0 : 1;
  return { expression: at, keys: above.toReversed(), names, value, options, isAnswer: false, events };
}

function isLeaf(value: unknown): boolean {
  return (
    value === null || isScalar(value) || isDateParts(value) || (Array.isArray(value) && value.every(isScalar))
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
