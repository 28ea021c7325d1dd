import { onceFor } from '../../../diagnostics/once-for.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isGiven } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { formOfValue } from './form-of-value.ts';
import { sampleRoots } from './sample-roots.ts';

/** A value that a mapping reads by its keys, and that all its samples have. */
export interface KeyRead {
  readonly use: ExpressionUse;
  /** The path, and its text in the expression. */
  readonly written: string;
  readonly source: string;
  /** The steps to the object, or to the list of entries. */
  readonly steps: readonly string[];
  /** For an entry of a list, `meta_data[key="sms"].value`. */
  readonly entry?: NamedEntry;
  /** The values of the samples. */
  readonly values: readonly unknown[];
  /** The form of these values: one, none if they are empty, or several. */
  readonly forms: ReadonlySet<string>;
  /** The other keys that all samples have beside it, for each step. */
  readonly beside: readonly (readonly string[])[];
  /** The other paths of its expression, of which one may replace it. */
  readonly others: readonly (readonly string[])[];
}

/** An entry of a list that has a name, and the key of its value. */
export interface NamedEntry {
  readonly by: string;
  readonly name: string;
  readonly value: string;
}

/** Returns the values that a mapping reads by their keys and that all its samples have. Every event asks for them. */
export const keysRead = onceFor((mapping: Mapping): readonly KeyRead[] => {
  const roots = sampleRoots(mapping);
  if (roots.length === 0) return [];
  const found = expressionUses(mapping).flatMap(use => [...plainReads(use), ...entryReads(use)]);
  const known = found.flatMap((read): KeyRead | readonly KeyRead[] => {
    const values = roots.map(root => valueAt(root, read));
    if (values.some(each => each === undefined)) return [];
    const given = values.filter(isGiven);
    return { ...read, values: given, forms: new Set(given.map(formOfValue)), beside: besideIn(roots, read) };
  });
  return [...new Map(known.map(each => [`${each.use.path} ${each.written}`, each])).values()];
});

type Read = Omit<KeyRead, 'values' | 'forms' | 'beside'>;

function plainReads(use: ExpressionUse): readonly Read[] {
  if (use.expression.answer !== undefined) return [];
  const paths = placedPaths(use.expression).filter(
    ({ from, bare, steps }) => from === 0 && bare === steps.length && !steps[0]?.startsWith('$'),
  );
  const all = paths.map(({ steps }) => steps);
  return paths.map(({ steps, mayMiss, offset, length }) => ({
    use,
    source: use.expression.source.slice(offset, offset + length).trim(),
    steps,
    written: pathText(steps),
    others: mayMiss ? all.filter(each => each !== steps) : [],
  }));
}

/** Matches the value of an entry of a list: `meta_data[key = "sms"].value`. */
const entryPath =
  /(?<![\p{L}\p{N}_.$"`\]])([\p{L}_][\p{L}\p{N}_.]{0,100})\[\s?([\p{L}_][\p{L}\p{N}_]{0,60})\s?=\s?(?:"([^"]{1,100})"|'([^']{1,100})')\s?\]\.([\p{L}_][\p{L}\p{N}_]{0,60})/gu;

function entryReads(use: ExpressionUse): readonly Read[] {
  if (use.expression.answer !== undefined) return [];
  return [...use.expression.source.matchAll(entryPath)].map(
    ([written, list = '', by = '', name = '', other = '', value = '']) => ({
      use,
      steps: list.split('.'),
      written,
      source: written,
      entry: { by, name: name || other, value },
      others: [],
    }),
  );
}

function valueAt(root: unknown, { steps, entry }: Read): unknown {
  const value = steps.reduce<unknown>(ownValue, root);
  if (!entry) return value;
  return entriesIn(value, entry).find(({ name }) => name === entry.name)?.value;
}

/** The value of a key or of an entry of a list, and its name. */
export interface KeyedValue {
  readonly name: string;
  readonly value: unknown;
}

/** Returns the entries of a list that have a name. */
export function entriesIn(list: unknown, { by, value }: NamedEntry): readonly KeyedValue[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap(each => {
    const name = ownValue(each, by);
    const isName = typeof name === 'string' || typeof name === 'number';
    return isName ? { name: String(name), value: ownValue(each, value) } : [];
  });
}

/** Returns the other keys that all samples have at the place of each step, or the names of the other entries. */
function besideIn(roots: readonly unknown[], { steps, entry }: Read): KeyRead['beside'] {
  const keysAt = (depth: number) => (root: unknown) => {
    const object = steps.slice(0, depth).reduce<unknown>(ownValue, root);
    if (entry && depth === steps.length) return entriesIn(object, entry).map(({ name }) => name);
    return isPlainObject(object) ? Object.keys(object) : [];
  };
  const depths = entry ? [...steps.keys(), steps.length] : [...steps.keys()];
  return depths.map(depth => {
    const own = entry && depth === steps.length ? entry.name : steps[depth];
    const [first = [], ...rest] = roots.map(keysAt(depth));
    return first.filter(key => key !== own && rest.every(each => each.includes(key)));
  });
}
