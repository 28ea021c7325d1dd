import { pathMiss } from '../explain/path-miss.ts';
import { isMap } from './parsing.ts';

/** The paths that the payloads of a mapping's tests have. */
export interface SamplePaths {
  /** Returns true if a payload of the tests has this path. */
  readonly has: (path: readonly string[]) => boolean;
  /** The nearest path of a payload of the tests, as an expression writes it; undefined where nothing is near. */
  readonly near: (path: readonly string[]) => string | undefined;
}

/** The paths if there are no payloads. */
export const noSamples: SamplePaths = { has: () => false, near: () => undefined };

/** The number of maps of the payloads in which a near path is looked for. */
const mostLookedAt = 20;

/** The paths of what expressions may see as their root. They are collected once for all rules. */
export function samplePaths(roots: readonly unknown[]): SamplePaths {
  let firstSteps: ReadonlySet<string> | undefined;
  return {
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

/** The keys by which a path may go into a payload, through lists. */
function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return isMap(value) ? Object.keys(value) : [];
}

/** True if a payload has a path, through lists as JSONata goes. */
function hasPath(value: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (Array.isArray(value)) return value.some(each => hasPath(each, path));
  return isMap(value) && Object.hasOwn(value, step) && hasPath(value[step], rest);
}
