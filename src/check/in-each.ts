import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Returns the diagnostics of a mapping that occur for all destinations, as reported for the first one. */
export function inEach(found: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const [first = [], ...others] = found;
  const keys = others.map(each => new Set(each.map(keyOf)));
  return first.filter(each => keys.every(known => known.has(keyOf(each))));
}

/** The key of a diagnostic without its message, which names the destination. */
function keyOf({ code, severity, path, place }: Diagnostic): string {
  return JSON.stringify([code, severity, path, place?.line, place?.column]);
}
