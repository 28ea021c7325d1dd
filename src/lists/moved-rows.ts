/** A row with the values that the customer of another row had before. */
export interface ShiftedRow {
  readonly row: number;
  readonly other: number;
  /** True if several values show it. */
  readonly isSure: boolean;
}

/** The rows with values of other customers, and the number of those that keep a value, and of those with new values only. */
export interface ShiftedRows {
  readonly rows: readonly ShiftedRow[];
  readonly kept: number;
  readonly fresh: number;
}

/** Adds up the rows with values of other customers, in the order of the list. */
export function createMoved(): {
  addAll(moved: ShiftedRows): void;
  found(): readonly ShiftedRow[];
} {
  const rows: ShiftedRow[] = [];
  let kept = 0;
  let fresh = 0;
  return {
    addAll(moved) {
      rows.push(...moved.rows);
      kept += moved.kept;
      fresh += moved.fresh;
    },
    found() {
      if (rows.filter(each => each.isSure).length >= leastSure) return rows;
      const others = new Set(rows.map(({ other }) => other));
      const isWhole = kept === 0 && fresh <= 1 && others.size === rows.length;
      return isWhole && rows.length >= leastWhole ? rows : [];
    },
  };
}

/** The number of rows with several values of another customer that are no chance. */
const leastSure = 2;
/** The number of rows with one such value each, if no row of the list keeps a value. */
const leastWhole = 4;
