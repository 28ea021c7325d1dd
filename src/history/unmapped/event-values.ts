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
  /** The keys, without positions in lists; empty for a question. */
  readonly steps: readonly string[];
  /** The names by which rules find a question, or an entry of the list at these steps. */
  readonly names?: readonly string[];
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
    const at = { path: pathText(['$answers', label]), steps: [], names: questionNames(question) };
    add(found, [comparedName(label)], at, question.value);
  }
  const asked = new Set(questions.flatMap(questionNames).map(comparedKey));
  walk(payload, [], { found, asked });
  return found;
}

const comparedKey = onceForText(comparedName);

interface Walk {
  readonly found: Map<string, ValuesAt>;
  /** The names of the questions. */
  readonly asked: ReadonlySet<string>;
}

function walk(value: unknown, steps: readonly string[], state: Walk): void {
  if (steps.length > deepest || state.found.size >= mostPaths) return;
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, mostEntries))
      if (!isQuestion(entry, state.asked, 0)) walkEntry(entry, steps, state);
    return;
  }
  if (!isPlainObject(value)) {
    add(state.found, steps, { path: pathText(steps), steps }, value);
    return;
  }
  for (const [key, each] of Object.entries(value).slice(0, mostKeys)) {
    if (isNameShown(key)) walk(each, [...steps, key], state);
  }
}

/** True for an entry of a list that is a question of the form, or its answer: it names the question. */
function isQuestion(entry: unknown, asked: ReadonlySet<string>, depth: number): boolean {
  if (asked.size === 0 || !isPlainObject(entry)) return false;
  return Object.values(entry).some(each =>
    typeof each === 'string' ? asked.has(comparedKey(each)) : depth === 0 && isQuestion(each, asked, 1),
  );
}

/** An entry `{name: "Dog", value: "Balu"}` is the value of that name. */
function walkEntry(entry: unknown, steps: readonly string[], state: Walk): void {
  const pair = pairOf(entry);
  if (!pair) {
    walk(entry, steps, state);
    return;
  }
  const { label, name, value } = pair;
  if (!isNameShown(name)) return;
  const path = `${pathText(steps)}[${label} = ${JSON.stringify(name)}].value`;
  add(state.found, [...steps, name], { path, steps, names: [name] }, value);
}

function pairOf(
  entry: unknown,
): { readonly label: string; readonly name: string; readonly value: unknown } | undefined {
  const value = ownValue(entry, 'value');
  if (value === undefined || isPlainObject(value)) return undefined;
  for (const label of labelKeys) {
    const name = ownValue(entry, label);
    if (typeof name === 'string' && name !== '') return { label, name, value };
  }
  return undefined;
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

/** True for a name that a program or a form has. A long text as a key may belong to a person. */
const isNameShown = onceForText(
  (name: string): boolean => name.length <= longestName && !isValueKey(name) && !namesCredential([name]),
);

const longestName = 120;
const mostKeys = 200;
const mostEntries = 50;
const mostPaths = 1_000;
const deepest = 12;
