import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

/** The same for what is told of one part of one expression. */
export function faultPlaceKey({ path, place }: Diagnostic): string {
  return `${path} ${place?.line}:${place?.column}:${place?.length}`;
}
