import { codes, type DiagnosticCode } from './codes.ts';
import { type Diagnostic, diagnostic, type Place } from './diagnostic.ts';
import type { Severity } from './severity.ts';

/** The number of reported problems of one file, for each severity. Nobody reads more, and each takes time. */
export const reportedPerFile = 100;

/** The problems of one file: the reported ones, and the number of the rest. */
export interface Findings {
  /** True if one more problem of this severity would be reported. If not, callers need not make its text. */
  hasRoom(severity: Severity): boolean;
  /** Adds a problem, or only counts it above the limit. `make` is called only if it is reported. */
  add(severity: Severity, make: () => Diagnostic): void;
  /** Counts findings that are not reported. */
  count(severity: Severity, left: number): void;
  /** Returns the number of all errors, including those not reported. */
  errors(): number;
  /** Returns the reported problems in their order. The last one is the number of further problems, if any. */
  all(file: string): Diagnostic[];
}

/** Makes a list of findings that begins with those found before. */
export function createFindings(before: readonly Diagnostic[] = []): Findings {
  const told: Diagnostic[] = [];
  const numbers: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const left: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const findings: Findings = {
    hasRoom: severity => numbers[severity] < reportedPerFile,
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

/** Returns the severity of a diagnostic: `chosen`, or by default that of its code. */
export function severityOf(code: DiagnosticCode, chosen?: Severity): Severity {
  return chosen ?? codes[code].severity;
}

/** Reports the number of further problems. `severity` is the highest of them. */
export function moreProblems(severity: Severity, number: number, place: Place): Diagnostic {
  const message = `and ${number.toLocaleString('en')} more, which are not shown`;
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
