import type { ReadingDefaults } from '../conversions.ts';
import type { TakeNotice } from '../notice.ts';
import { ownValue } from '../plain-value.ts';
import type { Node } from '../syntax-tree.ts';

/** A filter of a step's values: a position in the list (from its end if negative), or a condition. */
export type Filter =
  | { readonly position: number }
  | { readonly accepts: (item: unknown, surroundings: EvaluationScope) => boolean };

/** One step of a path: a key and the filters after it. */
export interface PathStep {
  readonly key: string;
  readonly filters: readonly Filter[];
}

/** The data that all parts of an expression share during an evaluation. */
export interface EvaluationScope {
  readonly root: unknown;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly reading?: ReadingDefaults | undefined;
  readonly take?: TakeNotice | undefined;
  /** The values in a condition that are the same for all elements, read once when first needed. */
  known?: Map<object, unknown>;
  /** Takes the truth of an operand of `and` or `or`. */
  readonly turned?: ((operand: Node, isTrue: boolean) => void) | undefined;
}

/**
 * The result of filters. JSONata unwraps a list of matches with one element and treats an empty one as
 * missing; it returns a list of the payload (`isOwn`) unchanged.
 */
export interface Selection {
  readonly items: readonly unknown[];
  readonly isOwn: boolean;
}

/** Follows steps from one value, with the result of JSONata; `undefined` if there is no value. */
export function follow(steps: readonly PathStep[], start: unknown, surroundings: EvaluationScope): unknown {
  let value = start;
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] as PathStep;
    const isLast = at === steps.length - 1;
    const found = ownValue(value, step.key);
    if (found === undefined) return undefined;
    if (step.filters.length === 0) {
      if (!Array.isArray(found)) {
        value = found;
        continue;
      }
      return isLast ? found : followAll(steps, at + 1, found, surroundings);
    }
    const selection = select(found, step.filters, surroundings);
    if (isLast) return unwrapped(selection);
    const only = selection.items[0];
    if (selection.items.length !== 1 || Array.isArray(only)) {
      return followAll(steps, at + 1, selection.items, surroundings);
    }
    value = only;
  }
  return value;
}

/** Follows the steps from index `from` on, for each element of a list. */
export function followAll(
  steps: readonly PathStep[],
  from: number,
  start: readonly unknown[],
  surroundings: EvaluationScope,
): unknown {
  let items = start;
  for (let at = from; at < steps.length; at += 1) {
    const { reached, results, own } = followStep(steps[at] as PathStep, items, surroundings);
    if (at === steps.length - 1 && results === 1 && own !== undefined) return own;
    if (reached.length === 0) return undefined;
    items = reached;
  }
  return unwrapped({ items, isOwn: false });
}

/**
 * Follows one step from each of these values: returns all results, the number of values with one, and the last
 * unchanged list.
 */
function followStep(
  step: PathStep,
  items: readonly unknown[],
  surroundings: EvaluationScope,
): { reached: readonly unknown[]; results: number; own: readonly unknown[] | undefined } {
  const reached: unknown[] = [];
  let results = 0;
  let own: readonly unknown[] | undefined;
  for (const item of items) {
    const found = lookUp(item, step.key);
    if (step.filters.length === 0) {
      if (found === undefined) continue;
      results += 1;
      if (Array.isArray(found)) own = found;
      appendFlat(reached, found);
    } else {
      results += 1;
      const selection = select(found, step.filters, surroundings);
      if (selection.isOwn) own = selection.items;
      appendFlat(reached, selection.items);
    }
  }
  return { reached, results, own };
}

/** Applies filters one after another. */
export function select(value: unknown, filters: readonly Filter[], surroundings: EvaluationScope): Selection {
  let items: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  let isOwn = false;
  for (const filter of filters) {
    if ('accepts' in filter) {
      items = items.filter(item => filter.accepts(item, surroundings));
      isOwn = false;
      continue;
    }
    const item = items[filter.position < 0 ? items.length + filter.position : filter.position];
    isOwn = Array.isArray(item);
    items = Array.isArray(item) ? item : item === undefined ? [] : [item];
  }
  return { items, isOwn };
}

/** Returns the value of a selection. */
export function unwrapped(selection: Selection): unknown {
  if (selection.isOwn || selection.items.length > 1) return selection.items;
  return selection.items[0];
}

function lookUp(item: unknown, key: string): unknown {
  if (!Array.isArray(item)) return ownValue(item, key);
  const found: unknown[] = [];
  collect(item, key, found);
  return found.length > 1 ? found : found[0];
}

function collect(list: readonly unknown[], key: string, found: unknown[]): void {
  for (const each of list) {
    if (Array.isArray(each)) {
      collect(each, key, found);
      continue;
    }
    const value = ownValue(each, key);
    if (value !== undefined) appendFlat(found, value);
  }
}

function appendFlat(target: unknown[], value: unknown): void {
  if (!Array.isArray(value)) {
    target.push(value);
    return;
  }
  for (const each of value) target.push(each);
}
