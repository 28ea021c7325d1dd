import { randomUUID } from 'node:crypto';
import { connectDatabase, type Database } from '../postgres/connection/database.ts';
import { migrate } from '../postgres/schema/migrate.ts';
import type { PostgresPlace } from '../postgres/store.ts';
import { StoreUnusable } from '../store-unusable.ts';
import { compareTable } from './compare-table.ts';
import type { MoveSource, SourceValue } from './move-source.ts';
import { openMoveSource } from './move-source.ts';
import {
  beginInTarget,
  type FoundTarget,
  findInTarget,
  finishInTarget,
  insertRows,
  lookIntoTarget,
  type MoveNote,
  movedColumns,
  storeMark,
  writeNote,
} from './move-target.ts';
import type { MovedColumn } from './row-checksum.ts';
import { type MovedTable, movedMeta, movedTables } from './tables.ts';

/** The parameters of a move. */
export interface MoveOrder {
  /** The path of the store's file. */
  readonly from: string;
  readonly to: PostgresPlace;
  /** A description of the target, without a password. */
  readonly toWords: string;
  readonly now: () => number;
  /** Called with the progress after each batch. */
  readonly tell: (progress: MoveProgress) => void;
}

/** The progress of a move. */
export interface MoveProgress {
  readonly step: 'copying' | 'comparing';
  readonly table: string;
  readonly rows: number;
  readonly of: number;
  readonly allRows: number;
  readonly allOf: number;
}

/** The moved rows of a table. `checksum`: the same on both sides (row-checksum.ts). */
export interface MovedRows {
  readonly table: string;
  readonly rows: number;
  readonly checksum: string;
}

/** The result of a move. */
export type MoveEnd =
  | {
      readonly kind: 'moved';
      readonly tables: readonly MovedRows[];
      readonly begun: 'now' | 'before' | 'anew';
    }
  | { readonly kind: 'moved before'; readonly at: number };

/** The maximum size of one batch. */
const most = { rows: 1000, bytes: 4 * 1024 * 1024 };
/** The time limit of a statement. Counting a large table takes long, and nobody waits for it. Milliseconds. */
const statementMs = 10 * 60_000;

/** A move in progress. */
interface Move {
  readonly source: MoveSource;
  readonly database: Database;
  readonly schema: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly tell: MoveOrder['tell'];
}

/**
 * Moves a store from its file into PostgreSQL, or continues an interrupted move: each batch is stored together with
 * the progress. At the end both sides are compared and the file is marked as moved. Only then can the new store be
 * started, so at most one of the two can.
 * @throws StoreUnusable if it cannot be moved, or if the sides differ; StoreUnavailable if the database is away
 */
export async function moveStore({ from, to, toWords, now, tell }: MoveOrder): Promise<MoveEnd> {
  const source = await openMoveSource(from);
  const database = connectDatabase({ ...to, connections: 1, statementMs });
  try {
    // This check comes before the migration, because the schema may belong to another store.
    assertMayMove(source, await lookIntoTarget(database, to), to.schema);
    await migrate(to.url, to.schema);
    const begun = await begin(source, database, to.schema);
    if (begun === 'moved before') return { kind: begun, at: source.moved?.at ?? 0 };
    const counts = new Map(movedTables.map(({ name }) => [name, source.count(name)]));
    const move: Move = { source, database, schema: to.schema, counts, tell };
    const columns = await columnsOfAll(move);
    await copyAll(move, begun.note, columns);
    const tables = await compareAll(move, columns);
    if (!source.moved) source.markMoved({ id: begun.note.id, to: toWords, at: now() });
    const numbers = new Map(
      movedTables.filter(({ isNumbered }) => isNumbered).map(each => [each, source.lastNumber(each)]),
    );
    await database.write(transaction => finishInTarget(transaction, to.schema, begun.note.id, numbers));
    return { kind: 'moved', tables, begun: begun.how };
  } finally {
    await database.close();
    source.close();
  }
}

interface BegunMove {
  readonly note: MoveNote;
  readonly how: 'now' | 'before' | 'anew';
}

async function begin(
  source: MoveSource,
  database: Database,
  schema: string,
): Promise<BegunMove | 'moved before'> {
  const store = storeMark(source.ledgerKey);
  const found = await database.read(findInTarget);
  assertMayMove(source, found, schema);
  if (found.kind === 'finished') return 'moved before';
  const isThisMove =
    found.kind === 'begun' && (found.note.id === source.begun || found.note.id === source.moved?.id);
  if (isThisMove) return { note: found.note, how: 'before' };
  const id = randomUUID();
  source.noteBegun(id);
  const key = Buffer.from(source.ledgerKey).toString('hex');
  const note = await database.write(async transaction => {
    // A bridge that starts at the same moment writes a key of its own under this name, so only one of the two succeeds.
    const isFirst = await transaction.run(
      "INSERT INTO meta VALUES ('ledger key', $1) ON CONFLICT DO NOTHING",
      key,
    );
    if (found.kind === 'empty' && isFirst === 0) throw occupied(schema);
    return beginInTarget(transaction, { id, store }, metaOf(source));
  });
  return { note, how: found.kind === 'begun' ? 'anew' : 'now' };
}

function assertMayMove(source: MoveSource, found: FoundTarget, schema: string): void {
  const { moved, file } = source;
  const id = found.kind === 'begun' ? found.note.id : found.kind === 'finished' ? found.id : undefined;
  if (moved) {
    if (id === moved.id) return;
    throw new StoreUnusable(`the store ${file} was moved to ${moved.to}, which is another one than this`);
  }
  if (found.kind === 'empty') return;
  if (found.kind === 'begun' && found.note.store === storeMark(source.ledgerKey)) return;
  throw found.kind === 'begun' ? occupiedByMove(schema) : occupied(schema);
}

function occupied(schema: string): StoreUnusable {
  return new StoreUnusable(occupiedWords(schema));
}

/** Returns the message that a schema already contains a store, with the next step. */
export function occupiedWords(schema: string): string {
  return `there is a store in the schema ${schema} of this database already; name another schema (\`?schema=\`) or an empty database`;
}

function occupiedByMove(schema: string): StoreUnusable {
  return new StoreUnusable(
    `another store is being moved into the schema ${schema} of this database; name another schema (\`?schema=\`), or, to ` +
      `give that move up, empty this one: DROP SCHEMA "${schema}" CASCADE`,
  );
}

/** Returns the values that the store keeps about itself, as texts for PostgreSQL. */
function metaOf(source: MoveSource): ReadonlyMap<string, string> {
  const written = (value: SourceValue) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
  const known = movedMeta.map(name => [name, source.meta(name)] as const);
  return new Map(known.flatMap(([name, value]) => (value === undefined ? [] : [[name, written(value)]])));
}

type ColumnsOfTables = ReadonlyMap<MovedTable, readonly MovedColumn[]>;

/** Returns the columns of all tables. Both sides must have the same columns, because data in others would be lost. */
async function columnsOfAll({ source, database, schema }: Move): Promise<ColumnsOfTables> {
  const columns = await database.read(async transaction => {
    const all: [MovedTable, readonly MovedColumn[]][] = [];
    for (const table of movedTables) all.push([table, await movedColumns(transaction, table.name, schema)]);
    return all;
  });
  for (const [{ name }, ofTarget] of columns) {
    const [here, there] = [source.columns(name), ofTarget.map(each => each.name)].map(each =>
      each.toSorted().join(),
    );
    if (here !== there) throw new Error(`the columns of ${name} are not the same on both sides`);
  }
  return new Map(columns);
}

async function copyAll(move: Move, begun: MoveNote, columns: ColumnsOfTables): Promise<void> {
  const { source, database } = move;
  const progress = createProgress(move, 'copying');
  let note = begun;
  for (const [table, ofTable] of columns) {
    for (;;) {
      const before = note.tables[table.name];
      progress(table.name, before?.rows ?? 0);
      const rows = source.rowsAfter(table, before?.last, most);
      const end = rows.at(-1);
      if (!end) break;
      const last = table.key.map(name => end[name] as string | number);
      const copied = { rows: (before?.rows ?? 0) + rows.length, last };
      const next: MoveNote = { ...note, tables: { ...note.tables, [table.name]: copied } };
      await database.write(async transaction => {
        await insertRows(transaction, table, ofTable, rows);
        await writeNote(transaction, next);
      });
      note = next;
    }
  }
  // The comparison reads by key, and PostgreSQL has no statistics about the new rows yet.
  const tables = movedTables.map(({ name }) => `"${name}"`).join(', ');
  await database.write(transaction => transaction.run(`ANALYZE ${tables}`));
}

async function compareAll(move: Move, columns: ColumnsOfTables): Promise<readonly MovedRows[]> {
  const progress = createProgress(move, 'comparing');
  const compared: MovedRows[] = [];
  for (const [table, ofTable] of columns) {
    compared.push(
      await compareTable({
        ...move,
        table,
        columns: ofTable,
        most,
        compared: rows => progress(table.name, rows),
      }),
    );
  }
  return compared;
}

/** Creates the function that reports the progress of a step, from the number of finished rows in one table. */
function createProgress({ counts, tell }: Move, step: MoveProgress['step']) {
  const allOf = counts.values().reduce((sum, each) => sum + each, 0);
  const done = new Map<string, number>();
  return (table: string, rows: number): void => {
    done.set(table, rows);
    const allRows = done.values().reduce((sum, each) => sum + each, 0);
    tell({ step, table, rows, of: counts.get(table) ?? 0, allRows, allOf });
  };
}
