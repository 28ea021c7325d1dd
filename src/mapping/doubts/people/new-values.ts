import { onceFor } from '../../../diagnostics/once-for.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { type Answers, answeredQuestions } from '../../../receive/answers/answers.ts';
import { comparedName } from '../../../receive/answers/find-answer.ts';
import type { Mapping } from '../../mapping.ts';
import { textsOfSamples } from '../changed-form/questions-in-samples.ts';
import { samplePayloads } from '../named-positions.ts';

/** A value of an event whose key or label no sample of the mapping has. */
export interface NewValue {
  readonly name: string;
  readonly value: unknown;
  /** Its place in the payload; undefined for an answer and for the entry of a list. */
  readonly steps: readonly string[] | undefined;
}

/** Returns the values of an event that are new in comparison with the samples. Every event passes here. */
export function newValues(
  mapping: Mapping,
  payload: object,
  answers: Answers | undefined,
): readonly NewValue[] {
  const found: NewValue[] = [];
  const names = namesOfSamples(mapping);
  // The lists of a form are those of its answers.
  addNew(payload, shapeOf(mapping), [], { found, names: answers ? undefined : names });
  if (!answers) return found;
  for (const { labels, keys, value } of answeredQuestions(answers).questions) {
    const name = labels[0] ?? keys[0];
    if (name === undefined || names.raw.has(name) || !names.isNew(name)) continue;
    found.push({ name, value: Array.isArray(value) ? value[0] : value, steps: undefined });
  }
  return found;
}

/** The keys of all samples, with those below them. */
interface Shape {
  readonly below: Map<string, Shape>;
  /** True if a sample has an object or a list there. */
  isObject: boolean;
}

const shapeOf = onceFor((mapping: Mapping): Shape => {
  const shape: Shape = { below: new Map(), isObject: true };
  for (const each of samplePayloads(mapping)) addShape(each, shape, 0);
  return shape;
});

function addShape(value: unknown, shape: Shape, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  shape.isObject = true;
  if (Array.isArray(value)) {
    for (const each of value.slice(0, mostEntries)) addShape(each, shape, depth + 1);
    return;
  }
  for (const [key, each] of Object.entries(value).slice(0, mostKeys)) {
    const child = shape.below.get(key) ?? { below: new Map<string, Shape>(), isObject: false };
    shape.below.set(key, child);
    addShape(each, child, depth + 1);
  }
}

const mostKeys = 200;
const mostEntries = 100;
const deepest = 8;
const deepestObject = 4;

/** The keys and texts of the samples. */
interface Names {
  readonly raw: ReadonlySet<string>;
  /** True for a name that no sample has in another spelling either. */
  readonly isNew: (name: string) => boolean;
}

const namesOfSamples = onceFor((mapping: Mapping): Names => {
  const raw = new Set<string>();
  const add = (value: unknown, depth: number): void => {
    if (typeof value === 'string') raw.add(value);
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    for (const [key, each] of Object.entries(value).slice(0, mostKeys)) {
      raw.add(key);
      add(each, depth + 1);
    }
  };
  for (const each of samplePayloads(mapping)) add(each, 0);
  const known = textsOfSamples(mapping);
  return { raw, isNew: onceForText((name: string): boolean => !known.has(comparedName(name))) };
});

interface Search {
  readonly found: NewValue[];
  /** Undefined if lists are not searched for labels. */
  readonly names: Names | undefined;
}

/** `steps`: undefined below a list. */
function addNew(
  object: object,
  shape: Shape,
  steps: readonly string[] | undefined,
  search: Search,
  depth = 0,
): void {
  const values = object as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object)) {
    const value = values[key];
    const child = shape.below.get(key);
    const isObject = typeof value === 'object' && value !== null;
    if (!child || (isObject && !child.isObject)) {
      search.found.push({ name: key, value, steps: steps && [...steps, key] });
    } else if (isObject && depth < deepestObject) {
      if (!Array.isArray(value)) addNew(value, child, steps && [...steps, key], search, depth + 1);
      else if (search.names) addEntries(value, child, search, depth + 1);
    }
  }
}

function addEntries(list: readonly unknown[], shape: Shape, search: Search, depth: number): void {
  for (const each of list.slice(0, mostEntries)) {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) continue;
    const { label, title, question, name, key, value, answer, text } = each as Readonly<
      Record<string, unknown>
    >;
    const own = label ?? title ?? question ?? name ?? key;
    const isNew =
      typeof own === 'string' && search.names && !search.names.raw.has(own) && search.names.isNew(own);
    if (isNew) search.found.push({ name: own, value: value ?? answer ?? text, steps: undefined });
    addNew(each, shape, undefined, search, depth);
  }
}
