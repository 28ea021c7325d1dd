import type { YamlPath, YamlSource } from '../../diagnostics/yaml/source.ts';
import type { WrittenRule } from '../schema.ts';

/**
 * Returns a value of a file without the line end after each text in block style (`|` and `>`), which only
 * separates the next line and is not part of the text. `|+` keeps it, and breaks between lines stay.
 */
export function withoutBlockEnd(source: YamlSource, path: YamlPath, value: unknown): unknown {
  if (typeof value === 'string')
    return value.endsWith('\n') && endsAsBlock(source, path) ? value.slice(0, -1) : value;
  if (Array.isArray(value))
    return value.map((each, index) => withoutBlockEnd(source, [...path, index], each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, withoutBlockEnd(source, [...path, key], each)]),
  );
}

/** True if a text is written as a block that neither keeps all its line ends nor has none. */
function endsAsBlock({ text, extentOf }: YamlSource, path: YamlPath): boolean {
  const [start] = extentOf(path) ?? [];
  const [head = ''] = start === undefined ? [] : (/^[|>][-+0-9]*/.exec(text.slice(start, start + 4)) ?? []);
  return head !== '' && !/[-+]/.test(head);
}

const texts = ['value', 'template', 'values', 'otherwise', 'default'] as const;

/** Returns a rule without such line ends in the texts that may be sent. */
export function withoutBlockEnds(source: YamlSource, path: YamlPath, shape: WrittenRule): WrittenRule {
  const given = texts.filter(key => shape[key] !== undefined);
  const changed = given.map(key => [key, withoutBlockEnd(source, [...path, key], shape[key])] as const);
  return { ...shape, ...Object.fromEntries(changed) };
}
