import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnavailable } from '../../store.ts';

/** A transaction after its BEGIN. */
export interface Begun {
  readonly id: string;
  /** A random text that PostgreSQL loses in a crash; then another one is written. null: none is written yet. */
  readonly unbroken: string | null;
}

/** The time limit for finding out whether a transaction was committed whose response was lost. Milliseconds. */
const uncertainMs = 10_000;
const askEveryMs = 200;

/** The SQLSTATE code for a transaction id that PostgreSQL has not reached yet. */
const inFuture = '22023';

/**
 * True if a transaction was committed although the response to its commit was lost. PostgreSQL remembers that, but
 * not across a crash: after one, another committed transaction may have the same id.
 * @throws StoreUnavailable if that is unknown
 */
export async function wasWritten(pool: pg.Pool, schema: string, begun: Begun): Promise<boolean> {
  const sql = `SELECT pg_xact_status($1::xid8) AS status, (${selectCrashMarker(schema)}) AS unbroken`;
  for (const end = performance.now() + uncertainMs; performance.now() < end; await sleep(askEveryMs)) {
    try {
      const { rows } = await pool.query<{ status: string | null; unbroken: string | null }>(sql, [begun.id]);
      const [found] = rows;
      if (found?.status === 'aborted') return false;
      const isUnbroken = begun.unbroken !== null && begun.unbroken === found?.unbroken;
      if (found?.status === 'committed' && isUnbroken) return true;
      if (found?.status === 'committed') break;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === inFuture) return false;
      // The database is still unavailable.
    }
  }
  throw new StoreUnavailable('PostgreSQL was lost during a commit; its result is not known');
}

/** The query for the crash marker. Its table is unlogged, so it is empty after a crash. */
export function selectCrashMarker(schema: string): string {
  return `SELECT value FROM ${pg.escapeIdentifier(schema)}.crash_marker`;
}

/** Writes the crash marker if it is missing. Without it, the result of a commit with a lost response stays unknown. */
export async function writeCrashMarker(pool: pg.Pool, schema: string): Promise<void> {
  try {
    await pool.query(
      `INSERT INTO ${pg.escapeIdentifier(schema)}.crash_marker (value) VALUES ($1) ON CONFLICT DO NOTHING`,
      [randomBytes(12).toString('hex')],
    );
  } catch {
    // The next transaction finds the marker missing and tries again.
  }
}
