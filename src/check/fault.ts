import type { FieldConfiguration } from '../booking/field.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';

/** What a rule has against something, before it is known where it stands and who is to blame. */
export interface Fault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The diagnostic of a fault. */
export function diagnose({ code, message, hint }: Fault, where: Omit<DiagnosticDetails, 'hint'>): Diagnostic {
  return diagnostic(code, message, { ...where, hint });
}

/** A field as people know it: `"birthdate" (Geburtstag)`. */
export function fieldTitle({ keyName, name }: FieldConfiguration): string {
  return name === keyName ? quoted(keyName) : `${quoted(keyName)} (${name})`;
}

/** At most ten names, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `${names.slice(0, 10).join(', ')}${more}`;
}

/** A value in a message, shortened. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
}
