import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Scope } from '../expressions/expression.ts';
import { pathText } from '../expressions/paths/path-text.ts';
import { ownValue } from '../expressions/plain-value.ts';

/** A longer text is not parsed here, since its sender should know that it is JSON. In characters. */
const longest = 200_000;

/**
 * Returns the steps of a path that lead to a text with JSON, if the path continues below it; undefined for other paths.
 */
export function jsonTextOn(
  path: readonly string[],
  { input, bindings }: Scope,
): readonly string[] | undefined {
  const [first = ''] = path;
  const isVariable = first.startsWith('$');
  let inside: readonly unknown[] = [isVariable ? ownValue(bindings, first.slice(1)) : input];
  for (let index = isVariable ? 1 : 0; index < path.length; index += 1) {
    inside = inside.flat(Number.POSITIVE_INFINITY);
    if (inside.some(isJson)) return index === 0 ? undefined : path.slice(0, index);
    inside = inside.map(each => ownValue(each, path[index] ?? '')).filter(each => each !== undefined);
  }
  return undefined;
}

/** True if a value is a text that contains an object, or a list of objects, as JSON. */
export function isJson(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longest || !/^\s*(?:\{|\[\s*\{)/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** The warning for a path below a text, with the kind of text and the key of the source that has it read. */
export function jsonInText(at: readonly string[], details: Omit<DiagnosticDetails, 'hint'>): Diagnostic {
  const text = pathText(at);
  const [first = '', ...rest] = at;
  const field = first === '$body' ? rest.join('.') : at.join('.');
  return diagnostic('mapping/json-in-text', `${text} is a text with JSON in it, so no path leads below it`, {
    ...details,
    hint:
      first.startsWith('$') && first !== '$body'
        ? 'have the sender write the JSON itself, not a text'
        : `write jsonField: ${field} at the source in the config, which reads the JSON of later webhooks; have the sender send earlier ones again. If the source has split, write the path from the whole body`,
  });
}
