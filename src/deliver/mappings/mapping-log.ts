import { basename } from 'node:path';
import { type Diagnostic, mainDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { MappingHold } from '../../inbox/mapping-hold.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { SeenChange } from '../destinations/catalog-history.ts';
import type { Report } from '../report.ts';
import { type Assessment, changesFor } from './assess-mapping.ts';

/** Writes the log lines about mappings: each new fault, and one line when none is left. */
export interface MappingLog {
  note(mapping: Mapping, assessment: Assessment, now: HoldStatus): void;
  /** Resets the log state of the mappings with these names. */
  forget(isGone: (mapping: string) => boolean): void;
}

/** The hold of a mapping, and whether it just began or ended. */
export interface HoldStatus {
  readonly holdChange: HoldChange | undefined;
  /** The current hold. */
  readonly held: MappingHold | undefined;
}

/** A hold begins (or existed before the start), or ends, with the number of waiting calls. */
export type HoldChange =
  | { readonly kind: 'held'; readonly waiting: number }
  | { readonly kind: 'released'; readonly waiting: number; readonly since: number };

/** Starts with nothing logged. */
export function createMappingLog(report: (report: Report) => void): MappingLog {
  const logged = new Map<string, ReadonlyMap<string, Severity>>();
  return {
    note(mapping, assessment, { holdChange, held }) {
      const { name } = mapping;
      const before = logged.get(name) ?? new Map<string, Severity>();
      const fresh = assessment.diagnostics.filter(
        each => isWorthLogging(each, assessment) && isWorse(each, before),
      );
      const now = remaining(before, assessment.diagnostics);
      for (const each of fresh) now.set(keyOf(each), each.severity);
      logged.set(name, now);
      if (holdChange?.kind === 'released') report(releasedReport(name, holdChange));
      const details = misfit(name, fresh, changesFor(fresh, assessment.changes));
      if (held && holdChange?.kind === 'held') {
        const fields = { ...holdFields(held), ...details, waiting: holdChange.waiting };
        report({ what: 'mapping held', details: fields });
      } else if (fresh.length > 0) report({ what: 'mapping has errors', details });
      else if (holdChange === undefined && before.size > 0 && now.size === 0)
        report({ what: 'mapping valid again', details: { mapping: name } });
    },
    forget(isGone) {
      for (const name of logged.keys()) if (isGone(name)) logged.delete(name);
    },
  };
}

/** Warnings are logged if a change caused them; otherwise the author of the mapping has seen them. */
function isWorthLogging(each: Diagnostic, { changes }: Assessment): boolean {
  if (each.severity === 'error') return true;
  return each.severity === 'warning' && changesFor([each], changes).length > 0;
}

function isWorse(each: Diagnostic, before: ReadonlyMap<string, Severity>): boolean {
  const known = before.get(keyOf(each));
  return known === undefined || (known !== 'error' && each.severity === 'error');
}

/**
 * Returns the logged faults that still exist, also if they became milder: a status name may be tried again after a
 * while.
 */
function remaining(
  before: ReadonlyMap<string, Severity>,
  diagnostics: readonly Diagnostic[],
): Map<string, Severity> {
  const keys = new Set(diagnostics.map(keyOf));
  return new Map([...before].filter(([key]) => keys.has(key)));
}

function keyOf({ code, path, place }: Diagnostic): string {
  const about = code === 'check/unconfirmed-status' ? 'check/unknown-status' : code;
  return JSON.stringify([about, path, place?.line, place?.column]);
}

/** Returns the log fields of a hold: the proof that the mapping is faulty, by its place in the file. */
export function holdFields({ mapping, destination, since, diagnostics }: MappingHold) {
  const fatal = mainDiagnostic(diagnostics);
  return {
    mapping,
    destination,
    ...(fatal && { code: fatal.code }),
    since: isoTime(since),
    found: diagnostics.map(placed),
  };
}

type Released = Extract<HoldChange, { kind: 'released' }>;

function releasedReport(mapping: string, { since, waiting }: Released): Report {
  return { what: 'mapping released', details: { mapping, since: isoTime(since), waiting } };
}

/** Logs that a held mapping is missing or unusable now. */
export function goneReport(mapping: string, { since, waiting }: Released): Report {
  return {
    what: 'held mapping removed',
    details: { mapping, since: isoTime(since), waiting },
  };
}

function misfit(mapping: string, fresh: readonly Diagnostic[], changes: readonly SeenChange[]) {
  return {
    mapping,
    ...(fresh.length > 0 && { found: fresh.map(placed) }),
    ...(changes.length > 0 && { changes: changes.map(change => change.words) }),
  };
}

function placed({ code, place }: Diagnostic): string {
  return place ? `${basename(place.file)}:${place.line}:${place.column} ${code}` : code;
}
