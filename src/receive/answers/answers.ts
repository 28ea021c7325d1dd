import { inside } from './inside.ts';

/** What a form's person answered, by the form's own name of each question. It has no prototype. */
export type Answers = Readonly<Record<string, unknown>>;

/** An answer by one of its names. */
export type Named = readonly [name: string, value: unknown];

/**
 * Answers by the keys that a form gives its questions, and by their labels, which people read and which need not be
 * unique: of several questions with one label it names the only one that was answered, and none where several were.
 * Where a label is also a key, the key counts.
 */
export function namedAnswers(keyed: readonly Named[], labelled: readonly Named[]): Answers {
  const answers: Record<string, unknown> = Object.create(null);
  for (const [label, same] of Map.groupBy(labelled, ([name]) => name)) {
    const given = same.filter(([, value]) => isGiven(value));
    const [meant] = given.length === 0 ? same : given;
    if (given.length <= 1) answers[label] = meant?.[1];
  }
  for (const [key, value] of keyed) answers[key] = value;
  return answers;
}

/** Answers that stand in a list of objects: each by the text that it has as `name`; those without one are left out. */
export function answersNamedBy(list: readonly unknown[], name: string, value: string): readonly Named[] {
  return list.flatMap(each => {
    const text = inside(each, name);
    return typeof text === 'string' && text !== '' ? [[text, inside(each, value) ?? null] as const] : [];
  });
}

/** Whether a form's question was answered at all: with anything but null, an empty text or an empty list. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}
