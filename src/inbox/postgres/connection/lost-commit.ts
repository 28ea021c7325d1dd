import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnavailable } from '../../store.ts';

/** A transaction that was begun. */
export interface Begun {
  readonly id: string;
  /** Since when PostgreSQL has not lost anything, as a text that is another one after each fault; null: not known yet. */
  readonly unbroken: string | null;
}

/** For so long it is asked whether a transaction was written whose end got lost. */
const uncertainMs = 10_000;
const askEveryMs = 200;

/** The code of a transaction that PostgreSQL has not come to yet. */
const inFuture = '22023';

/**
 * Whether a transaction was written where the answer to its commit got lost: PostgreSQL remembers, but not across a fault
 * of its own. After one, the id of a transaction that was lost may be that of another one, which was written.
 * @throws StoreUnavailable where nobody can know
 */
export async function wasWritten(pool: pg.Pool, schema: string, begun: Begun): Promise<boolean> {
  const sql = `SELECT pg_xact_status($1::xid8) AS status, (${unbrokenIn(schema)}) AS unbroken`;
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
      // It is away still.
    }
  }
  throw new StoreUnavailable('PostgreSQL was lost while it wrote; whether it did is not known');
}

/** The statement that says since when PostgreSQL has not lost anything: what is not logged is empty after a fault. */
export function unbrokenIn(schema: string): string {
  return `SELECT value FROM ${pg.escapeIdentifier(schema)}.unbroken`;
}

/** Notes that PostgreSQL has not lost anything from now on. Without it, a lost answer leaves more open. */
export async function noteUnbroken(pool: pg.Pool, schema: string): Promise<void> {
  try {
    await pool.query(
      `INSERT INTO ${pg.escapeIdentifier(schema)}.unbroken (value) VALUES ($1) ON CONFLICT DO NOTHING`,
      [randomBytes(12).toString('hex')],
    );
  } catch {
    // The next transaction finds it missing too.
  }
}
