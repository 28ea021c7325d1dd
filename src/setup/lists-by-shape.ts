import { isObject } from '../check/starter/payload-path.ts';
import { payloadPaths } from '../check/starter/payload-paths.ts';
import { suggestCustomer } from '../check/starter/suggest-customer.ts';
import { pathText } from '../expressions/paths/path-text.ts';
import { namesFormer } from '../mapping/doubts/other-value/former-value.ts';
import { arePeople } from '../mapping/people-list.ts';
import { namesAnswer } from '../receive/answers/other-answer-path.ts';
import type { AnswerList } from './propose-source.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Returns the paths of a list of questions and answers whose keys are in an unknown language: each entry has a text
 * that differs, and most have a value at a key of an answer, or beside a text that asks. Undefined for any other list.
 */
export function questionsByShape(each: string, list: readonly unknown[]): AnswerList | undefined {
  const items = list.filter(isObject);
  const [first] = items;
  if (!first || items.length < fewest || items.length < list.length) return undefined;
  const all = leafPaths(first).filter(path => items.every(item => isText(valueAt(path, item))));
  const names = all.filter(path => new Set(items.map(item => valueAt(path, item))).size === items.length);
  const label = names.find(path => items.some(item => /[ ?]/.test(String(valueAt(path, item)))));
  if (!label) return undefined;
  const value = answerPath(items, label);
  if (!value || isOfPeople(first)) return undefined;
  const key = names.find(path => path !== label && !isSame(path, value) && path.length === label.length);
  return {
    each,
    ...(key && { key: pathText(key) }),
    label: pathText(label),
    value: pathText(value),
  };
}

const fewest = 2;

/** Returns the path at which most entries have their answer. */
function answerPath(items: readonly Item[], label: readonly string[]): readonly string[] | undefined {
  const asks = items.some(item => /\?\s*$/.test(String(valueAt(label, item))));
  const parts = new Set(items.flatMap(item => Object.keys(item)));
  const counts = new Map<string, { readonly path: readonly string[]; readonly count: number }>();
  for (const path of items.flatMap(item => leafPaths(item))) {
    const before = counts.get(path.join('\n'))?.count ?? 0;
    counts.set(path.join('\n'), { path, count: before + 1 });
  }
  // An answer in an object of its own stands there without the question.
  const found = [...counts.values()].filter(
    ({ path, count }) =>
      !isSame(path, label) &&
      (label.length === 1 || path[0] !== label[0]) &&
      count * 2 >= items.length &&
      (namesAnswer(path.at(-1) ?? '') || (asks && parts.size <= mostParts && path.length === 1)),
  );
  const [best] = found.toSorted(
    (one, other) =>
      Number(namesAnswer(other.path.at(-1) ?? '')) - Number(namesAnswer(one.path.at(-1) ?? '')) ||
      other.count - one.count,
  );
  return best?.path;
}

const mostParts = 2;

/**
 * Returns the path of a list of people, each of whom is an event: objects with the same keys, each with an e-mail
 * address, a phone number or a customer number of its own, while the rest of the webhook has nobody. Undefined if there is none.
 */
export function peopleByShape(
  body: Item,
): { readonly path: string; readonly items: readonly Item[] } | undefined {
  const lists = Object.entries(body).flatMap(([key, value]): [string[], unknown][] => [
    [[key], value],
    ...(isObject(value)
      ? Object.entries(value).map(([inner, each]): [string[], unknown] => [[key, inner], each])
      : []),
  ]);
  for (const [path, list] of lists) {
    const key = path.at(-1) ?? '';
    const items = Array.isArray(list) ? list.filter(isObject) : [];
    if (!Array.isArray(list) || items.length < fewest || items.length < list.length) continue;
    if (arePeople(key) || namesFormer(key) || !items.every(isOfPeople) || !haveSameKeys(items)) continue;
    const persons = items.map(idOfPerson);
    const rest = JSON.parse(JSON.stringify(body, (_, value) => (value === list ? undefined : value)));
    if (new Set(persons).size === items.length && idOfPerson(rest) === undefined)
      return { path: pathText(path), items };
  }
  return undefined;
}

function isOfPeople(item: Item): boolean {
  return idOfPerson(item) !== undefined;
}

/** Returns the e-mail address, the customer number or the phone number in an object. */
function idOfPerson(item: Item): string | undefined {
  const values = leafPaths(item).map(path => valueAt(path, item));
  const email = values.find(
    each => typeof each === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(each.trim()),
  );
  if (typeof email === 'string') return email;
  const customer = suggestCustomer(payloadPaths([{ payload: item, answers: undefined }]));
  if (customer.kind === 'number') return String(customer.path.value);
  const phone = values.find(each => typeof each === 'string' && isPhone(each.trim()));
  return typeof phone === 'string' ? phone : undefined;
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /^(?:\+|0)[\d ()/-]+$/.test(text) && digits >= 8 && digits <= 15;
}

/** True if most of the keys are in all objects: some leave out what is empty. */
function haveSameKeys(items: readonly Item[]): boolean {
  const all = new Set(items.flatMap(item => Object.keys(item)));
  const shared = [...all].filter(key => items.every(item => key in item));
  return shared.length >= all.size * 0.7;
}

/** Returns the paths to the values of an object and of the objects in it. */
function leafPaths(item: Item): readonly (readonly string[])[] {
  return Object.entries(item).flatMap(([key, value]): (readonly string[])[] =>
    isObject(value) ? Object.keys(value).map(inner => [key, inner]) : [[key]],
  );
}

function valueAt(path: readonly string[], item: unknown): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), item);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join('\n') === other.join('\n');
}
