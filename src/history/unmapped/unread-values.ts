import type { Patience } from '../../check/data/patience.ts';
import { isOwn, sortEvents, type Trial } from '../../check/data/trial.ts';
import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import type { Expression } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { isEqual } from '../../expressions/plain-value.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { endsSomething } from '../../mapping/doubts/event-kind/form-endings.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { isGiven } from '../../receive/answers/answers.ts';
import { comparedName } from '../../receive/answers/find-answer.ts';
import { type EventValues, eventValues, type ValuesAt } from './event-values.ts';

/** A value that no rule reads, in an event that differs there from every sample of the mapping. */
export interface UnreadValue {
  readonly mapping: string;
  /** The path as an expression. */
  readonly path: string;
  /**
   * `new`: no sample has a value there. `word`: another word than in each sample, such as a unit or a state. `no`: each sample
   * has a yes. `unequal`: in each sample it is equal to the value at `to`, which a rule reads.
   */
  readonly change: 'new' | 'word' | 'no' | 'unequal';
  readonly to?: string;
  /** The number of events that differ there. */
  readonly events: number;
  /** The id of one of them; absent for a payload. */
  readonly event?: string;
}

/**
 * Returns the values of events that no rule of a mapping reads and that no sample has, the rarest first. No table of words knows
 * each sign that an event must not be sent as it is: a person sees it by its name. A value that most events have is left out, since it
 * is a part of the usual form. Empty for a mapping without samples.
 */
export async function unreadValues(
  mapping: Mapping,
  trials: readonly Trial[],
  patience: Patience,
): Promise<readonly UnreadValue[]> {
  const samples = trials.flatMap(each =>
    isOwn(each, mapping) ? eventValues(each.input.payload, each.input.answers) : [],
  );
  const events = trials.filter(({ test, imported }) => test === undefined && !imported);
  if (samples.length === 0 || events.length === 0) return [];
  const isRead = readerOf(mapping);
  const objects = new Set(samples.flatMap(each => [...each.values()].map(objectOf)));
  const known = { isRead, objects, samples, twins: findTwins(samples, isRead) };
  const { wanted } = await sortEvents(mapping, events, patience);
  const found = new Map<string, UnreadValue>();
  for (const { trial } of wanted) {
    if (!patience()) break;
    const { input, given } = trial;
    for (const { path, change, to } of newIn(input, known)) {
      const before = found.get(path);
      found.set(path, {
        ...{ mapping: mapping.name, path, change, ...(to !== undefined && { to }) },
        ...(before ?? { events: 0, ...(given !== 'payload' && { event: input.event.id }) }),
        events: (before?.events ?? 0) + 1,
      });
    }
  }
  const isUsual = ({ change, events: count }: UnreadValue) =>
    change === 'new' && wanted.length >= fewest && count * 2 > wanted.length;
  return [...found.values()]
    .filter(each => !isUsual(each))
    .toSorted((one, other) => one.events - other.events);
}

/** With fewer events, none of their values is usual. */
const fewest = 4;

type Difference = Pick<UnreadValue, 'path' | 'change' | 'to'>;

/** The values that a mapping reads, and those of its samples. */
interface Known {
  readonly isRead: (at: ValuesAt) => boolean;
  /** The paths of the objects of the samples. */
  readonly objects: ReadonlySet<string>;
  readonly samples: readonly EventValues[];
  readonly twins: readonly Twin[];
}

function newIn(
  { payload, answers }: MappingInput,
  { isRead, objects, samples, twins }: Known,
): readonly Difference[] {
  const own = eventValues(payload, answers);
  const found = new Map<string, Difference>();
  for (const [key, at] of own) {
    if (isRead(at) || isOfRecord(at, objects)) continue;
    const before = samples.flatMap(each => each.get(key)?.values ?? []);
    const change = changeOf(at, before);
    if (change) found.set(at.path, { path: at.path, change });
  }
  for (const { key, of, to } of twins) {
    const [one, other] = [own.get(key), own.get(of)];
    if (one && other && !areEqual(one, other)) found.set(one.path, { path: one.path, change: 'unequal', to });
  }
  return [...found.values()];
}

function changeOf(
  { steps, names, values }: ValuesAt,
  before: readonly unknown[],
): UnreadValue['change'] | undefined {
  const set = before.filter(isSet);
  // A no at a key that no sample has may be the sign: `signed: false`.
  const isNew = before.length === 0 ? isGiven : isSet;
  if (set.length === 0) {
    if (!values.some(isNew)) return undefined;
    // A question that a sample answers with no is not new.
    return names && before.some(each => answerOf(each) === false) ? 'word' : 'new';
  }
  if (set.length === before.length && set.every(isYes) && values.some(each => answerOf(each) === false))
    return 'no';
  if (values.some(isEnd) && !before.some(isEnd)) return 'word';
  const name = names?.at(-1) ?? steps.at(-1) ?? '';
  const isKind = namesKind(name);
  const known = new Set(set.map(wordOf));
  const isWord = (value: unknown) => isSet(value) && (isKind ? isShort(value) : isCode(value));
  if (namesPlace(name) || !set.every(isWord)) return undefined;
  return values.some(each => isWord(each) && !known.has(wordOf(each))) ? 'word' : undefined;
}

/** A value of the samples, and another one of the same object that is equal to it and has its name and more words. */
interface Twin {
  readonly key: string;
  readonly of: string;
  readonly to: string;
}

/** Returns the unread values that every sample has equal to a value that a rule reads. */
function findTwins(samples: readonly EventValues[], isRead: Known['isRead']): readonly Twin[] {
  const [first, ...others] = samples;
  if (!first) return [];
  const all = [...first].filter(([, { names, values }]) => !names && values.some(isSet));
  const read = all.filter(([, at]) => isRead(at));
  return all.flatMap(([key, one]): readonly Twin[] => {
    if (isRead(one)) return [];
    const twin = read.find(
      ([of, other]) =>
        isOfSameObject(one, other) &&
        isMoreThan(one, other) &&
        areEqual(one, other) &&
        others.every(each => areEqualIn(each, key, of)),
    );
    return twin ? [{ key, of: twin[0], to: twin[1].path }] : [];
  });
}

function areEqualIn(sample: EventValues, key: string, of: string): boolean {
  const [one, other] = [sample.get(key), sample.get(of)];
  return one === undefined || other === undefined ? one === other : areEqual(one, other);
}

function areEqual({ values }: ValuesAt, other: ValuesAt): boolean {
  return values.length === other.values.length && values.every((each, at) => isEqual(each, other.values[at]));
}

function isOfSameObject(one: ValuesAt, other: ValuesAt): boolean {
  return objectOf(one) === objectOf(other);
}

/** True for `current_quantity` beside `quantity`. */
function isMoreThan({ steps }: ValuesAt, other: ValuesAt): boolean {
  const [name = '', of = ''] = [steps, other.steps].map(each => spellings(each.at(-1) ?? '')[0]);
  return of !== '' && name !== of && ` ${name} `.includes(` ${of} `);
}

/** Returns a function that is true for a value that an expression of the mapping reads. */
function readerOf(mapping: Mapping): Known['isRead'] {
  const expressions = expressionUses(mapping).map(({ expression }) => expression);
  const read = expressions.flatMap(pathsRead);
  const paths = new Set(read.map(path => JSON.stringify(path)));
  const lists = new Set(read.flatMap(path => path.map((_, at) => JSON.stringify(path.slice(0, at + 1)))));
  const named = new Set(expressions.flatMap(namesInside).map(comparedName));
  return ({ steps, names }) => {
    if (!names) return paths.has(JSON.stringify(steps)) || named.has(comparedName(steps.at(-1) ?? ''));
    const isInList = steps.length === 0 || lists.has(JSON.stringify(steps));
    return isInList && names.some(name => named.has(comparedName(name)));
  };
}

/** Returns the names of questions and entries in an expression, and those that its conditions on entries read. */
function namesInside(expression: Expression): readonly string[] {
  const read = pathsRead(expression);
  const steps = new Set(read.flat());
  const questions = read.flatMap(([root, name]) => (root === '$answers' && name !== undefined ? [name] : []));
  const others = nodesOf(treeOf(expression)).flatMap(({ type, value }) =>
    typeof value === 'string' && (type === 'string' || (type === 'name' && !steps.has(value))) ? [value] : [],
  );
  return [expression.answer ?? [], questions, others].flat();
}

function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return false;
  if (typeof value === 'string') return value.trim() !== '' && answerOf(value) !== false;
  return !Array.isArray(value) || value.some(isSet);
}

function answerOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' ? answerInWords(value) : undefined;
}

function isYes(value: unknown): boolean {
  return answerOf(value) === true;
}

function wordOf(value: unknown): string {
  return comparedName(typeof value === 'string' ? value : JSON.stringify(value));
}

/** True for a short text such as "Stornierung". */
function isEnd(value: unknown): boolean {
  return typeof value === 'string' && value.length <= longestEnd && endsSomething(value);
}

const longestEnd = 80;

/** True for a word as programs write it: `kg`, `in_progress`, `ACTIVE`. */
function isCode(value: unknown): boolean {
  return typeof value === 'string' && code.test(value);
}

const code = /^(?:[a-z][a-z_-]{0,29}|[A-Z][A-Z_-]{1,29})$/;

function isShort(value: unknown): boolean {
  return typeof value === 'string' && value.length <= longestWord && !/[\d@]/.test(value);
}

const longestWord = 40;

/** True for a name that says of what kind or in which state something is. */
const namesKind = onceForText((name: string): boolean => kinds.test(spellings(name)[0] ?? ''));

const kinds =
  /\b(?:status|state|zustand|type|typ|art|kind|unit|units|einheit|per|pro|je|interval|intervall|period|zeitraum|turnus|frequency|role|rolle|phase|stage|category|kategorie|currency|waehrung|wahrung|reason|grund|action|aktion|event)$/;

/** True for the id, the address or the time of a record, unless samples lack the whole record: `no_show: {uri: …}`. */
function isOfRecord(at: ValuesAt, objects: ReadonlySet<string>): boolean {
  return !at.names && objects.has(objectOf(at)) && namesRecord(at.steps.at(-1) ?? '');
}

function objectOf({ steps }: ValuesAt): string {
  return JSON.stringify(steps.slice(0, -1));
}

const namesRecord = onceForText((name: string): boolean => records.test(spellings(name)[0] ?? ''));

const records =
  /\b(?:id|ids|uuid|guid|gid|hash|url|uri|href|timestamp|created|updated|modified|received|submitted|(?:created|updated|modified|received|submitted|changed) (?:at|on|date|time|by))$/;

/** True for a name of a value that differs between people: a language, a country, a name. */
const namesPlace = onceForText((name: string): boolean => places.test(spellings(name)[0] ?? ''));

const places =
  /\b(?:country|countrycode|land|lang|language|locale|sprache|zone|timezone|zip|city|stadt|ort|street|strasse|state of residence|region|province|name|firstname|lastname|vorname|nachname|user|username|handle|nick|nickname|slug|domain|source|medium|campaign|gender|geschlecht|anrede|salutation)$/;
