import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../postgres/connection/database.ts';
import type { Transaction } from '../postgres/connection/transaction.ts';
import { unusableDatabase } from '../postgres/connection/unusable-database.ts';
import type { SqlValue } from '../postgres/connection/values.ts';
import { metaValue, setMeta } from '../postgres/rows/meta.ts';
import type { PostgresPlace } from '../postgres/store.ts';
import { StoreUnusable } from '../store-unusable.ts';
import { isRecord, isText } from '../stored/shape.ts';
import { moveNote } from './move-note.ts';
import { type ColumnKind, type MovedColumn, type RowSums, type SourceRow, sumsSql } from './row-checksum.ts';
import { type MovedTable, movedTables } from './tables.ts';

/** The progress of copying a table. */
export interface CopyProgress {
  readonly rows: number;
  /** The key of the last row. */
  readonly last: readonly (string | number)[];
}

/** An unfinished move into a database. */
export interface MoveNote {
  readonly id: string;
  /** The moved store: a hash of its ledger key, which reveals nothing about the key. */
  readonly store: string;
  readonly tables: Readonly<Record<string, CopyProgress>>;
}

/** The contents of a database into which a store will be moved. */
export type FoundTarget =
  | { readonly kind: 'empty' }
  | { readonly kind: 'begun'; readonly note: MoveNote }
  | { readonly kind: 'finished'; readonly id: string }
  | { readonly kind: 'store' };

const finishedNote = 'moved from';

/** Returns the text that identifies a store. */
export function storeMark(ledgerKey: Uint8Array): string {
  return createHash('sha256').update('move').update(ledgerKey).digest('hex').slice(0, 32);
}

/**
 * Reads the contents of a schema that has its tables. A bridge that starts there meanwhile waits for this transaction.
 */
export async function findInTarget(transaction: Transaction): Promise<FoundTarget> {
  const begun = await metaValue(transaction, moveNote);
  if (begun !== undefined) return { kind: 'begun', note: readNote(begun) };
  const id = await metaValue(transaction, finishedNote);
  if (id !== undefined) return { kind: 'finished', id };
  const key = await metaValue(transaction, 'ledger key');
  return { kind: key === undefined ? 'empty' : 'store' };
}

/**
 * Does the same for a schema that may have no tables yet. It changes nothing.
 * @throws StoreUnusable if it cannot be read
 */
export async function lookIntoTarget(
  database: Database,
  { url, schema }: PostgresPlace,
): Promise<FoundTarget> {
  try {
    return await database.read(async transaction => {
      const meta = await transaction.get<{ name: string | null }>(
        "SELECT to_regclass(quote_ident($1) || '.meta')::text AS name",
        schema,
      );
      return meta?.name == null ? { kind: 'empty' } : findInTarget(transaction);
    });
  } catch (error) {
    throw unusableDatabase(error, url);
  }
}

/** Begins a move in an empty schema, or in one with outdated rows because the file was started again. */
export async function beginInTarget(
  transaction: Transaction,
  note: Pick<MoveNote, 'id' | 'store'>,
  meta: ReadonlyMap<string, string>,
): Promise<MoveNote> {
  const begun: MoveNote = { ...note, tables: {} };
  const tables = [...movedTables.map(({ name }) => name), 'tally'].map(each => pg.escapeIdentifier(each));
  await transaction.run(`TRUNCATE ${tables.join(', ')}`);
  for (const [name, value] of meta) await setMeta(transaction, name, value);
  await writeNote(transaction, begun);
  return begun;
}

export async function writeNote(transaction: Transaction, note: MoveNote): Promise<void> {
  await setMeta(transaction, moveNote, JSON.stringify(note));
}

/** Ends a move: from now on the schema is a store. Its numbers continue after the highest one that was ever assigned. */
export async function finishInTarget(
  transaction: Transaction,
  schema: string,
  id: string,
  lastNumbers: ReadonlyMap<MovedTable, number>,
): Promise<void> {
  for (const [{ name, key }, last] of lastNumbers) {
    if (last > 0)
      await transaction.run(
        "SELECT setval(pg_get_serial_sequence(quote_ident($1) || '.' || quote_ident($2), $3), $4::bigint)",
        schema,
        name,
        key[0] ?? '',
        last,
      );
  }
  await transaction.run('DELETE FROM meta WHERE name = $1', moveNote);
  await setMeta(transaction, finishedNote, id);
}

/** Returns the columns of a table, in its order. */
export async function movedColumns(
  transaction: Transaction,
  table: string,
  schema: string,
): Promise<readonly MovedColumn[]> {
  const rows = await transaction.all<{ name: string; type: string }>(
    `SELECT attname::text AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = to_regclass(quote_ident($1) || '.' || quote_ident($2)) AND attnum > 0 AND NOT attisdropped
     ORDER BY attnum`,
    schema,
    table,
  );
  return rows.map(({ name, type }) => ({ name, type, kind: kindOf(type) }));
}

function kindOf(type: string): ColumnKind {
  const kinds: Readonly<Record<string, ColumnKind>> = {
    bigint: 'number',
    integer: 'number',
    smallint: 'number',
    boolean: 'boolean',
    text: 'text',
    bytea: 'bytes',
  };
  const kind = kinds[type];
  if (kind === undefined) throw new Error(`a move knows no ${type}`);
  return kind;
}

/** Inserts rows unchanged, with their numbers. */
export async function insertRows(
  transaction: Transaction,
  table: MovedTable,
  columns: readonly MovedColumn[],
  rows: readonly SourceRow[],
): Promise<void> {
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const lists = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  await transaction.run(
    `INSERT INTO ${pg.escapeIdentifier(table.name)} (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${lists})`,
    ...columns.map(column => valuesOf(column, rows)),
  );
}

/** Returns PostgreSQL's sums of the rows with the same keys as these rows. */
export async function sumsInTarget(
  transaction: Transaction,
  table: MovedTable,
  columns: readonly MovedColumn[],
  rows: readonly SourceRow[],
): Promise<RowSums> {
  const keys = columns.filter(({ name }) => table.key.includes(name));
  const lists = keys.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const names = keys.map(({ name }) => pg.escapeIdentifier(name));
  const isWanted = names.map(name => `t.${name} = wanted.${name}`).join(' AND ');
  const found = await transaction.get<{ rows: number; first: string; second: string }>(
    `${sumsSql(columns)} FROM unnest(${lists}) AS wanted (${names.join(', ')})
       JOIN ${pg.escapeIdentifier(table.name)} t ON ${isWanted}) hashed`,
    ...keys.map(column => valuesOf(column, rows)),
  );
  if (!found) throw new Error('PostgreSQL gave no sums');
  return { rows: found.rows, first: BigInt(found.first), second: BigInt(found.second) };
}

export async function countInTarget(transaction: Transaction, table: string): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${pg.escapeIdentifier(table)}`;
  return (await transaction.get<{ count: number }>(sql))?.count ?? 0;
}

function valuesOf({ name, kind }: MovedColumn, rows: readonly SourceRow[]): SqlValue {
  return rows.map(row => {
    const value = row[name] ?? null;
    return kind === 'boolean' && value !== null ? value === 1 : value;
  });
}

function readNote(text: string): MoveNote {
  const json: unknown = JSON.parse(text);
  if (isNote(json)) return json;
  throw new StoreUnusable('what is noted of a move into this database cannot be read; empty its schema');
}

function isNote(json: unknown): json is MoveNote {
  return isRecord(json) && isText(json.id) && isText(json.store) && isRecord(json.tables);
}
