import type { JsonField } from '../../config/config.ts';
import { readField } from './json-inside.ts';
import { maxDepth, maxKeys, tooDeep, tooManyKeys } from './limits.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** The properties of a file in a multipart body. The contents are not kept. */
export interface FileNote {
  /** The type that the sender declares; empty if it declares none. */
  readonly filename: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Places the fields of a form or a multipart body by their keys. `a[b]` is a key inside an object, `a[]` adds to a
 * list, a repeated key is a list. Keys that are the numbers from 0 on are a list too; other numbers stay names, because
 * they are often ids of form fields. A dot is a part of its key. `__proto__` is left out. Values are texts, except
 * files and the field of `jsonField`: its JSON replaces it, or is the whole result.
 * @throws UnreadableBody if the fields exceed the limits, or the text of the whole payload is not JSON
 */
export function placeFields(
  fields: Iterable<readonly [key: string, value: string | FileNote]>,
  jsonField?: JsonField,
): unknown {
  const root: Branch = { children: new Map(), next: 0 };
  let room = maxKeys;
  let whole: { readonly value: unknown } | undefined;
  for (const [key, given] of fields) {
    const holdsJson = key === jsonField?.name;
    if (holdsJson && jsonField.whole) {
      if (whole) throw new UnreadableBody('the field that holds the JSON is there more than once');
      whole = { value: readWhole(given) };
      continue;
    }
    const steps = stepsOf(key);
    const { value, depth, keys } = holdsJson ? readInside(given) : asGiven(given);
    if (steps.length + depth > maxDepth) throw new UnreadableBody(tooDeep);
    if (steps.includes('__proto__')) continue;
    room -= keys + put(root, steps, value);
    if (room < 0) throw new UnreadableBody(tooManyKeys);
  }
  return whole ? whole.value : Object.fromEntries(entriesOf(root));
}

/** A value with its depth and number of keys, which count toward the limits. */
interface Placeable {
  readonly value: unknown;
  readonly depth: number;
  readonly keys: number;
}

/** The contents at a key: its values, and the keys inside it. */
interface Node {
  readonly values: unknown[];
  branch: Branch | undefined;
}

interface Branch {
  readonly children: Map<string, Node>;
  /** The index for the next `[]`. */
  next: number;
}

function asGiven(value: string | FileNote): Placeable {
  return typeof value === 'string' ? { value, depth: 0, keys: 0 } : { value, depth: 1, keys: 3 };
}

/** Returns the JSON in a field; its text if it contains no JSON. */
function readInside(given: string | FileNote): Placeable {
  return findJson(given) ?? asGiven(given);
}

function readWhole(given: string | FileNote): unknown {
  const json = findJson(given);
  if (json) return json.value;
  throw new UnreadableBody('the field that is to hold JSON holds something else');
}

function findJson(given: string | FileNote): Placeable | undefined {
  return typeof given === 'string' ? readField(given) : undefined;
}

/**
 * Returns the steps of a key: `a[b][]` is a, b and the empty step. A key with other brackets is one step, and so is one
 * with a space before its brackets: the label of a field, such as `Phone [private]`.
 */
function stepsOf(key: string): readonly string[] {
  const opening = key.indexOf('[');
  if (opening < 1 || !key.endsWith(']') || key[opening - 1] === ' ') return [key];
  const inside = key.slice(opening + 1, -1).split('][');
  return inside.some(step => step.includes('[') || step.includes(']'))
    ? [key]
    : [key.slice(0, opening), ...inside];
}

/** Puts a value at its place. Returns the number of added keys and elements. */
function put(root: Branch, steps: readonly string[], value: unknown): number {
  let branch = root;
  let made = 1;
  for (const [index, step] of steps.entries()) {
    const name = step === '' && index > 0 ? String(branch.next) : step;
    let node = branch.children.get(name);
    if (!node) {
      node = { values: [], branch: undefined };
      branch.children.set(name, node);
      if (/^\d{1,9}$/.test(name)) branch.next = Math.max(branch.next, Number(name) + 1);
    }
    if (index === steps.length - 1) {
      node.values.push(value);
    } else {
      if (!node.branch) made++;
      node.branch ??= { children: new Map(), next: 0 };
      branch = node.branch;
    }
  }
  return made;
}

function entriesOf(branch: Branch): readonly (readonly [string, unknown])[] {
  return [...branch.children].map(([name, node]) => [name, valueAt(node)]);
}

function valueAt({ values, branch }: Node): unknown {
  const all: unknown[] = branch ? [...values, valueIn(branch)] : values;
  return all.length === 1 ? all[0] : all;
}

function valueIn(branch: Branch): unknown {
  const { children } = branch;
  const elements: unknown[] = [];
  for (let index = 0; index < children.size; index++) {
    const node = children.get(String(index));
    if (!node) return Object.fromEntries(entriesOf(branch));
    elements.push(valueAt(node));
  }
  return elements;
}
