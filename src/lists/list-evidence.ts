import type { SentRow } from './batches.ts';
import { type ChangedColumn, createColumns } from './changed-columns.ts';
import { type CrossedRows, createCrossedRows, type NamedRow } from './crossed-rows.ts';
import { createDayOrders, type DayOrderOfRow, type SwappedDays } from './day-orders.ts';
import { createPairs, type ExchangedValues, type PairOfRows } from './exchanged-values.ts';
import { createMoved, type ShiftedRow, type ShiftedRows } from './moved-rows.ts';
import { createNumberSigns, type NumberSignOfRow, type OtherDecimals } from './number-signs.ts';
import { createTotalRows, type TotalRow } from './total-rows.ts';

/** The faults of a list that its rows show only together. */
export interface ListEvidence {
  /** Rows that have each other's customer number. */
  readonly crossed: readonly CrossedRows[];
  /** Rules whose order of day and month other rows contradict. */
  readonly swappedDays: readonly SwappedDays[];
  /** Rules whose sign before decimals other rows contradict. */
  readonly otherDecimals: readonly OtherDecimals[];
  /** Rules whose values are exchanged, in all rows or in single ones. */
  readonly exchanged: readonly ExchangedValues[];
  /** Rows with the values of other customers. */
  readonly moved: readonly ShiftedRow[];
  /** Columns that were moved or sorted alone, or whose numbers have another unit than before. */
  readonly changed: readonly ChangedColumn[];
  /** Rows with totals that would be sent as those of a person. */
  readonly totals: readonly TotalRow[];
}

/** Some rows of a list, as the API compares them. */
export interface ComparedRows {
  readonly rows: readonly NamedRow[];
  readonly days?: readonly DayOrderOfRow[];
  readonly numbers?: readonly NumberSignOfRow[];
  readonly pairs?: readonly PairOfRows[];
  readonly moved?: ShiftedRows;
  readonly changed?: readonly ChangedColumn[];
  /** The same rows, as they were sent. */
  readonly sent?: readonly Pick<SentRow, 'row' | 'body'>[];
}

/** Collects what the rows of a list show together, in the order of the list. */
export function createListEvidence(): {
  add(compared: ComparedRows): void;
  found(): ListEvidence;
} {
  const crossed = createCrossedRows();
  const days = createDayOrders();
  const numbers = createNumberSigns();
  const exchanged = createPairs();
  const moved = createMoved();
  const changed = createColumns();
  const totals = createTotalRows();
  return {
    add(compared) {
      for (const each of compared.rows) crossed.add(each);
      days.add(compared.days ?? []);
      numbers.add(compared.numbers ?? []);
      exchanged.addAll(compared.pairs ?? []);
      if (compared.moved) moved.addAll(compared.moved);
      changed.addAll(compared.changed ?? []);
      totals.add(compared.sent ?? []);
    },
    found: () => ({
      crossed: crossed.found(),
      swappedDays: days.found(),
      otherDecimals: numbers.found(),
      exchanged: exchanged.found(),
      moved: moved.found(),
      changed: changed.found(),
      totals: totals.found(),
    }),
  };
}

/** Returns the rows that have a warning only because of the others. */
export function doubtfulRowsOf(evidence: ListEvidence): readonly number[] {
  const { crossed, swappedDays, otherDecimals, exchanged, moved, changed, totals } = evidence;
  return [
    ...crossed.flatMap(({ row, other }) => [row, other]),
    ...[...swappedDays, ...otherDecimals].flatMap(({ doubtful }) => doubtful),
    ...[...exchanged, ...changed].flatMap(({ rows }) => rows),
    ...[...moved, ...totals].map(({ row }) => row),
  ];
}

/**
 * True if an import would probably send wrong values: the list shows one order of day and month or one sign before decimals and a
 * rule reads the other one, columns are exchanged, moved or in another unit, rows have the values of other customers, or totals would be
 * sent.
 */
export function isDoubtfulList({
  swappedDays,
  otherDecimals,
  exchanged,
  moved,
  changed,
  totals,
}: Omit<ListEvidence, 'crossed'>): boolean {
  return (
    [...swappedDays, ...otherDecimals].some(({ isMixed }) => !isMixed) ||
    exchanged.some(({ isColumn }) => isColumn) ||
    moved.length + changed.length + totals.length > 0
  );
}
