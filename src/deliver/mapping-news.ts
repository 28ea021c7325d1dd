import { basename } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { SeenChange } from './catalog-history.ts';
import { changesFor, type Marks } from './mark-mapping.ts';
import type { Report } from './report.ts';

/** Tells an operator how mappings stand: each thing when it is new, and once when all is well again. */
export interface MappingNews {
  tell(mapping: Mapping, marks: Marks, now: Standing): void;
  /** Forgets what was told of the mappings of these names. */
  forget(isGone: (mapping: string) => boolean): void;
}

/** Whether a mapping is held, and whether it just became so or ceased to be. */
export interface Standing {
  readonly turn: 'held' | 'released' | undefined;
  readonly held: boolean;
}

/** Begins without anything told. */
export function createMappingNews(report: (report: Report) => void): MappingNews {
  const told = new Map<string, ReadonlyMap<string, Severity>>();
  return {
    tell(mapping, marks, { turn, held }) {
      const { name } = mapping;
      const before = told.get(name) ?? new Map<string, Severity>();
      const fresh = marks.diagnostics.filter(each => isWorthTelling(each, marks) && isWorse(each, before));
      const now = remaining(before, marks.diagnostics);
      for (const each of fresh) now.set(keyOf(each), each.severity);
      told.set(name, now);
      if (fresh.length > 0) report(misfit(mapping, fresh, changesFor(fresh, marks.changes), held));
      else if (before.size > 0 && now.size === 0)
        report({ what: `mapping ${name} fits the account again`, good: true });
      else if (turn === 'held') report({ what: `mapping ${name} is held` });
      else if (turn === 'released') report({ what: `mapping ${name} goes on`, good: true });
    },
    forget(isGone) {
      for (const name of told.keys()) if (isGone(name)) told.delete(name);
    },
  };
}

/** Warnings are told where a change led to them; else whoever wrote the mapping has seen them. */
function isWorthTelling(each: Diagnostic, { changes }: Marks): boolean {
  if (each.severity === 'error') return true;
  return each.severity === 'warning' && changesFor([each], changes).length > 0;
}

function isWorse(each: Diagnostic, before: ReadonlyMap<string, Severity>): boolean {
  const known = before.get(keyOf(each));
  return known === undefined || (known !== 'error' && each.severity === 'error');
}

/** What was told and still stands, also where it became milder: a status name may be tried again after a while. */
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

function misfit(
  mapping: Mapping,
  fresh: readonly Diagnostic[],
  changes: readonly SeenChange[],
  held: boolean,
): Report {
  const what =
    changes.length > 0
      ? `mapping ${mapping.name} does not fit the account any more`
      : `mapping ${mapping.name} does not fit the config or the account`;
  return {
    what: held ? `${what}, and is held` : what,
    details: {
      found: fresh.map(({ code, place }) =>
        place ? `${basename(place.file)}:${place.line}:${place.column} ${code}` : code,
      ),
      ...(changes.length > 0 && { changes: changes.map(change => change.words) }),
    },
  };
}
