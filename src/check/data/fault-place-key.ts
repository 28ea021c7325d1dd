import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

/** Returns the same key for diagnostics about one part of one expression. */
export function faultPlaceKey({ path, place }: Diagnostic): string {
  return `${path} ${place?.line}:${place?.column}:${place?.length}`;
}
