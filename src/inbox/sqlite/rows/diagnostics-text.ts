import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';

/** Diagnostics as they stand in a column: JSON, or null for none. */
export function diagnosticsText(diagnostics: readonly Diagnostic[]): string | null {
  return diagnostics.length === 0 ? null : JSON.stringify(diagnostics);
}

/** The diagnostics of a column. */
export function diagnosticsOf(text: string | null | undefined): readonly Diagnostic[] {
  return text === null || text === undefined ? [] : JSON.parse(text);
}
