import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';

/** Longer lists are not searched. */
const mostEntries = 200;

/**
 * Returns advice for a path whose next step is no key but a text in a list of objects, as in `boxes.terms` of
 * `[{"name": "terms", "ticked": "yes"}]`; undefined for others.
 */
export function listedName(path: readonly string[], { input }: Scope): string | undefined {
  let value: unknown = input;
  for (const [at, step] of path.entries()) {
    if (Array.isArray(value)) return hintFor(value.slice(0, mostEntries), path.slice(0, at), step);
    value = ownValue(value, step);
  }
  return undefined;
}

function hintFor(list: readonly unknown[], steps: readonly string[], name: string): string | undefined {
  const found = list.flatMap(entry =>
    typeof entry === 'object' && entry !== null ? Object.entries(entry) : [],
  );
  const [key] = found.find(([, text]) => text === name) ?? [];
  if (key === undefined || steps.length === 0) return undefined;
  return `${pathText(steps)} is a list of questions: add answers: {each: ${pathText(steps)}, key: ${key}, value: …} to the source in config.yaml, and write {answer: ${JSON.stringify(name)}}`;
}
