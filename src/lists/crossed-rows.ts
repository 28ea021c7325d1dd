/** A row, and the hashes of its name and of the name of its customer. */
export interface NamedRow {
  readonly row: number;
  readonly named?: string;
  readonly knownAs?: string;
}

/** Two rows with each other's customer number: the name of each is that of the customer of the other one. */
export interface CrossedRows {
  readonly row: number;
  readonly other: number;
}

/** Finds the rows of a list that have each other's customer number. */
export function createCrossedRows(): {
  add(row: NamedRow): void;
  found(): readonly CrossedRows[];
} {
  const byNames = new Map<string, number>();
  const found: CrossedRows[] = [];
  return {
    add({ row, named, knownAs }) {
      if (named === undefined || knownAs === undefined || named === knownAs) return;
      const other = byNames.get(`${knownAs} ${named}`);
      if (other !== undefined) found.push({ row: other, other: row });
      byNames.set(`${named} ${knownAs}`, row);
    },
    found: () => found,
  };
}
