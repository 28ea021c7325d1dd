import { basename } from 'node:path';
import type { MappingView } from '../../deliver/bridge.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

/** In words, which mappings go on though something is wrong with them; nothing where all is well. */
export function faultyMappings(mappings: readonly MappingView[]): { faulty?: readonly string[] } {
  const words = mappings.flatMap(each => (each.usable ? misfit(each) : unusable(each)));
  return words.length > 0 ? { faulty: words } : {};
}

/** A held mapping has its reason in the hold, and is left out here. */
function misfit({ name, held, diagnostics, changes }: MappingView): readonly string[] {
  const error = diagnostics.find(each => each.severity === 'error');
  const since = changes.map(({ at, what }) => `${what}, seen ${at}`);
  if (held !== null || (error === undefined && since.length === 0)) return [];
  const first = error ?? diagnostics.find(each => each.severity === 'warning');
  const why = [...(first ? [placed(first)] : []), ...since].join('; ');
  return [`the mapping ${name} does not fit: ${why}`];
}

function unusable({ file, operation, diagnostics }: MappingView): readonly string[] {
  const error = diagnostics.find(each => each.severity === 'error');
  const why = error ? ` (${placed(error)})` : '';
  const what =
    operation === null
      ? 'it has no earlier version, so what is for it waits'
      : 'its last good version is used';
  return [`the mapping file ${basename(file)} cannot be used${why}; ${what}`];
}

function placed({ message, place }: Diagnostic): string {
  return place ? `${basename(place.file)}:${place.line}: ${message}` : message;
}
