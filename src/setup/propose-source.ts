import { momentOfEvent } from '../check/days/moment-of-change.ts';
import { isObject } from '../check/starter/payload-path.ts';
import { payloadPaths } from '../check/starter/payload-paths.ts';
import { suggestCustomer } from '../check/starter/suggest-customer.ts';
import { areSpeltAlike } from '../diagnostics/spellings.ts';
import { namesFormer } from '../mapping/doubts/other-value/former-value.ts';
import { isInList, peopleListIn } from '../mapping/people-list.ts';
import { type SeenWebhook, type SignatureHeader, signatureHeaders } from './find-signed-way.ts';
import { peopleByShape, questionsByShape } from './lists-by-shape.ts';

/** The proposal for a source, made from a webhook. */
export interface SourceProposal {
  readonly body: 'json' | 'form' | 'multipart' | 'xml' | 'text';
  /** The place of the list of events, if the body has more than one. */
  readonly split?: string;
  /** The number of events in that list. */
  readonly events?: number;
  readonly eventId?: string;
  /** The path of the time at which the record was changed. */
  readonly occurredAt?: string;
  /** The paths of a question and its answer; `fields`: the keys of the body are the questions. */
  readonly answers?: 'fields' | AnswerList;
  readonly signatures: readonly SignatureHeader[];
}

/** A list of questions with their answers, with the keys of `answers` of a source. */
export interface AnswerList {
  readonly each: string;
  readonly key?: string;
  readonly label?: string;
  readonly value: string;
}

/** The keys of a source for the events in a webhook, for their time and for their answers. */
export type SourceReading = Pick<SourceProposal, 'split' | 'occurredAt' | 'answers'>;

/** Proposes settings for reading the webhooks of a source, based on one of them. */
export function proposeSource({ headers, body, kind }: SeenWebhook): SourceProposal {
  const list = listOf(body);
  const item = list ? list.items[0] : body;
  const answers = isObject(item) ? answersOfCustomer(item, kind) : undefined;
  const eventId = isObject(item) ? idOf(item, answers) : undefined;
  const occurredAt = momentOfEvent(item)?.expression;
  const bodyKind = bodyKinds.find(each => each === kind) ?? 'json';
  return {
    body: bodyKind,
    ...(list && { split: list.path, events: list.items.length }),
    ...(eventId !== undefined && { eventId }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(answers !== undefined && { answers }),
    signatures: signatureHeaders(headers),
  };
}

const bodyKinds = ['json', 'form', 'multipart', 'xml', 'text'] as const;
const listNames = ['events', 'data', 'items', 'records', 'entries', 'results', 'payload'];

function listOf(body: unknown): { readonly path: string; readonly items: readonly unknown[] } | undefined {
  if (Array.isArray(body)) return isEvents(body) ? { path: '$', items: body } : undefined;
  if (!isObject(body)) return undefined;
  const name = listNames.find(each => Array.isArray(body[each]) && isEvents(body[each]));
  if (name !== undefined) return { path: name, items: body[name] as readonly unknown[] };
  return answersBelow(body, '', 0, answerListOf) ? undefined : peopleByShape(body);
}

/** True for a list of objects, except a list of questions and answers. */
function isEvents(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every(isObject) && listOfAnswers('', list) === undefined;
}

function listOfAnswers(each: string, list: readonly unknown[]): AnswerList | undefined {
  return answerListOf(each, list) ?? questionsByShape(each, list);
}

const idNames =
  /^(?:event_?id|delivery_?id|webhook_?id|submission_?id|response_?id|entry_?id|message_?id|uuid|uid|id)$/i;

/**
 * Returns the path of the event's id, by the likeliest name. A plain `id` counts only if it is that of a submission:
 * the id of a record stays the same at each of its changes, and all but the first would count as duplicates.
 */
function idOf(
  item: Readonly<Record<string, unknown>>,
  answers: SourceProposal['answers'],
): string | undefined {
  const isSubmission = typeof answers === 'object' || Object.keys(item).some(each => ofForm.test(each));
  const isOfEvent = (name: string) => !/^u?u?id$/i.test(name) || (isSubmission && !isChange(item));
  const names = Object.keys(item).filter(each => idNames.test(each) && isId(item[each]) && isOfEvent(each));
  const rank = (name: string) =>
    /^(?:event|delivery|webhook)/i.test(name) ? 0 : /^u?u?id$/i.test(name) ? 2 : 1;
  const [best] = names.sort((one, other) => rank(one) - rank(other));
  return best === undefined ? undefined : quoted(best);
}

/** The keys of a submitted form: `form_id`, `formName`, `submittedAt`, `survey`. */
const ofForm = /^(?:form(?:ular)?(?:[_-]|[A-Z]|$)|submi(?:t|ssion)|survey|quiz|umfrage)/;

/** True if the item is a record that can change: it says when it was changed, or that it was. */
function isChange(item: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(item).some(
    ([name, value]) =>
      /^(?:(?:date|time)_?)?(?:last_?)?(?:updated|modified|changed|edited|ge(?:ä|ae)ndert)/i.test(name) ||
      (/^(?:event|type|action|topic|trigger)/i.test(name) &&
        typeof value === 'string' &&
        /updat|chang|modif|edit|ge(?:ä|ae)ndert/i.test(value)),
  );
}

function isId(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** Leaves out the answers of a list of people, such as the attendees, if the customer stands outside of it. */
function answersOfCustomer(item: Readonly<Record<string, unknown>>, kind: string): SourceProposal['answers'] {
  const answers = answersIn(item, kind);
  const list = typeof answers === 'object' ? peopleListIn(answers.each.split('.')) : undefined;
  if (!list) return answers;
  const customer = suggestCustomer(payloadPaths([{ payload: item, answers: undefined }]));
  const isOutside = customer.kind !== 'none' && !isInList([customer.path.keys], list);
  return isOutside ? undefined : answers;
}

function answersIn(item: Readonly<Record<string, unknown>>, kind: string): SourceProposal['answers'] {
  const found = answersBelow(item, '', 0, answerListOf) ?? answersBelow(item, '', 0, questionsByShape);
  if (found) return found;
  return kind === 'form' || kind === 'multipart' ? 'fields' : undefined;
}

const keyNames = ['key', 'ref', 'id', 'name', 'field', 'slug', 'k', 'feld'];
const labelNames = ['label', 'title', 'question', 'frage', 'text'];
const valueNames = ['value', 'answer', 'antwort', 'values', 'response', 'v', 'wert'];

/** The number of levels in which a list of answers is searched. */
const deepest = 3;

/**
 * Finds a list of questions and answers, the upper levels first; of several on a level, one with names of questions.
 * For a list of objects, the inner lists of all elements are searched together. Lists from before a change are left out.
 */
function answersBelow(
  item: Readonly<Record<string, unknown>>,
  above: string,
  depth: number,
  listIn: typeof answerListOf,
): AnswerList | undefined {
  const now = Object.entries(item).filter(([name]) => !namesFormer(name));
  const inner = now.map(([name, value]) => ({
    each: above === '' ? quoted(name) : `${above}.${quoted(name)}`,
    value,
  }));
  const lists = inner.flatMap(({ each, value }) => (Array.isArray(value) && listIn(each, value)) || []);
  const [list] = lists.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  if (list) return list;
  if (depth >= deepest) return undefined;
  for (const { each, value } of inner) {
    const found = answersBelow(together(value), each, depth + 1, listIn);
    if (found) return found;
  }
  return undefined;
}

/** True if the questions have names: a list with ids only may be a list of addresses, or of other things. */
function isNamed({ key, label }: AnswerList): boolean {
  return label !== undefined || (key !== undefined && !/(?:^|\.)id$/.test(key));
}

/** Returns the properties of an object; for a list, the lists below all elements, joined by name. */
function together(value: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(value)) return isObject(value) ? value : {};
  const items = value.filter(isObject);
  const names = [...new Set(items.flatMap(each => Object.keys(each)))];
  return Object.fromEntries(
    names.flatMap(name => {
      const lists = items.flatMap(each => (Array.isArray(each[name]) ? [each[name]] : []));
      return lists.length === 0 ? [] : [[name, lists.flat()]];
    }),
  );
}

function answerListOf(each: string, list: readonly unknown[]): AnswerList | undefined {
  const items = list.filter(isObject);
  const [first, ...others] = items;
  if (!first || items.length < list.length) return undefined;
  const known = others.map(item => new Set(pathsIn(item).map(path => path.join('\n'))));
  const shared = pathsIn(first).filter(path => known.every(all => all.has(path.join('\n'))));
  // An answer with varying shapes is used as a whole.
  const whole = valueNames.find(name => items.every(item => name in item));
  const value = bestOf(shared, valueNames, path => path) ?? (whole === undefined ? undefined : [whole]);
  if (value === undefined || hasManyParts(value, first)) return undefined;
  if (containsQuestions(items.flatMap(item => valueAt(value, item)))) return undefined;
  // An answer contains no question.
  const asking = shared.filter(path => path[0] !== value[0]);
  const labelled = bestOf(asking, labelNames, lastOf);
  const key = bestOf(
    asking.filter(path => path !== labelled),
    keyNames,
    lastOf,
  );
  // If there is an id, a name beside it is the label of the question.
  const label = labelled ?? (key?.at(-1) === 'name' ? undefined : bestOf(asking, ['name'], lastOf));
  if (label === undefined && key === undefined) return undefined;
  const written = (path: readonly string[]) => path.map(quoted).join('.');
  return {
    each,
    ...(key !== undefined && { key: written(key) }),
    ...(label !== undefined && { label: written(label) }),
    value: written([...value, ...textInside(items, value)]),
  };
}

/** True if a path goes through an object with too many properties for an answer: it is the event. */
function hasManyParts(path: readonly string[], item: unknown): boolean {
  return path.slice(0, -1).some((_, at) => {
    const holder = valueAt(path.slice(0, at + 1), item);
    return isObject(holder) && Object.keys(holder).length > mostParts;
  });
}

const mostParts = 3;

function valueAt(path: readonly string[], item: unknown): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), item);
}

/** True if the answers are lists of questions with answers of their own, such as the fields of several forms. */
function containsQuestions(inner: readonly unknown[]): boolean {
  const [first] = inner;
  if (!isObject(first)) return false;
  const name = ['question', 'frage', 'title', 'name'].find(each => each in first);
  const value = valueNames.find(each => each in first);
  if (name === undefined || value === undefined) return false;
  // An option of a choice has a value that is only another form of its name.
  return inner.some(
    each => isObject(each) && !areSpeltAlike(String(each[name] ?? ''), String(each[value] ?? '')),
  );
}

/** Returns the key of the text if answers are lists of choices: `[{"id": 7, "label": "Farbe"}]`. */
function textInside(items: readonly unknown[], path: readonly string[]): readonly string[] {
  const chosen = items.map(item => valueAt(path, item));
  const choices = chosen.flat();
  if (!chosen.every(Array.isArray) || choices.length === 0 || !choices.every(isObject)) return [];
  return ['label', 'text', 'name', 'title', 'value', 'answer', 'antwort', 'response', 'wert']
    .filter(name => choices.every(each => isObject(each) && name in each))
    .slice(0, 1);
}

function lastOf(path: readonly string[]): readonly string[] {
  return path.slice(-1);
}

/** Returns the path with one of these names: the earliest name counts, then the shortest path. */
function bestOf(
  paths: readonly (readonly string[])[],
  names: readonly string[],
  where: (path: readonly string[]) => readonly string[],
): readonly string[] | undefined {
  for (const name of names) {
    const found = paths.filter(path => where(path).includes(name));
    const [best] = found.toSorted((one, other) => one.length - other.length);
    if (best) return best;
  }
  return undefined;
}

/** Returns the paths of an object to all values that are not objects, in at most three steps. */
function pathsIn(item: Readonly<Record<string, unknown>>, depth = 0): readonly (readonly string[])[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (!isObject(value) || depth >= 2) return [[name]];
    return pathsIn(value, depth + 1).map(path => [name, ...path]);
  });
}

function quoted(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `\`${name}\``;
}
