import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { diagnosticsOf } from './stored-diagnostics.ts';
import { storedNames } from './stored-request.ts';

/**
 * Returns the value of the column `codes`: the codes of the diagnostics of an event and its calls, sorted, each once,
 * as a JSON list; null for none.
 */
export function codesText(diagnostics: readonly Diagnostic[]): string | null {
  return written(diagnostics.map(({ code }) => code));
}

/** Adds the codes of further diagnostics. */
export function codesWith(codes: string | null, ...more: readonly Diagnostic[]): string | null {
  return written([...(codes === null ? [] : storedNames.read(codes)), ...more.map(({ code }) => code)]);
}

/** Returns the codes of columns with diagnostics. */
export function codesOf(columns: Iterable<string | null>): string | null {
  return codesText([...columns].flatMap(diagnosticsOf));
}

function written(codes: readonly string[]): string | null {
  return codes.length === 0 ? null : storedNames.write([...new Set(codes)].sort());
}
