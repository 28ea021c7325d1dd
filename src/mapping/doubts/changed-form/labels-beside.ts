import { onceFor } from '../../../diagnostics/once-for.ts';
import { wrappedComparisons } from '../../../expressions/comparisons/wrapped-comparisons.ts';
import { compile } from '../../../expressions/compile.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';

/** True for a path to the value of a pair: `fields."3".value`. */
export function isValueOfPair({ path, answer }: Expression): boolean {
  if (answer !== undefined || !path || path.length < 2) return false;
  const [last = '', second = ''] = path.toReversed();
  if (path[0]?.startsWith('$')) return false;
  return values.test(last) || (values.test(second) && insides.test(last));
}

const insides = /^(?:label|name|title|id|date|number|checked)$/i;

const values =
  /^(?:(?:new_?|current_?)?values?|answers?|response|text|content|new|to|after|current|wert|antwort|val|v)$/i;

/**
 * Returns the texts beside a value that name it: the label in the entry of which a path reads the value, also of an entry that the
 * path searches for: `answers[$contains(question, "Rate")].answer`.
 */
export function labelsBeside(
  expression: Expression,
  scope: Scope,
): readonly { readonly key: string; readonly label: string }[] {
  const record = searchesEntry(expression)
    ? entrySearched(expression, scope)
    : recordAround(expression)?.evaluateDirectly?.(scope);
  if (!isPlainObject(record)) return [];
  return labelKeys.flatMap(key => {
    const label = ownValue(record, key);
    return typeof label === 'string' ? [{ key, label }] : [];
  });
}

/** True for a path to an entry that a function finds by its text. */
export function searchesEntry(expression: Expression): boolean {
  const { path, evaluateDirectly } = expression;
  return path !== null && path.length > 1 && !evaluateDirectly && wrappedComparisons(expression).length === 1;
}

/** Returns the only entry of a list in which a search finds its text. */
function entrySearched(expression: Expression, { input }: Scope): unknown {
  const [search] = wrappedComparisons(expression);
  const [own = ''] = search?.steps.slice(-1) ?? [];
  const list = search?.steps.slice(0, -1).reduce<unknown>(ownValue, input);
  if (!search || !Array.isArray(list)) return undefined;
  const found = list.slice(0, mostRecords).filter(each => {
    const text = ownValue(each, own);
    return typeof text === 'string' && search.mayHold(text);
  });
  return found.length === 1 ? found[0] : undefined;
}

const labelKeys = ['label', 'title', 'question', 'name', 'frage', 'bezeichnung'];

/** Returns the object with the value of a path, which may choose an entry of a list. */
export const recordAround = onceFor(({ source, path }: Expression): Expression | undefined => {
  const text = source.trim();
  const compiled = compile(text.slice(0, text.lastIndexOf('.')));
  if (!('expression' in compiled) || !path) return undefined;
  const { expression } = compiled;
  return expression.path?.length === path.length - 1 ? expression : undefined;
});

/**
 * True if a value stands in one of several records of the same kind, as in the list of a form's fields: then its label is a
 * question. The title of a single record may be a person's name.
 */
export function isOneOfRecords({ path }: Expression, key: string, { input }: Pick<Scope, 'input'>): boolean {
  const steps = path?.slice(0, -1) ?? [];
  const record = steps.reduce<unknown>(ownValue, input);
  const all = Array.isArray(record) ? record : steps.slice(0, -1).reduce<unknown>(ownValue, input);
  const records = typeof all === 'object' && all !== null ? Object.values(all).slice(0, mostRecords) : [];
  return records.filter(each => typeof ownValue(each, key) === 'string').length > 1;
}

const mostRecords = 50;
