import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fillInLedger } from '../operations/fill-in-ledger.ts';
import { createClaims } from '../owned/claims.ts';
import type { Connection } from '../sqlite/connection/connection.ts';
import { ledgerSecret } from '../sqlite/delivery/ledger.ts';
import { trimLinks } from '../sqlite/delivery/trim-links.ts';
import { copyReason, markAsCopy } from '../sqlite/file/copies.ts';
import { examineAtStart } from '../sqlite/file/examine-at-start.ts';
import { isLocked, takeLock } from '../sqlite/file/lock.ts';
import {
  type MovedMark,
  markMoved,
  moveBegun,
  movedMark,
  noteMoveBegun,
  unmarkMoved,
} from '../sqlite/file/moved.ts';
import { openDatabase } from '../sqlite/file/open-database.ts';
import { openReadOnly, unreadable } from '../sqlite/file/read-only.ts';
import { storeFile } from '../sqlite/file/store-path.ts';
import { statementsOf, takeSteps } from '../sqlite/operate/operation-store.ts';
import { openPlanningMark } from '../sqlite/planning/planning-mark.ts';
import { noteWaitingBatch } from '../sqlite/rows/waits-at.ts';
import { StoreUnusable } from '../store-unusable.ts';

/** The value of a column in SQLite. */
export type SourceValue = string | number | Uint8Array | null;

/** A table to be read in the order of its key. */
export interface SourceTable {
  readonly name: string;
  readonly key: readonly string[];
}

/** A store in a file that is being moved, and is not in use. */
export interface MoveSource {
  /** The path of the file. */
  readonly file: string;
  /** The place to which it was already moved. */
  readonly moved: MovedMark | undefined;
  /** The id of the move that was begun. */
  readonly begun: string | undefined;
  columns(table: string): readonly string[];
  count(table: string): number;
  /**
   * Returns the rows after a key, in the order of the keys: up to a number of rows and about a number of bytes, but
   * at least one row.
   */
  rowsAfter(
    table: SourceTable,
    after: readonly SourceValue[] | undefined,
    most: { readonly rows: number; readonly bytes: number },
  ): readonly Readonly<Record<string, SourceValue>>[];
  /** Returns the highest number that a table ever assigned; 0: none. */
  lastNumber(table: SourceTable): number;
  meta(name: string): SourceValue | undefined;
  /** The key of the ledger, which is different in each store. */
  readonly ledgerKey: Uint8Array;
  noteBegun(id: string): void;
  markMoved(mark: MovedMark): void;
  close(): void;
}

/**
 * Opens a store for a move, as a start would: no other process may use it. The store is examined and migrated, and
 * the event that the previous process was planning at its end is recorded.
 * @throws StoreUnusable if that is impossible, or if it is a copy about which nobody has decided
 */
export async function openMoveSource(path: string): Promise<MoveSource> {
  const file = existingFile(path);
  assertNotInUse(file);
  const lock = takeLock(file);
  let connection: Connection | undefined;
  try {
    await examineAtStart(file, { atOnceBytes: Number.POSITIVE_INFINITY, waitMs: 0 });
    connection = openDatabase(file);
    const source = sourceOf(connection, file, () => lock.release());
    assertNoCopy(connection, file);
    if (source.moved === undefined) bringUpToDate(connection, file);
    return source;
  } catch (error) {
    connection?.close();
    lock.release();
    throw error;
  }
}

/**
 * Counts the rows in these tables of a store, which may be in use. It changes nothing.
 * @throws StoreUnusable if it cannot be read
 */
export function countSource(path: string, tables: readonly string[]): ReadonlyMap<string, number> {
  const file = existingFile(path);
  const connection = openReadOnly(file);
  try {
    return new Map(tables.map(table => [table, countOf(connection, table)]));
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    connection.close();
  }
}

/**
 * Allows a moved store to be started again. Its new place may have delivered since, so it counts as a copy.
 * @throws StoreUnusable if it was not moved
 */
export async function bringBack(path: string): Promise<{ readonly file: string; readonly mark: MovedMark }> {
  const file = existingFile(path);
  assertNotInUse(file);
  const lock = takeLock(file);
  let connection: Connection | undefined;
  try {
    await examineAtStart(file, { atOnceBytes: Number.POSITIVE_INFINITY, waitMs: 0 });
    const opened = openDatabase(file);
    connection = opened;
    const mark = movedMark(opened);
    if (!mark) throw new StoreUnusable(`the store ${file} was not moved; it can be started as it is`);
    inTransaction(opened, () => {
      unmarkMoved(opened);
      markAsCopy(opened, { movedTo: mark.to, at: mark.at });
    });
    return { file, mark };
  } finally {
    connection?.close();
    lock.release();
  }
}

function existingFile(path: string): string {
  const file = storeFile(path);
  if (existsSync(file)) return file;
  throw new StoreUnusable(`there is no store at ${file} to be moved; look at the path`);
}

function assertNotInUse(file: string): void {
  if (isLocked(file) !== true) return;
  throw new StoreUnusable(
    `the store ${file} is in use: stop the bridge first, and leave it stopped until all is moved`,
  );
}

function assertNoCopy(connection: Connection, file: string): void {
  const reason = movedMark(connection) ? undefined : copyReason(connection, file);
  if (reason === undefined) return;
  throw new StoreUnusable(
    `${reason}. Before it can be moved, start it once where it is, so that its destinations are paused, and stop it again`,
  );
}

/** Records what a start would record: the event that the previous process was planning. */
function bringUpToDate(connection: Connection, file: string): void {
  inTransaction(connection, () => openPlanningMark(file, connection)).close();
  while (noteWaitingBatch(connection) > 0);
  inTransaction(connection, () => {
    takeSteps(fillInLedger(statementsOf(connection), ledgerSecret(connection)));
    trimLinks(connection, { claims: createClaims(), random: randomBytes });
  });
}

function sourceOf(connection: Connection, file: string, released: () => void): MoveSource {
  return {
    file,
    moved: movedMark(connection),
    begun: moveBegun(connection),
    ledgerKey: ledgerSecret(connection),
    columns: table => connection.all<{ name: string }>(`PRAGMA table_info(${table})`).map(({ name }) => name),
    count: table => countOf(connection, table),
    rowsAfter: (table, after, most) => rowsAfter(connection, table, after, most),
    lastNumber({ name, key }) {
      const highest = connection.get<{ number: number | null }>(
        `SELECT max(${key[0]}) AS number FROM ${name}`,
      );
      const given = connection.get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', name);
      return Math.max(highest?.number ?? 0, given?.seq ?? 0);
    },
    meta: name =>
      connection.get<{ value: SourceValue }>('SELECT value FROM meta WHERE name = ?', name)?.value,
    noteBegun: id => noteMoveBegun(connection, id),
    markMoved: mark => inTransaction(connection, () => markMoved(connection, mark)),
    close() {
      connection.close();
      released();
    },
  };
}

function countOf(connection: Connection, table: string): number {
  return connection.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0;
}

function rowsAfter(
  connection: Connection,
  { name, key }: SourceTable,
  after: readonly SourceValue[] | undefined,
  most: { readonly rows: number; readonly bytes: number },
): readonly Readonly<Record<string, SourceValue>>[] {
  const keys = key.join(', ');
  const where = after ? `WHERE (${keys}) > (${key.map(() => '?').join(', ')})` : '';
  const sql = `SELECT * FROM ${name} ${where} ORDER BY ${keys} LIMIT ${most.rows}`;
  const rows: Readonly<Record<string, SourceValue>>[] = [];
  let bytes = 0;
  for (const row of connection.iterate<Readonly<Record<string, SourceValue>>>(sql, ...(after ?? []))) {
    rows.push(row);
    bytes += Object.values(row).reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if (bytes >= most.bytes) break;
  }
  return rows;
}

function sizeOf(value: SourceValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
}

function inTransaction<Result>(connection: Connection, work: () => Result): Result {
  connection.execute('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.execute('COMMIT');
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.execute('ROLLBACK');
    throw error;
  }
}
