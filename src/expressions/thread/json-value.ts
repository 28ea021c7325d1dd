import { ExpressionFailed } from '../expression.ts';
import { limits, tooLarge } from '../meter.ts';

const maxDepth = 200;

/**
 * The marks by which JSONata tells its own functions and streams from data. A payload that carries them would pose
 * as a function, so they are left out of what JSONata sees.
 */
const marks = ['_jsonata_function', '_jsonata_lambda', 'outerWrapper', 'tupleStream'];

/**
 * Makes of a JSON text what reads it, as a value of its own each time: JSONata may write into what it is given.
 * @throws ExpressionFailed where it nests deeper than 200
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
 * What JSONata gave, as plain JSON: ordinary objects and arrays with nothing but their own values. What stands in it
 * several times as one and the same value is copied once.
 * @throws ExpressionFailed where there is a function or a number that JSON does not have in it, where it nests deeper
 * than 200 (it may contain itself), or where it is larger than a result may be
 */
export function plainResult(value: unknown): unknown {
  return copy(value, { copied: new Map(), open: new Set() }).value;
}

/** The copy of a value, and what it comes to where it stands; what it shares counts each time. */
interface Copied {
  readonly value: unknown;
  readonly values: number;
  /** Characters as JSON, about. */
  readonly length: number;
  readonly depth: number;
}

interface Copying {
  readonly copied: Map<object, Copied>;
  /** The objects that contain the one that is copied now. */
  readonly open: Set<object>;
}

function copy(value: unknown, copying: Copying): Copied {
  refuseUnlessJson(value);
  if (typeof value !== 'object' || value === null) {
    return { value, values: 1, length: typeof value === 'string' ? value.length + 2 : 8, depth: 0 };
  }
  const known = copying.copied.get(value);
  if (known) return known;
  if (copying.open.has(value) || copying.open.size >= maxDepth) throw tooDeep();
  copying.open.add(value);
  const copied = Array.isArray(value) ? copyList(value, copying) : copyObject(value, copying);
  copying.open.delete(value);
  copying.copied.set(value, copied);
  return copied;
}

function copyList(list: readonly unknown[], copying: Copying): Copied {
  const size = { values: 1, length: 2, depth: 0 };
  const value = list.map(each => add(size, copy(each, copying), 1));
  return { value, ...size, depth: size.depth + 1 };
}

function copyObject(object: object, copying: Copying): Copied {
  const size = { values: 1, length: 2, depth: 0 };
  const value: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(object)) {
    if (child !== undefined) setOwn(value, key, add(size, copy(child, copying), key.length + 4));
  }
  return { value, ...size, depth: size.depth + 1 };
}

function add(
  size: { values: number; length: number; depth: number },
  part: Copied,
  besides: number,
): unknown {
  size.values += part.values;
  size.length += part.length + besides;
  size.depth = Math.max(size.depth, part.depth);
  if (size.values > limits.resultValues || size.length > limits.resultLength) throw tooLarge();
  if (size.depth >= maxDepth) throw tooDeep();
  return part.value;
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
