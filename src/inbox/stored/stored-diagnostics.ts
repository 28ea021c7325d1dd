import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { as, isOptional, isRecord, isText, isTexts, type Shape, shape } from './shape.ts';

/** Diagnostics. Another version of this program may have given them other codes. */
export const storedDiagnostics: Shape<readonly Diagnostic[]> = shape('diagnostics', [as(isDiagnostics)]);

/** Returns the text of diagnostics for a column: null for none. */
export function diagnosticsText(diagnostics: readonly Diagnostic[]): string | null {
  return diagnostics.length === 0 ? null : storedDiagnostics.write(diagnostics);
}

/** Returns the diagnostics of a column. */
export function diagnosticsOf(text: string | null | undefined): readonly Diagnostic[] {
  return text === null || text === undefined ? [] : storedDiagnostics.read(text);
}

function isDiagnostics(json: unknown): json is readonly Diagnostic[] {
  return Array.isArray(json) && json.every(isDiagnostic);
}

function isDiagnostic(json: unknown): json is Diagnostic {
  return (
    isRecord(json) &&
    [json.code, json.severity, json.message].every(isText) &&
    [json.hint, json.meant, json.cause, json.waitsFor, json.instead, json.path].every(each =>
      isOptional(each, isText),
    ) &&
    isOptional(json.newerEvents, isTexts) &&
    isOptional(json.place, isRecord) &&
    isOptional(json.fix, Array.isArray)
  );
}
