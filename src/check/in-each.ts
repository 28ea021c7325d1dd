import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Of what is wrong with a mapping at each of some destinations: what is so at all of them, as the first has it. */
export function inEach(found: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const [first = [], ...others] = found;
  const keys = others.map(each => new Set(each.map(keyOf)));
  return first.filter(each => keys.every(known => known.has(keyOf(each))));
}

/** A diagnostic without its words, which name the destination. */
function keyOf({ code, severity, path, place }: Diagnostic): string {
  return JSON.stringify([code, severity, path, place?.line, place?.column]);
}
