import { connectDatabase } from '../postgres/connection/database.ts';
import { inspectDatabase } from '../postgres/connection/inspect.ts';
import type { PostgresPlace } from '../postgres/store.ts';
import { isLocked } from '../sqlite/file/lock.ts';
import { assertNotMoved } from '../sqlite/file/moved.ts';
import { storeFile } from '../sqlite/file/store-path.ts';
import { StoreUnusable } from '../store-unusable.ts';
import { countSource } from './move-source.ts';
import { occupiedWords } from './move-store.ts';
import { lookIntoTarget } from './move-target.ts';
import { movedTables } from './tables.ts';

/** The amount of data that a move would copy, and the obstacles to the move. */
export interface CountedMove {
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  readonly inTheWay: readonly string[];
}

/**
 * Counts the data that a move would copy. A bridge may be running on the store; nothing is changed.
 * @throws StoreUnusable if the store cannot be read, or if the database cannot be reached
 */
export async function countMove(path: string, to: PostgresPlace): Promise<CountedMove> {
  const from = storeFile(path);
  const counts = countSource(
    from,
    movedTables.map(({ name }) => name),
  );
  const inTheWay: string[] = [];
  if (isLocked(from) === true) inTheWay.push('a bridge has the store open, and must be stopped for it');
  try {
    assertNotMoved(from);
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    inTheWay.push(error.message);
  }
  const { missingRight, readOnlyBy } = await inspectDatabase(to);
  if (missingRight !== undefined) inTheWay.push(`the user in the URL of the store lacks ${missingRight}`);
  if (readOnlyBy !== undefined) inTheWay.push('PostgreSQL is read-only there');
  const database = connectDatabase({ ...to, connections: 1 });
  try {
    const found = await lookIntoTarget(database, to);
    if (found.kind === 'store' || found.kind === 'finished') inTheWay.push(occupiedWords(to.schema));
  } finally {
    await database.close();
  }
  return { tables: [...counts].map(([table, rows]) => ({ table, rows })), inTheWay };
}
