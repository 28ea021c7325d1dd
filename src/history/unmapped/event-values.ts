import { onceForText } from '../../diagnostics/once-for-text.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { comparedName, questionNames, shownName } from '../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { namesCredential } from '../../receive/redaction/credentials.ts';
import { isValueKey } from '../capture/value-kind.ts';

/** The values of an event at one path. The entries of a list have the same path. */
export interface ValuesAt {
  /** The path as an expression: `dogs.weight.unit`, `note_attributes[name = "Dog"].value`, `$answers."Any allergies?"`. */
  readonly path: string;
  /** The keys, without positions in lists; the names of a question. */
  readonly steps: readonly string[];
  /** True for an answer and for a named entry of a list, which rules find by that name. */
  readonly isNamed: boolean;
  /** In the order of the event. */
  readonly values: unknown[];
}

/** The values of an event by their paths, in a spelling without differences of case and punctuation. */
export type EventValues = ReadonlyMap<string, ValuesAt>;

/**
 * Returns the values of an event that are no objects, by their paths, and the answers of its form by their questions. Keys that
 * may be values of a customer are left out, since paths are shown.
 */
export function eventValues(payload: unknown, answers: Answers | undefined): EventValues {
  const found = new Map<string, ValuesAt>();
  const { questions } = answers ? answeredQuestions(answers) : { questions: [] };
  for (const question of questions) {
    const label = shownName(question);
    if (!isNameShown(label)) continue;
    const at = { path: pathText(['$answers', label]), steps: questionNames(question), isNamed: true };
    add(found, [comparedName(label)], at, question.value);
  }
  // The lists of a form are its questions.
  walk(payload, [], { found, hasLists: questions.length === 0 });
  return found;
}

interface Walk {
  readonly found: Map<string, ValuesAt>;
  readonly hasLists: boolean;
}

function walk(value: unknown, steps: readonly string[], state: Walk): void {
  if (steps.length > deepest || state.found.size >= mostPaths) return;
  if (Array.isArray(value)) {
    for (const entry of state.hasLists ? value.slice(0, mostEntries) : []) walkEntry(entry, steps, state);
    return;
  }
  if (!isPlainObject(value)) {
    add(state.found, steps, { path: pathText(steps), steps, isNamed: false }, value);
    return;
  }
  for (const [key, each] of Object.entries(value).slice(0, mostKeys)) {
    if (isNameShown(key)) walk(each, [...steps, key], state);
  }
}

/** An entry `{name: "Dog", value: "Balu"}` is the value of that name. */
function walkEntry(entry: unknown, steps: readonly string[], state: Walk): void {
  const [label, name] = isPlainObject(entry) ? nameOf(entry) : [];
  if (label === undefined || name === undefined) {
    walk(entry, steps, state);
    return;
  }
  if (!isNameShown(name)) return;
  const value = ownValue(entry, 'value');
  const path = `${pathText(steps)}[${label} = ${JSON.stringify(name)}].value`;
  if (typeof value !== 'object' || value === null)
    add(state.found, [...steps, name], { path, steps: [name], isNamed: true }, value);
}

function nameOf(entry: object): readonly [label: string, name: string] | readonly [] {
  if (!Object.hasOwn(entry, 'value')) return [];
  for (const label of labelKeys) {
    const name = ownValue(entry, label);
    if (typeof name === 'string' && name !== '') return [label, name];
  }
  return [];
}

const labelKeys = ['name', 'key', 'label', 'question', 'title', 'field'];

function add(
  found: Map<string, ValuesAt>,
  names: readonly string[],
  at: Omit<ValuesAt, 'values'>,
  value: unknown,
): void {
  const key = JSON.stringify(names.map(comparedKey));
  const known = found.get(key);
  if (known) known.values.push(value);
  else found.set(key, { ...at, values: [value] });
}

const comparedKey = onceForText(comparedName);

/** True for a name that a program or a form has. A long text as a key may belong to a person. */
const isNameShown = onceForText(
  (name: string): boolean => name.length <= longestName && !isValueKey(name) && !namesCredential([name]),
);

const longestName = 120;
const mostKeys = 200;
const mostEntries = 50;
const mostPaths = 1_000;
const deepest = 12;
