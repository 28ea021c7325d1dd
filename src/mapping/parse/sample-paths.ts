import { pathMiss } from '../explain/path-miss.ts';
import { isMap } from './parsing.ts';

/** The paths in the payloads of a mapping's tests. */
export interface SamplePaths {
  /** False if no test has a payload. */
  readonly isThere: boolean;
  /** Returns true if a test's payload has this path. */
  readonly has: (path: readonly string[]) => boolean;
  /** Returns the nearest path in a test's payload, as an expression writes it; undefined if none is near. */
  readonly near: (path: readonly string[]) => string | undefined;
}

/** The paths if there are no payloads. */
export const noSamples: SamplePaths = { isThere: false, has: () => false, near: () => undefined };

/** The maximum number of maps in the payloads that are searched for a near path. */
const mostLookedAt = 20;

/** Returns the paths of the possible roots of expressions. They are collected once for all rules. */
export function samplePaths(roots: readonly unknown[]): SamplePaths {
  let firstSteps: ReadonlySet<string> | undefined;
  return {
    isThere: roots.length > 0,
    has: path => {
      firstSteps ??= new Set(roots.flatMap(keysOf));
      const [first] = path;
      return (first === undefined || firstSteps.has(first)) && roots.some(root => hasPath(root, path));
    },
    near: path => {
      for (const input of roots.slice(0, mostLookedAt)) {
        const near = pathMiss(path, { input, bindings: {} })?.nearest;
        if (near !== undefined) return near;
      }
      return undefined;
    },
  };
}

/** The keys with which a path may enter a payload, also through lists. */
function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return isMap(value) ? Object.keys(value) : [];
}

/** True if a payload has a path, also through lists, as in JSONata. */
function hasPath(value: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (Array.isArray(value)) return value.some(each => hasPath(each, path));
  return isMap(value) && Object.hasOwn(value, step) && hasPath(value[step], rest);
}
