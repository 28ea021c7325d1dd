import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../diagnostics/yaml/expression-in-yaml.ts';
import type { Scope } from '../../expressions/expression.ts';
import { keyText, pathText } from '../../expressions/paths/path-text.ts';
import { isEqual, ownValue } from '../../expressions/plain-value.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { anyBody, openBody } from '../../receive/bodies/body.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import type { Mapping } from '../mapping.ts';
import { namedRules, ruleExpressions } from '../rules-of.ts';

/** A rule that reads one value of a list by its position: `row[9]`. */
export interface PositionRead {
  readonly path: string;
  readonly place: Place;
  readonly because: string | undefined;
  /** The path as it is written. */
  readonly written: string;
  readonly steps: readonly string[];
  readonly at: number;
}

/** The name of a position by the list of names that stands beside: `header[9]` is "Remark". */
export interface PositionName {
  readonly name: string;
  /** The name with its path: `header[9] is "Remark"`. */
  readonly shown: string;
  readonly names: readonly string[];
  /** The expression that finds the value by its name. */
  readonly cure: string;
}

/** Returns the rules of a mapping that read a list by position. Cached, since every event passes here. */
export const positionsRead = onceFor((mapping: Mapping): readonly PositionRead[] =>
  namedRules(mapping).flatMap(({ path, rule }) =>
    ruleExpressions(rule).flatMap(({ source, answer }) =>
      [...(answer === undefined ? source.matchAll(position) : [])].map(
        ([written, list = '', at = '']): PositionRead => ({
          path,
          place: rule.base.place,
          because: rule.because,
          written,
          steps: list.split('.'),
          at: Number(at),
        }),
      ),
    ),
  ),
);

/** Matches an element of a list whose path starts at the payload, if no part of the element is read. */
const position = /(?<![\p{L}\p{N}_.$"`\]])([\p{L}_][\p{L}\p{N}_.]*)\[(-?\d+)\](?!\s*[.[])/gu;

/** Returns the name of a position in an event; undefined if no list of names of the same length stands beside. */
export function positionName({ steps, at }: PositionRead, input: unknown): PositionName | undefined {
  const values = steps.reduce<unknown>(ownValue, input);
  if (!Array.isArray(values) || values.length < fewest) return undefined;
  const index = at < 0 ? values.length + at : at;
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const above = steps.slice(0, depth);
    const object = above.reduce<unknown>(ownValue, input);
    for (const [key, list] of isPlainObject(object) ? Object.entries(object) : []) {
      const names = key === steps[depth] || !nameLists.test(key) ? undefined : namesIn(list, values.length);
      const name = names?.[index];
      if (!names || !name) continue;
      const listAt = pathText([...above, key]);
      const shown = `${listAt}[${index}] is "${visibleText(name.slice(0, longestName))}"`;
      return {
        name,
        names,
        shown,
        cure: cureOf({ steps, listAt, name, list, value: values[index] }, object),
      };
    }
  }
  return undefined;
}

const fewest = 2;
const longestName = 80;
const nameLists =
  /^(?:kopf(?:zeilen?)?|head(?:er|ers|ing|ings|line)?|column(?:s|_?names?|_?headers?)?|cols|spalten(?:_?namen?)?|field(?:s|_?names?)|felder|feldnamen|names?|namen|keys|labels?|titles?|titel|questions?|fragen|überschriften|ueberschriften|ent[eê]tes?|colonnes|kolommen|kolomnamen)$/iu;
const nameKeys = ['name', 'label', 'title', 'key', 'text'];

/** Returns the names in a list of texts, or of objects with a name; undefined for any other list. */
function namesIn(list: unknown, length: number): readonly string[] | undefined {
  if (!Array.isArray(list) || list.length !== length) return undefined;
  const names = list.map(each =>
    isPlainObject(each) ? nameKeys.map(key => ownValue(each, key)).find(isText) : each,
  );
  return names.every(each => typeof each === 'string') ? names : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

interface Named {
  readonly steps: readonly string[];
  readonly listAt: string;
  readonly name: string;
  readonly list: unknown;
  readonly value: unknown;
}

function cureOf({ steps, listAt, name, list, value }: Named, object: unknown): string {
  const above = listAt.includes('.') ? listAt.slice(0, listAt.lastIndexOf('.') + 1) : '';
  const record = Object.entries(object ?? {}).find(
    ([, each]) => isPlainObject(each) && Object.hasOwn(each, name) && isEqual(ownValue(each, name), value),
  );
  if (record) return `${above}${keyText(record[0])}.${keyText(name)}`;
  const part = nameKeys.find(key => Array.isArray(list) && isText(ownValue(list[0], key)));
  const names = part === undefined ? listAt : `${listAt}.${part}`;
  return `($zip(${names}, ${pathText(steps)})[$[0] = ${JSON.stringify(name)}])[1]`;
}

/**
 * Returns warnings about values that are read by their position although another name stands there than in the samples
 * of the mapping: a column was inserted. `because` confirms the position, until the name stands at another one.
 */
export function movedPositions(mapping: Mapping, { input }: Pick<Scope, 'input'>): readonly Diagnostic[] {
  return positionsRead(mapping).flatMap(read => {
    const now = positionName(read, input);
    if (!now) return [];
    const samples = samplePayloads(mapping).flatMap(each => positionName(read, each) ?? []);
    const isKnown = samples.some(({ name }) => isSame(name, now.name));
    const former = samples.find(({ name }) => read.because === undefined || hasMoved(name, now));
    if (isKnown || !former) return [];
    const where = hasMoved(former.name, now) ? ', which stands at another position now' : '';
    const message = `${read.path}: ${read.written} reads another value than in the sample of the mapping: ${now.shown}, and there it is "${visibleText(former.name.slice(0, longestName))}"${where}`;
    const hint = `write from: ${expressionInYaml(former.cure)}, which finds the value by its name; if only the name changed, change the sample under tests`;
    return [diagnostic('mapping/other-name', message, { hint, place: read.place, path: read.path })];
  });
}

function hasMoved(name: string, { names }: PositionName): boolean {
  return names.some(each => isSame(each, name));
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The payloads of the tests of a mapping; of a webhook of several events, none is the payload of one. */
export const samplePayloads = onceFor((mapping: Mapping): readonly unknown[] =>
  mapping.tests.flatMap(({ payload, headers }) => {
    if ('event' in payload) return [payload.event];
    const { bytes } = payload.file;
    if (!bytes) return [];
    const body = openBody(bytes, anyBody, [headers['content-type'] ?? guessContentType(bytes)]);
    return body.kind === 'unreadable' ? [] : [body.value];
  }),
);
