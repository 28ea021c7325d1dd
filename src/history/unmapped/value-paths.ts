import { pathBelow } from '../../expressions/paths/path-text.ts';
import { isValueKey } from '../capture/value-kind.ts';

/**
 * Returns the paths of all single values of a payload, such as `form.answers[].text`, with their counts. They contain
 * no values. Keys that are a person's address, number or id are written as `*`.
 */
export function valuePaths(payload: unknown): ReadonlyMap<string, number> {
  return valuePathReader()(payload);
}

/** The maximum number of cached steps. There are more only if keys are data. */
const mostSteps = 5_000;

/** Does the same for many payloads and caches the paths, because most payloads have the same keys. */
export function valuePathReader(): (payload: unknown) => ReadonlyMap<string, number> {
  const steps = new Map<string, Map<string, string>>();
  let known = 0;
  return payload =>
    timesOfPaths(payload, (path, key) => {
      const behind = steps.get(path) ?? new Map<string, string>();
      const made = behind.get(key);
      if (made !== undefined) return made;
      const step = below(path, key);
      if (known < mostSteps) {
        known += 1;
        behind.set(key, step);
        steps.set(path, behind);
      }
      return step;
    });
}

function timesOfPaths(
  payload: unknown,
  below: (path: string, key: string) => string,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, `${path}[]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        visit(child, below(path, key));
      }
    } else times.set(path, (times.get(path) ?? 0) + 1);
  };
  visit(payload, '');
  return times;
}

/** Returns the paths of a payload that a function reads. */
export function watchedPaths(payload: unknown, run: (payload: unknown) => unknown): ReadonlySet<string> {
  const read = new Set<string>();
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) {
      read.add(path);
      return value;
    }
    return new Proxy(value, {
      get(target, key) {
        const child: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol' || !Object.hasOwn(target, key) || key === 'length') return child;
        return watch(child, Array.isArray(target) ? `${path}[]` : below(path, key));
      },
    });
  };
  run(watch(payload, ''));
  return read;
}

/** Returns the keys of a path from this file. */
export function keysOfPath(path: string): readonly string[] {
  const steps = path.matchAll(/`([^`]*)`|("(?:[^"\\]|\\.)*")|([^.[\]$]+)/g);
  return [...steps].map(
    ([, inBackticks, quoted, plain]) =>
      inBackticks ?? (quoted === undefined ? (plain ?? '') : String(JSON.parse(quoted))),
  );
}

function below(path: string, key: string): string {
  if (!isValueKey(key)) return pathBelow(path, key);
  return path === '' ? '*' : `${path}.*`;
}
