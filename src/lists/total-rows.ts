/** A row at the end of a list that has the totals of its columns, by a word in one of them. */
export interface TotalRow {
  readonly row: number;
  readonly column: string;
  /** The word as the row has it. */
  readonly word: string;
}

/** Finds rows with totals at the end of a list: a word for them in a column in which no other row has one. */
export function createTotalRows(): {
  add(rows: readonly { readonly row: number; readonly body: string }[]): void;
  found(): readonly TotalRow[];
} {
  const byColumn = new Map<string, { first: TotalRow; rows: number }>();
  const last: number[] = [];
  return {
    add(rows) {
      for (const { row, body } of rows) {
        last.push(row);
        if (last.length > mostLast) last.shift();
        if (!mayHaveTotal.test(body)) continue;
        for (const { column, word } of totalsIn(body)) {
          const known = byColumn.get(column);
          if (known) known.rows += 1;
          else byColumn.set(column, { first: { row, column, word }, rows: 1 });
        }
      }
    },
    found() {
      const single = [...byColumn.values()].flatMap(({ first, rows }) => (rows === 1 ? [first] : []));
      const byRow = new Map(single.toReversed().map(each => [each.row, each]));
      return [...byRow.values()]
        .filter(({ row }) => last.includes(row))
        .toSorted((one, other) => one.row - other.row);
    },
  };
}

/** The totals are in one of the last rows: below them may be an average, or the day of the export. */
const mostLast = 3;

const totals =
  /^(?:(?:gesamt|zwischen|end)?summen?|gesamt(?:ergebnis|betrag|zahl|anzahl)?|insgesamt|(?:grand |sub ?)?totals?|totale|totaal|sum|anzahl|durchschnitt|mittelwert|average|mean|count|somme|moyenne|suma|∑|Σ)(?: ?[:=(][^\p{L}]{0,40}| [\d.,]{1,20}| \(?\d{1,9} \p{L}{1,20}\)?)?$/iu;
const mayHaveTotal =
  /summe|gesamt|tota|sum|anzahl|durchschnitt|mittelwert|average|mean|count|somme|moyenne|∑|Σ/i;

function totalsIn(body: string): readonly Pick<TotalRow, 'column' | 'word'>[] {
  const row: unknown = JSON.parse(body);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [];
  return Object.entries(row).flatMap(([column, value]) => {
    const word = typeof value === 'string' ? value.trim() : '';
    return word.length <= longestWord && totals.test(word) ? [{ column, word }] : [];
  });
}

const longestWord = 60;
