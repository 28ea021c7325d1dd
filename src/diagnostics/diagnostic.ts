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

/** The replacement of the text at a place. At a place without a length, the text is inserted. */
export interface Edit {
  readonly place: Place;
  readonly text: string;
}

/**
 * A fact about a file or an event that concerns a person: the problem, the place, and the next step. It never
 * contains a secret. Since its message may contain a customer's value for the admin (`/api`), diagnostics are
 * logged only by their code.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The problem with its subject, then the allowed values. */
  readonly message: string;
  /** The next step. */
  readonly hint?: string;
  /** The text that was probably meant in place of the wrong one, as it is written: a name, a value, a path. */
  readonly meant?: string;
  /** If a value is left out or deleted: the fault alone, without this consequence. */
  readonly cause?: string;
  /** The id of another event, which must be resolved first. */
  readonly waitsFor?: string;
  /** The ids of the newer events that have set a value which was left out, the oldest first. */
  readonly newerEvents?: readonly string[];
  /** The place in a file. */
  readonly place?: Place;
  /** The corrected line of the file. It is only shown together with the line itself. */
  readonly instead?: string;
  /** The place in a payload or in the planned call: `form_response.answers`, `additionalFields.birthdate`. */
  readonly path?: string;
  /** The certain correction: all edits together. They do not overlap. */
  readonly fix?: readonly Edit[];
}

/** The properties of a diagnostic besides its code and message. `severity` overrides that of the code. */
export interface DiagnosticDetails {
  readonly hint?: string | undefined;
  readonly meant?: string | undefined;
  readonly cause?: string | undefined;
  readonly waitsFor?: string | undefined;
  readonly newerEvents?: readonly string[] | undefined;
  readonly place?: Place | undefined;
  readonly instead?: string | undefined;
  readonly path?: string | undefined;
  readonly fix?: readonly Edit[] | undefined;
  readonly severity?: Severity | undefined;
}

/** Makes a diagnostic. Its severity is that of its code, unless `details` overrides it. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  const {
    severity = codes[code].severity,
    hint,
    meant,
    cause,
    waitsFor,
    newerEvents,
    place,
    instead,
    path,
    fix,
  } = details;
  return withoutAbsent({
    code,
    severity,
    message,
    hint,
    meant,
    cause,
    waitsFor,
    newerEvents,
    place,
    instead,
    path,
    fix,
  });
}

/** Returns the diagnostic to show if there is space for only one: the first error, else the first. */
export function mainDiagnostic(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(each => each.severity === 'error') ?? diagnostics[0];
}

/** True if any of the diagnostics is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(each => each.severity === 'error');
}
