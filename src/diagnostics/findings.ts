import { codes, type DiagnosticCode } from './codes.ts';
import { type Diagnostic, diagnostic, type Place } from './diagnostic.ts';
import type { Severity } from './severity.ts';

/** The number of problems of one file that are reported, for each severity; nobody reads more, and each costs time. */
export const toldOfFile = 100;

/** The problems of one file: the reported ones, and the number of the rest. */
export interface Findings {
  /** True if one more of this severity would be reported: a caller can save the work of making its text. */
  hasRoom(severity: Severity): boolean;
  /** Adds a problem, or only counts it at the limit; it is made only if it is reported. */
  add(severity: Severity, make: () => Diagnostic): void;
  /** Counts findings that are not reported. */
  count(severity: Severity, left: number): void;
  /** Returns the number of all errors, reported or not. */
  errors(): number;
  /** Returns the reported problems in their order, and last the number of further ones, if there are any. */
  all(file: string): Diagnostic[];
}

/** Begins with what was found before. */
export function createFindings(before: readonly Diagnostic[] = []): Findings {
  const told: Diagnostic[] = [];
  const numbers: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const left: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const findings: Findings = {
    hasRoom: severity => numbers[severity] < toldOfFile,
    add(severity, make) {
      if (!findings.hasRoom(severity)) return findings.count(severity, 1);
      numbers[severity] += 1;
      told.push(make());
    },
    count(severity, more) {
      left[severity] += more;
    },
    errors: () => numbers.error + left.error,
    all: file => [...told, ...furtherOnes(lastOf(told) ?? { file, line: 1, column: 1 }, left)],
  };
  for (const each of before) findings.add(each.severity, () => each);
  return findings;
}

/** The severity that a diagnostic of a code has, unless it says otherwise. */
export function severityOf(code: DiagnosticCode, chosen?: Severity): Severity {
  return chosen ?? codes[code].severity;
}

/** Reports the number of further problems; `severity` is that of the worst of them. */
export function moreProblems(severity: Severity, number: number, place: Place): Diagnostic {
  const message = `and ${number.toLocaleString('en')} more, of which nothing is told here`;
  return diagnostic('yaml/more-problems', message, { severity, place });
}

function furtherOnes(place: Place, left: Readonly<Record<Severity, number>>): Diagnostic[] {
  const worst = (['error', 'warning', 'info'] as const).find(severity => left[severity] > 0);
  return worst === undefined ? [] : [moreProblems(worst, left.error + left.warning + left.info, place)];
}

/** Returns the last place of the reported problems. */
function lastOf(told: readonly Diagnostic[]): Place | undefined {
  let last: Place | undefined;
  for (const { place } of told) {
    if (!place) continue;
    const after = last ? place.line - last.line || place.column - last.column : 1;
    if (after > 0) last = place;
  }
  return last && { file: last.file, line: last.line, column: last.column };
}
