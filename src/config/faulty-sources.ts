import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts';
import type { YamlSource } from '../diagnostics/yaml/source.ts';

/**
 * Returns the sources with errors; undefined if an error is elsewhere, so that nothing can be used. An error at the
 * name of a source counts as one of the source.
 */
export function faultySources(
  source: YamlSource,
  errors: readonly Diagnostic[],
): ReadonlySet<string> | undefined {
  const { sources } = source.value as { readonly sources?: unknown };
  if (typeof sources !== 'object' || sources === null || Array.isArray(sources)) return undefined;
  const extents = Object.keys(sources).map(name => {
    const [start, end] = source.keyExtentOf(['sources', name]) ?? [0, 0];
    const [, valueEnd = end] = source.extentOf(['sources', name]) ?? [];
    return { name, start, end: Math.max(end, valueEnd) };
  });
  const faulty = new Set<string>();
  for (const { place } of errors) {
    const offset = place && offsetOf(source.text, place);
    const owner = extents.find(({ start, end }) => offset !== undefined && offset >= start && offset < end);
    if (!owner || place?.file !== source.file) return undefined;
    faulty.add(owner.name);
  }
  return faulty;
}

function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
