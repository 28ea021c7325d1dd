import { ExpressionFailed } from '../expression.ts';
import { type Allowance, resultSizes, type Size, tooLarge } from '../meter.ts';

const maxDepth = 200;

/**
 * The keys by which JSONata recognizes its own functions and streams. A payload with them would look like a
 * function, so they are removed from JSONata's input.
 */
const marks = ['_jsonata_function', '_jsonata_lambda', 'outerWrapper', 'tupleStream'];

/**
 * Returns a function that parses a JSON text anew at each call: JSONata may write into its input.
 * @throws ExpressionFailed if it is nested deeper than 200
 */
export function jsonReader(text: string): () => unknown {
  refuseDeep(text);
  const mayPose = marks.some(mark => text.includes(`"${mark}"`));
  return () => {
    const value: unknown = JSON.parse(text);
    if (mayPose) removeMarks(value);
    return value;
  };
}

function refuseDeep(text: string): void {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInText = false;
    } else if (code === 0x22) isInText = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > maxDepth) throw tooDeep();
  }
}

function removeMarks(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) for (const mark of marks) delete (value as Record<string, unknown>)[mark];
  for (const child of Object.values(value)) removeMarks(child);
}

/**
 * Copies the result of JSONata as plain JSON: ordinary objects and arrays with only their own values. A value
 * that occurs several times is copied once.
 * @throws ExpressionFailed for a function or a number that JSON does not have, for a nesting deeper than 200
 * (it may contain itself), or for a result over the limit
 */
export function plainResult(value: unknown, allowance: Allowance): unknown {
  const most = resultSizes[allowance];
  return copy(value, { copied: new Map(), open: new Set(), most, values: 0, length: 0 }).value;
}

/** The copy of a value and its size. A value that occurs several times counts each time. */
interface Copied extends Size {
  readonly value: unknown;
  readonly depth: number;
}

interface Copying {
  readonly copied: Map<object, Copied>;
  /** The objects that contain the value being copied. */
  readonly open: Set<object>;
  readonly most: { readonly once: Size; readonly each: Size };
  /** The number of copied values so far. */
  values: number;
  length: number;
}

function copy(value: unknown, copying: Copying): Copied {
  refuseUnlessJson(value);
  if (typeof value !== 'object' || value === null) {
    const length = typeof value === 'string' ? value.length + 2 : 8;
    return count({ value, values: 1, length, depth: 0 }, copying);
  }
  const known = copying.copied.get(value);
  if (known) return known;
  if (copying.open.has(value) || copying.open.size >= maxDepth) throw tooDeep();
  copying.open.add(value);
  count({ values: 1, length: 2 }, copying);
  const copied = Array.isArray(value) ? copyList(value, copying) : copyObject(value, copying);
  copying.open.delete(value);
  copying.copied.set(value, copied);
  return copied;
}

function count<Counted extends Size>(counted: Counted, copying: Copying): Counted {
  copying.values += counted.values;
  copying.length += counted.length;
  refuseMore(copying, copying.most.once);
  return counted;
}

function copyList(list: readonly unknown[], copying: Copying): Copied {
  const size = { values: 1, length: 2, depth: 0 };
  const value = list.map(each => add(size, copy(each, copying), copying));
  return { value, ...size, depth: size.depth + 1 };
}

function copyObject(object: object, copying: Copying): Copied {
  const size = { values: 1, length: 2, depth: 0 };
  const value: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(object)) {
    if (child === undefined) continue;
    count({ values: 0, length: key.length + 4 }, copying);
    size.length += key.length + 4;
    setOwn(value, key, add(size, copy(child, copying), copying));
  }
  return { value, ...size, depth: size.depth + 1 };
}

function add(
  size: { values: number; length: number; depth: number },
  part: Copied,
  { most }: Copying,
): unknown {
  size.values += part.values;
  size.length += part.length + 1;
  size.depth = Math.max(size.depth, part.depth);
  refuseMore(size, most.each);
  if (size.depth >= maxDepth) throw tooDeep();
  return part.value;
}

function refuseMore(size: Size, most: Size): void {
  if (size.values > most.values || size.length > most.length) throw tooLarge();
}

function tooDeep(): ExpressionFailed {
  return new ExpressionFailed('expression/limit', 'The values nest deeper than 200, or contain themselves.');
}

function refuseUnlessJson(value: unknown): void {
  if (typeof value === 'function' || isJsonataFunction(value)) {
    throw new ExpressionFailed(
      'expression/failed',
      'The result is a function, not a value. A function is called with parentheses: $uppercase(name).',
    );
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ExpressionFailed(
      'expression/failed',
      'The result is not a number, as after a division by zero.',
    );
  }
}

function isJsonataFunction(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('_jsonata_function' in value || '_jsonata_lambda' in value)
  );
}

function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') {
    target[key] = value;
    return;
  }
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
