import type { Database } from '../postgres/connection/database.ts';
import { StoreUnusable } from '../store-unusable.ts';
import type { MoveSource } from './move-source.ts';
import { countInTarget, sumsInTarget } from './move-target.ts';
import {
  addSums,
  isSameSums,
  type MovedColumn,
  noRows,
  type SourceRow,
  sumsOfRows,
  sumsText,
} from './row-checksum.ts';
import type { MovedTable } from './tables.ts';

/** A table to be compared on both sides. */
export interface ComparedTable {
  readonly source: MoveSource;
  readonly database: Database;
  readonly table: MovedTable;
  readonly columns: readonly MovedColumn[];
  /** The maximum size of one batch. */
  readonly most: { readonly rows: number; readonly bytes: number };
  /** Called with the number of rows compared so far. */
  readonly compared: (rows: number) => void;
}

/**
 * Compares all rows of a table on both sides; each row is read back.
 * @throws StoreUnusable if they differ, with the first different row
 */
export async function compareTable(
  to: ComparedTable,
): Promise<{ readonly table: string; readonly rows: number; readonly checksum: string }> {
  const { source, database, table, columns, most, compared } = to;
  let here = noRows;
  let there = noRows;
  let last: SourceRow | undefined;
  for (;;) {
    compared(here.rows);
    const after = last && table.key.map(name => last?.[name] ?? null);
    const rows = source.rowsAfter(table, after, most);
    if (rows.length === 0) break;
    const ofBatch = sumsOfRows(columns, rows);
    const found = await database.read(transaction => sumsInTarget(transaction, table, columns, rows));
    if (!isSameSums(ofBatch, found)) throw differing(table, await firstDifferent(to, rows));
    here = addSums(here, ofBatch);
    there = addSums(there, found);
    last = rows.at(-1);
  }
  const count = await database.read(transaction => countInTarget(transaction, table.name));
  if (count !== here.rows) throw differing(table, `${here.rows} rows in the file, ${count} in PostgreSQL`);
  return { table: table.name, rows: count, checksum: sumsText(there) };
}

/** Names the first different row if its key is one number. A key of texts may identify a person, so it is not shown. */
async function firstDifferent(to: ComparedTable, rows: readonly SourceRow[]): Promise<string> {
  const { database, table, columns } = to;
  for (const row of rows) {
    const found = await database.read(transaction => sumsInTarget(transaction, table, columns, [row]));
    if (isSameSums(sumsOfRows(columns, [row]), found)) continue;
    const numbers = table.key.map(name => row[name]).filter(each => typeof each === 'number');
    const what = found.rows === 0 ? 'is missing in PostgreSQL' : 'is not the same in PostgreSQL';
    return `the row ${numbers.length > 0 ? `${table.key[0]} ${numbers[0]}` : 'with one of the keys'} ${what}`;
  }
  return 'a row is not the same in PostgreSQL';
}

function differing({ name }: MovedTable, where: string): StoreUnusable {
  return new StoreUnusable(
    `what was copied of ${name} is not what the store has (${where}): nothing was marked as moved, and the store can be ` +
      'started as before. Somebody else wrote into that schema, or this is a fault of this program; empty the schema, ' +
      'and move again',
  );
}
