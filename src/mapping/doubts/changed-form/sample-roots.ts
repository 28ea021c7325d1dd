import { onceFor } from '../../../diagnostics/once-for.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { parseJson } from '../../../receive/bodies/json.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { samplePayloads } from '../named-positions.ts';

/**
 * Returns the payloads of the samples as the expressions of a mapping read them: of a webhook with several events, each
 * event, and JSON in a text as its value. A sample without any key that the mapping reads has none.
 */
export const sampleRoots = onceFor((mapping: Mapping): readonly unknown[] => rootsOfEach(mapping).flat());

/** True if each sample has a key that the mapping reads. */
export function hasRootInEach(mapping: Mapping): boolean {
  return rootsOfEach(mapping).every(roots => roots.length > 0);
}

const rootsOfEach = onceFor((mapping: Mapping): readonly (readonly unknown[])[] => {
  const firsts = new Set(
    expressionUses(mapping).flatMap(({ expression }) =>
      expression.answer === undefined
        ? pathsRead(expression).flatMap(([first = '']) => (first.startsWith('$') ? [] : [first]))
        : [],
    ),
  );
  if (firsts.size === 0) return [];
  return samplePayloads(mapping).map(body => rootsIn(withJson(body, 0), firsts));
});

/** Returns the object that has a key which the mapping reads, or the nearest such objects in it. */
function rootsIn(body: unknown, firsts: ReadonlySet<string>): readonly unknown[] {
  let level: readonly unknown[] = [body];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const found = level.filter(
      each => isPlainObject(each) && [...firsts].some(key => ownValue(each, key) !== undefined),
    );
    if (found.length > 0) return found;
    level = level.flatMap(insideOf).slice(0, mostObjects);
  }
  return [];
}

function insideOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter(each => typeof each === 'object' && each !== null);
}

const deepest = 5;
const mostObjects = 200;

/** Returns a value with the JSON in its texts, as a source reads it: `rawRequest` of a form. */
function withJson(value: unknown, depth: number): unknown {
  if (!isPlainObject(value) || depth > 2) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (typeof each !== 'string' || !/^\s?\{/.test(each)) return [key, withJson(each, depth + 1)];
      const json = parseJson(Buffer.from(each), each);
      return [key, json.kind === 'read' ? json.value : each];
    }),
  );
}

/**
 * True for a key that a person gives to a value. False for ids, times and addresses as keys, which differ in each event, and for
 * the keys of programs, such as `updated_at` and `utm_source`.
 */
export function isNameOfData(key: string): boolean {
  const isOfPrograms = [beginnings, words, endings, camelEndings].some(each => each.test(key));
  return key.length > 0 && key.length <= longestKey && !isOfPrograms && !perEvent.test(key) && !isRandom(key);
}

const longestKey = 120;

/** Long numbers, hexadecimal ids, UUIDs, dates, e-mail and web addresses. */
const perEvent =
  /^(?:\p{L}{0,6}[_-]?\d{5,}|[\da-f]{12,}|[\da-f]{8}-[\da-f-]{20,40}|\d{4}-\d{2}.{0,30}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|.{0,100}@.{0,100}|https?:.{0,100})$/u;

/** True for letters and digits in turn: `fldX8a9Kd2mQ1zT7`. */
function isRandom(key: string): boolean {
  return /^[\p{L}\d]{14,}$/u.test(key) && (key.match(/\d+/g)?.length ?? 0) >= 3;
}

const beginnings = /^(?:_|utm|gclid|gbraid|wbraid|fbclid|msclkid|x[_-]|wp[_-])/i;
const words =
  /^(?:ids?|uuid|guid|hash|token|nonce|signature|ip|user_?agent|referr?er|ur[il]|link|href|locale|lang|language|time_?zone|version|revision|etag|created|updated|modified|deleted|timestamp|datetime|source|channel|medium|campaign|type|event|action|test|livemode|self|object|kind|count|total|page|index|position|sequence|attempt|is_?vat_?exempt)$/i;
const endings = /[_ -](?:ids?|uuid|guid|hash|token|nonce|ur[il]|ip|at|ts|agent|referr?er)$/i;
const camelEndings = /\p{Ll}(?:Ids?|Ur[il]|At|Uuid|Hash|Token|Agent|Referr?er)$/u;
