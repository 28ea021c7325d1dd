import type { TriedRow } from './dry-run-summary.ts';
import { withoutNumber } from './failed-rows.ts';

/** A number of rows, and the first of them; `firstRow` is absent if there are none. */
export interface CountedRows {
  readonly rows: number;
  readonly firstRow?: number;
}

/** Rows without a finding, with a warning, and those that a person must correct. */
export type KindOfRow = 'fine' | 'warned' | 'refused';

/** The number of rows of each kind. */
export type RowCounts = Readonly<Record<KindOfRow, CountedRows>>;

/** Counts the rows of each kind. `doubtful`: rows that have a warning although nothing is wrong with them alone. */
export function countsOf(
  { fine, warned, refused }: Readonly<Record<KindOfRow, readonly number[]>>,
  doubtful: ReadonlySet<number>,
): RowCounts {
  const late = fine.filter(row => doubtful.has(row));
  return {
    fine: countOf(fine.filter(row => !doubtful.has(row))),
    warned: countOf([...warned, ...late].toSorted((one, other) => one - other)),
    refused: countOf(refused),
  };
}

function countOf(rows: readonly number[]): CountedRows {
  const [firstRow] = rows;
  return { rows: rows.length, ...(firstRow !== undefined && { firstRow }) };
}

const needsPerson: ReadonlySet<string | undefined> = new Set(['failed', 'held', 'uncertain', 'gone']);

/** Returns the kind of a row alone. */
export function kindOfRow({ outcome, code, severity, known, differs, setBy, earlier }: TriedRow): KindOfRow {
  const isUnsent = outcome === 'duplicate' && (differs === true || needsPerson.has(known));
  const isRefused = outcome === 'failed' || outcome === 'held' || code === withoutNumber || isUnsent;
  if (isRefused) return 'refused';
  const isOther = setBy !== undefined || earlier?.differs === true;
  const hasFinding = severity === 'warning' || severity === 'error';
  return hasFinding || isOther ? 'warned' : 'fine';
}
