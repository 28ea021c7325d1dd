import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tellStep } from '../../step.ts';
import { StoreUnavailable } from '../../store.ts';
import { faultOf, isConnectionLost, isWorthAnotherTry } from './faults.ts';
import { Transaction } from './transaction.ts';
import { vacuumTables } from './vacuum.ts';
import { resultTypes } from './values.ts';

/** A database behind a few connections, each of which serves whoever needs one next. */
export interface Database {
  /**
   * Runs a work in a transaction, and again where others were in its way: it changes nothing but the database. Resolves
   * once that is on disk.
   * @throws StoreUnavailable where it was not written, or nobody can know
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs several reads that see the same state. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Takes what was deleted out of tables for good; answers whether that could be done. It does not throw. */
  vacuum(tables: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/** What a database is reached by, and who hears of its transactions. */
export interface DatabaseOptions {
  readonly url: string;
  /** The schema of PostgreSQL that its tables are in. */
  readonly schema: string;
  /** How many connections it may have. */
  readonly connections: number;
  /** Adds to each transaction what follows from it. */
  readonly beforeCommit?: (transaction: Transaction) => Promise<void>;
  /** Hears of each transaction that wrote something, once it is on disk. */
  readonly committed?: (transaction: Transaction) => void;
}

/** A statement takes so long at most, a wait for a lock, and a transaction that stands still. Milliseconds. */
const statementMs = 5_000;
const lockMs = 2_000;
const idleMs = 10_000;
/** After so long without an answer a connection is given up: PostgreSQL would have ended the statement before. */
const answerMs = statementMs + 3_000;
const connectMs = 2_000;
/** A transaction is begun anew so often where others are in its way. */
const mostTries = 6;
/** For so long it is asked whether a transaction was written whose end got lost. */
const uncertainMs = 10_000;

/** Opens no connection yet. */
export function connectTo(options: DatabaseOptions): Database {
  const pool = poolOf(options);
  const settings = settingsOf(options.schema);
  const attempt = createAttempt(pool, `BEGIN; ${settings} SELECT pg_current_xact_id()::text AS id`, options);
  const beginReading = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`;

  return {
    async write(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!isWorthAnotherTry(error) || tries === mostTries) throw faultOf(error);
          await sleep(Math.random() * 10 * 2 ** tries);
        }
      }
    },
    async read(work) {
      const client = await connectionOf(pool);
      try {
        await client.query(beginReading);
        const result = await work(new Transaction(client));
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (error) {
        await undo(client, error);
        throw faultOf(error);
      }
    },
    vacuum: tables => vacuumTables(options.url, options.schema, tables),
    close: () => pool.end(),
  };
}

function poolOf({ url, connections }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'fieldbridge',
    types: resultTypes,
  });
  // A connection that breaks while nobody uses it is replaced when somebody needs one.
  pool.on('error', () => {});
  return pool;
}

/** Nothing is set for longer than a transaction, so that a pooler may give each one another connection. */
function settingsOf(schema: string): string {
  return [
    `search_path TO ${pg.escapeIdentifier(schema)}`,
    `statement_timeout TO ${statementMs}`,
    `lock_timeout TO ${lockMs}`,
    `idle_in_transaction_session_timeout TO ${idleMs}`,
    'jit TO off',
  ]
    .map(each => `SET LOCAL ${each};`)
    .join(' ');
}

async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw faultOf(error);
  }
}

/** What was begun is undone; a connection that is lost, or where that fails, is given up. */
async function undo(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isConnectionLost(error)) return client.release(true);
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
}

/** Tries a work in one transaction. */
function createAttempt(pool: pg.Pool, begin: string, { beforeCommit, committed }: DatabaseOptions) {
  return async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const client = await connectionOf(pool);
    const transaction = new Transaction(client);
    let id: string;
    let result: T;
    try {
      id = begunId(await client.query(begin));
      result = await work(transaction);
      await beforeCommit?.(transaction);
    } catch (error) {
      await undo(client, error);
      throw error;
    }
    tellStep('commit', 'before');
    await commit(pool, client, id);
    tellStep('commit', 'after');
    committed?.(transaction);
    return result;
  };
}

async function commit(pool: pg.Pool, client: pg.PoolClient, id: string): Promise<void> {
  try {
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    if (isWorthAnotherTry(error)) throw error;
    if (!(await wasWritten(pool, id))) throw faultOf(error);
  }
}

/** The answer to a commit got lost: whether it was done, PostgreSQL remembers. */
async function wasWritten(pool: pg.Pool, id: string): Promise<boolean> {
  for (const end = performance.now() + uncertainMs; performance.now() < end; await sleep(200)) {
    try {
      const found = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [
        id,
      ]);
      const status = found.rows[0]?.status;
      if (status === 'committed' || status === 'aborted') return status === 'committed';
    } catch {
      // It is away still.
    }
  }
  throw new StoreUnavailable(
    'PostgreSQL was lost while it wrote; whether it did will be known when it is back',
  );
}

/** A query of several statements has several results, the last of which is the id of the transaction. */
function begunId(results: unknown): string {
  const last = Array.isArray(results) ? results.at(-1) : undefined;
  return last.rows[0].id;
}
