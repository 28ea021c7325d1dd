import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Answers } from '../../../receive/answers/answers.ts';
import { answersOf, answersShapeOf } from '../../../receive/answers/answers-of.ts';
import { comparedName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { parseJson } from '../../../receive/bodies/json.ts';
import type { Mapping } from '../../mapping.ts';
import { samplePayloads } from '../named-positions.ts';

/** Returns the texts of the samples: the keys and the values, among which the names of the questions are. */
export const textsOfSamples = onceFor(
  (mapping: Mapping): ReadonlySet<string> => new Set(textsOfEach(mapping).flatMap(each => [...each])),
);

const textsOfEach = onceFor((mapping: Mapping): readonly ReadonlySet<string>[] =>
  samplePayloads(mapping).map(payload => {
    const found = new Set<string>();
    const visit = (value: unknown, depth: number): void => {
      if (typeof value === 'string' && value.length <= longestName) found.add(comparedName(value));
      if (typeof value === 'number') found.add(String(value));
      if (typeof value !== 'object' || value === null || depth > deepest || found.size > mostTexts) return;
      for (const [key, each] of Object.entries(value)) {
        if (!Array.isArray(value)) found.add(comparedName(key));
        visit(each, depth + 1);
      }
    };
    visit(payload, 0);
    return found;
  }),
);

/**
 * Returns the answers of each sample, read as those of an event. Empty if the samples do not have them, as for a webhook with
 * several events inside of an object.
 */
export function answersOfSamples(mapping: Mapping, answers: Answers): readonly Answers[] {
  const shape = answersShapeOf(answers);
  if (shape === undefined) return [];
  const known = answersByShape(mapping).get(shape);
  if (known) return known;
  const read = (each: unknown) => answersOf(shape, each) ?? answersOf(shape, withJsonInside(each));
  const found = samplePayloads(mapping).flatMap((each): Answers | readonly Answers[] => {
    const whole = read(each);
    if (whole) return whole;
    // A list may be several events, as HubSpot sends them.
    const events: readonly unknown[] = Array.isArray(each) ? each : [];
    return events.flatMap((one): Answers | readonly Answers[] => read(one) ?? []);
  });
  answersByShape(mapping).set(shape, found);
  return found;
}

const answersByShape = onceFor(
  (_: Mapping) => new Map<ReturnType<typeof answersShapeOf>, readonly Answers[]>(),
);

/** Returns the body of a form with the JSON in its fields, as `jsonField` of its source reads it. */
function withJsonInside(body: unknown): unknown {
  if (!isPlainObject(body)) return body;
  const entries = Object.entries(body).map(([key, each]) => {
    const isJson = typeof each === 'string' && each.startsWith('{');
    const json = isJson ? parseJson(Buffer.from(each), each) : undefined;
    return [key, json?.kind === 'read' ? json.value : each] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the keys in the objects of the samples that have the name of a question. */
export function keysInSamples(mapping: Mapping, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    const entries = Object.entries(value);
    if (entries.some(([, each]) => typeof each === 'string' && comparedName(each) === comparedName(name)))
      for (const [key, each] of entries)
        if (keys.test(key) && (typeof each === 'string' || typeof each === 'number')) found.add(String(each));
    for (const [, each] of entries) visit(each, depth + 1);
  };
  for (const each of samplePayloads(mapping)) visit(each, 0);
  return found;
}

/** The texts of a question in the samples, and its ids, which may stand in place of a text that is missing. */
export interface SampleLabels {
  readonly labels: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/** Returns the labels of the question that has a key in the samples: `{ref: "news", title: "Newsletter?"}`. */
export function labelsInSamples(mapping: Mapping, key: string): SampleLabels {
  const labels = new Set<string>();
  const ids = new Set<string>();
  const collect = (entries: readonly (readonly [string, unknown])[]): void => {
    for (const [name, text] of entries) {
      if (typeof text !== 'string' || text === '' || text === key) continue;
      if (labelKeys.test(name)) labels.add(text);
      if (keys.test(name)) ids.add(text);
    }
  };
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    const entries = Object.entries(value);
    if (entries.some(([name, each]) => isKeyOf(name) && String(each) === key)) collect(entries);
    for (const [name, each] of entries) {
      if (name === key && isPlainObject(each)) collect(Object.entries(each));
      visit(each, depth + 1);
    }
  };
  for (const each of samplePayloads(mapping)) visit(each, 0);
  return { labels: [...labels], ids };
}

function isKeyOf(name: string): boolean {
  return keys.test(name) || /^(?:name|field|code|variable|handle|qid)$/.test(name);
}

const labelKeys =
  /^(?:.{0,20}_)?(?:label|title|question|frage|bezeichnung|prompt|heading)$|(?:Label|Title|Question)$/i;

/** True if a sample of a form does not have a question which others have. */
export function isInSomeSamples(mapping: Mapping, form: string, name: string): boolean {
  const own = textsOfEach(mapping).filter(each => each.has(comparedName(form)));
  return own.some(each => !each.has(comparedName(name)));
}

/** Returns the answers to a question in the samples, and the words for its type. Empty if they have none. */
export function answersInSamples(
  mapping: Mapping,
  name: string,
  known: ReadonlySet<string>,
): readonly unknown[] {
  const found: unknown[] = [];
  const isIt = (text: unknown) =>
    typeof text === 'string' && (known.has(text) || comparedName(text) === comparedName(name));
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    const entries = Object.entries(value);
    const isOwn = entries.some(
      ([, each]) => isIt(each) || (isPlainObject(each) && Object.values(each).some(isIt)),
    );
    for (const [key, each] of entries) {
      if (isIt(key) || (isOwn && typeof each !== 'object' && !isIt(each) && !keys.test(key)))
        found.push(each);
      visit(each, depth + 1);
    }
  };
  for (const each of samplePayloads(mapping)) visit(each, 0);
  return found;
}

const keys = /(?:^|_)(?:id|key|ref|slug|alias|uuid|gid)$|Id$|Ref$|Key$/;
const longestName = 500;
const mostTexts = 10_000;
const deepest = 20;
