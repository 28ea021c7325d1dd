import type { FieldConfiguration } from '../booking/catalog/field.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';
import { visibleNames, visibleText } from '../diagnostics/visible-text.ts';

/** A fault without its place and its origin. */
export interface Fault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string | undefined;
  /** As in `Diagnostic`. */
  readonly meant?: string | undefined;
  /** The hint for a literal of the mapping, if it is different. */
  readonly hintForLiteral?: string | undefined;
  /** The severity of a doubt, if it is less than a warning. */
  readonly severity?: 'info' | undefined;
}

/** Returns the diagnostic of a fault. */
export function diagnose(
  { code, message, hint, meant }: Fault,
  where: Omit<DiagnosticDetails, 'hint' | 'meant'>,
): Diagnostic {
  return diagnostic(code, message, { ...where, hint, meant });
}

/** Returns the keyName and the display name of a field: `"birthdate" (Geburtstag)`. */
export function fieldTitle({ keyName, name }: FieldConfiguration): string {
  return name === keyName ? quoted(keyName) : `${quoted(keyName)} (${visibleText(shortened(name))})`;
}

/** Lists at most ten names, and the number of others. */
export function someOf(names: readonly string[]): string {
  return some(names, visibleNames);
}

/** Does the same, with each name in quotation marks. */
export function someQuoted(names: readonly string[]): string {
  return some(names, few => few.map(quoted).join(', '));
}

function some(names: readonly string[], write: (few: readonly string[]) => string): string {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `${write(names.slice(0, 10).map(shortened))}${more}`;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** Returns a value for a message, shortened, with invisible characters made visible. */
export function quoted(text: string): string {
  const written = JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
  return `"${visibleText(written.slice(1, -1))}"`;
}
