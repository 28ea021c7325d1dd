import { codes, type DiagnosticCode } from './codes.ts';
import type { Severity } from './severity.ts';
import { withoutAbsent } from './without-absent.ts';

/** A place in a file that a person wrote. Lines and columns count from 1; `length` is in characters on that line. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length?: number;
}

/** Another text for a place. A place without a length has room for nothing: the text is put there. */
export interface Edit {
  readonly place: Place;
  readonly text: string;
}

/**
 * Something that a person should know about a file or an event: what is wrong, where, and what to do about it.
 * It never contains a secret; it may contain a customer's value only where it is shown to the admin (`/api`),
 * so diagnostics are never logged with their message, only with their code.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The problem with what, then what is allowed. */
  readonly message: string;
  /** Next step. */
  readonly hint?: string;
  /** The fault because of which a value is left out or deleted, without this consequence. */
  readonly cause?: string;
  /** The id of another event, which must be resolved first. */
  readonly waitsFor?: string;
  /** The place in a file. */
  readonly place?: Place;
  /** The line of the file as it should be. It is shown where the line itself is shown, and nowhere else. */
  readonly instead?: string;
  /** The place in a payload or in the planned call: `form_response.answers`, `additionalFields.birthdate`. */
  readonly path?: string;
  /** The certain correction: all of the edits together, none inside another. */
  readonly fix?: readonly Edit[];
}

/** The properties of a diagnostic besides its code and message. `severity` overrides the one of the table of codes. */
export interface DiagnosticDetails {
  readonly hint?: string | undefined;
  readonly cause?: string | undefined;
  readonly waitsFor?: string | undefined;
  readonly place?: Place | undefined;
  readonly instead?: string | undefined;
  readonly path?: string | undefined;
  readonly fix?: readonly Edit[] | undefined;
  readonly severity?: Severity | undefined;
}

/** Makes a diagnostic; its severity is the one that the table of codes gives, unless `details` says otherwise. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  const { severity = codes[code].severity, hint, cause, waitsFor, place, instead, path, fix } = details;
  return withoutAbsent({ code, severity, message, hint, cause, waitsFor, place, instead, path, fix });
}

/** The one that is named where there is room for one alone: the first error, else the first. */
export function mainDiagnostic(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(each => each.severity === 'error') ?? diagnostics[0];
}

/** True if any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(each => each.severity === 'error');
}
