import type { CrossedRows } from './crossed-rows.ts';
import type { SwappedDays } from './day-orders.ts';
import type { TriedRow } from './dry-run-summary.ts';
import type { ExchangedValues } from './exchanged-values.ts';
import { withoutNumber } from './failed-rows.ts';
import type { TotalRow } from './total-rows.ts';

/** A number of rows, and the first of them; `firstRow` is absent if there are none. */
export interface CountedRows {
  readonly rows: number;
  readonly firstRow?: number;
}

/** Rows without a finding, with a warning, and those that a person must correct. */
export type KindOfRow = 'fine' | 'warned' | 'refused';

/** The number of rows of each kind. */
export type RowCounts = Readonly<Record<KindOfRow, CountedRows>>;

/** Returns the rows that only the other rows of the list show to be doubtful. */
export function doubtfulTogether({
  crossed,
  swappedDays,
  exchanged,
  totals,
  repeated,
  replaced,
}: {
  readonly crossed: readonly CrossedRows[];
  readonly swappedDays: readonly SwappedDays[];
  readonly exchanged: readonly ExchangedValues[];
  readonly totals: readonly TotalRow[];
  readonly repeated: readonly { readonly row: number }[];
  readonly replaced: readonly number[];
}): ReadonlySet<number> {
  const ofPairs = crossed.flatMap(({ row, other }) => [row, other]);
  const ofDays = swappedDays.flatMap(({ doubtful }) => doubtful);
  const ofValues = exchanged.flatMap(({ rows }) => rows);
  const single = [...totals, ...repeated].map(({ row }) => row);
  return new Set([...ofPairs, ...ofDays, ...ofValues, ...single, ...replaced]);
}

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
