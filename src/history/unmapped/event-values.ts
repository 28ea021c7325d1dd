import { onceForText } from '../../diagnostics/once-for-text.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { isEqual, ownValue } from '../../expressions/plain-value.ts';
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
  const asked = new Map<string, unknown[]>();
  for (const question of questions)
    for (const name of questionNames(question)) {
      const key = comparedKey(name);
      asked.set(key, [...(asked.get(key) ?? []), question.value]);
    }
  for (const question of questions) {
    const label = shownName(question);
    if (!isNameShown(label) || isOptionOfOther(label, question.value, asked)) continue;
    const at = { path: pathText(['$answers', label]), steps: [], names: questionNames(question) };
    add(found, [comparedName(label)], at, question.value);
  }
  walk(payload, [], { found, asked });
  return found;
}

const comparedKey = onceForText(comparedName);

interface Walk {
  readonly found: Map<string, ValuesAt>;
  readonly asked: Asked;
}

/** The answers by the names of their questions. */
type Asked = ReadonlyMap<string, readonly unknown[]>;

/** True for a box of a question that stands beside the question too, as in Tally: "Goals (Sleep)" beside "Goals". */
function isOptionOfOther(label: string, value: unknown, asked: Asked): boolean {
  const at = label.endsWith(')') ? label.indexOf(' (') : -1;
  return at > 0 && typeof value === 'boolean' && asked.has(comparedKey(label.slice(0, at)));
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
    // The object of the answers has them under their questions, as they were added already.
    const isAnswer = state.asked.get(comparedKey(key))?.some(answer => isEqual(answer, each)) ?? false;
    if (isNameShown(key) && !isAnswer) walk(each, [...steps, key], state);
  }
}

/** True for an entry of a list that is a question of the form, or its answer: it names the question. */
function isQuestion(entry: unknown, asked: Asked, depth: number): boolean {
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
