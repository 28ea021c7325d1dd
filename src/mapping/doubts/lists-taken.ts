import { onceFor } from '../../diagnostics/once-for.ts';
import { compile } from '../../expressions/compile.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { readQuietly } from './read-quietly.ts';

/** A list of which a function makes one value: `items` of `$sum(items.(fee * count))`. */
export interface ListTaken {
  /** The function without `$`. */
  readonly name: string;
  /** The list, with a condition in brackets if it can be read alone. */
  readonly list: Expression;
  /** The paths below an entry whose values the function takes. Empty if the entries are counted, or if they are unknown. */
  readonly keys: readonly (readonly string[])[];
}

/** Returns the lists of which an expression makes one value. */
export const listsTaken = onceFor(({ source }: Pick<Expression, 'source'>): readonly ListTaken[] => {
  if (!source.includes('$')) return [];
  const found = [...source.matchAll(ofKey), ...source.matchAll(ofEntries)];
  return found.flatMap(each => {
    const [whole, name = '', written = ''] = each;
    const bare = written.split('[')[0] ?? '';
    const alone = plainly(written);
    const list = alone ?? plainly(bare);
    if (!list) return [];
    // Without the condition, it is unknown which entries count.
    const isKnown = whole.endsWith('.') && alone !== undefined;
    return [{ name, list, keys: isKnown ? keysAt(source.slice(each.index + whole.length)) : [] }];
  });
});

/** A function that reads a key, or an expression in brackets, of all entries of a list. */
const ofKey =
  /\$(sum|join|count|average|max|min|distinct|reduce|map)\(\s?([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?:\[[^[\]]{1,200}\])?)\.(?=[\p{L}_]|\$number\(|\()(?=[\p{L}_][\p{L}\p{N}_]*\s?[,)]|\$number\(|\()/gu;

/** A number of entries, or a function for each of them. */
const ofEntries =
  /\$(count|map)\(\s?([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?:\[[^[\]]{1,200}\])?)\s?[,)]/gu;

/** Compiles a path that is read without the thread for expressions. */
function plainly(source: string): Expression | undefined {
  const compiled = compile(source);
  return 'expression' in compiled && compiled.expression.evaluateDirectly ? compiled.expression : undefined;
}

/** Returns the paths that a text reads of each entry, up to the end of the key or of its parentheses. */
function keysAt(text: string): readonly (readonly string[])[] {
  const compiled = compile(text.slice(0, endOfKey(text)));
  if (!('expression' in compiled)) return [];
  return placedPaths(compiled.expression).flatMap(({ steps, from, mayMiss }) =>
    from > 0 || mayMiss || steps[0]?.startsWith('$') ? [] : [steps],
  );
}

function endOfKey(text: string): number {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ',')) return at;
    if (depth === 0 && sign === ')') return at + 1;
  }
  return text.length;
}

/** Returns the value of an expression for an event, without a thread; undefined if it cannot be read so. */
export function readEntry({ evaluateDirectly }: Expression, scope: Scope): unknown {
  return evaluateDirectly && readQuietly(evaluateDirectly, scope);
}

/** Returns the objects in the list that an expression gives. */
export function objectsOfList(list: Expression, scope: Scope): readonly object[] {
  return [readEntry(list, scope)].flat().slice(0, mostEntries).filter(isPlainObject);
}

const mostEntries = 200;
