import { ExpressionFailed } from './expression.ts';

const maxDepth = 200;
const maxValues = 1_000_000;

/**
 * The marks by which JSONata tells its own functions and streams from data. A payload that carries them would pose
 * as a function, so they are left out of what JSONata sees.
 */
const marks = new Set(['_jsonata_function', '_jsonata_lambda', 'outerWrapper', 'tupleStream']);

/**
 * A copy of a payload for JSONata to work on, which may write into what it is given.
 * @throws ExpressionFailed where it nests deeper than 200
 */
export function copyForJsonata(value: unknown): unknown {
  return copy(value, 0, { left: Number.POSITIVE_INFINITY, isResult: false });
}

/**
 * What JSONata gave, as plain JSON: ordinary objects and arrays with nothing but their own values.
 * @throws ExpressionFailed where there is a function or a number that JSON does not have in it, where it nests deeper
 * than 200 (it may contain itself), or where it is of more than a million values
 */
export function plainResult(value: unknown): unknown {
  return copy(value, 0, { left: maxValues, isResult: true });
}

interface Copying {
  left: number;
  readonly isResult: boolean;
}

function copy(value: unknown, depth: number, copying: Copying): unknown {
  copying.left -= 1;
  if (copying.left < 0) throw new ExpressionFailed('expression/limit', 'The result is too large.');
  if (copying.isResult) refuseUnlessJson(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) {
    throw new ExpressionFailed('expression/limit', 'The values nest deeper than 200, or contain themselves.');
  }
  if (Array.isArray(value)) return value.map(each => copy(each, depth + 1, copying));
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = (value as Readonly<Record<string, unknown>>)[key];
    if (child === undefined || (!copying.isResult && child && marks.has(key))) continue;
    setOwn(result, key, copy(child, depth + 1, copying));
  }
  return result;
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
