/** A column whose values show together that they are those of other rows, or of another unit. */
export interface ChangedColumn {
  /** The path of its rule. */
  readonly path: string;
  /**
   * `shifted`: each row has the value that the customer of the row above or below had before. `sorted`: rows have each other's values.
   * `resized`: the numbers are those of before, multiplied by `factor`. `inverted`: the rows have the other one of two values.
   */
  readonly kind: 'shifted' | 'sorted' | 'resized' | 'inverted';
  readonly rows: readonly number[];
  readonly factor?: number;
}

/** Adds up the changed columns of parts of a list. */
export function createColumns(): {
  addAll(columns: readonly ChangedColumn[]): void;
  found(): readonly ChangedColumn[];
} {
  const columns = new Map<string, ChangedColumn>();
  return {
    addAll(added) {
      for (const each of added) {
        const key = `${each.path} ${each.kind} ${each.factor ?? ''}`;
        const rows = [...(columns.get(key)?.rows ?? []), ...each.rows];
        columns.set(key, { ...each, rows });
      }
    },
    found: () => [...columns.values()],
  };
}
