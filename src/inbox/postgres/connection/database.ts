import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tellStep } from '../../step.ts';
import { faultOf, isConnectionLost, isWorthAnotherTry } from './faults.ts';
import { type Begun, noteUnbroken, unbrokenIn, wasWritten } from './lost-commit.ts';
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
  /** Whether statements may be sent before the one before is answered (takesSeveral); left out: not. */
  readonly pipeline?: boolean;
  /** How long a statement may take, where that is more than usual. Milliseconds. */
  readonly statementMs?: number;
  /** Adds to each transaction what follows from it. */
  readonly beforeCommit?: (transaction: Transaction) => Promise<void>;
  /** Hears of each transaction that wrote something, once it is on disk. */
  readonly committed?: (transaction: Transaction) => void;
}

/** A statement takes so long at most, a wait for a lock, and a transaction that stands still. Milliseconds. */
const usualStatementMs = 5_000;
const lockMs = 2_000;
const idleMs = 10_000;
/** After so much longer without an answer a connection is given up: PostgreSQL would have ended the statement before. */
const answerMs = 3_000;
const connectMs = 2_000;
/** A transaction is begun anew so often where others are in its way. */
const mostTries = 6;

/** Opens no connection yet. */
export function connectDatabase(options: DatabaseOptions): Database {
  const pool = poolOf(options);
  const settings = settingsOf(options);
  const begin = `BEGIN; ${settings}
    SELECT pg_current_xact_id()::text AS id, (${unbrokenIn(options.schema)}) AS unbroken`;
  const attempt = createAttempt(pool, begin, options);
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
      const { pipeline = false } = options;
      const transaction = new Transaction(client, pipeline);
      try {
        const beginning = transaction.begin(beginReading);
        const [result] = await Promise.all([work(transaction), beginning]);
        const ending = client.query('COMMIT');
        // Nothing depends on it; what the connection does next is done after it.
        if (pipeline) ending.catch(() => {});
        else await ending;
        client.release();
        return result;
      } catch (error) {
        const fault = transaction.fail(error);
        await undo(client, fault);
        throw faultOf(fault);
      }
    },
    vacuum: tables => vacuumTables(options.url, options.schema, tables),
    close: () => pool.end(),
  };
}

function poolOf(options: DatabaseOptions): pg.Pool {
  const { url, connections, statementMs = usualStatementMs, pipeline = false } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    pipeline,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + answerMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'fieldbridge',
    types: resultTypes,
  });
  // A connection that breaks while nobody uses it is replaced when somebody needs one.
  pool.on('error', () => {});
  // One that breaks between two statements of a transaction breaks the next of them.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}

/** Nothing is set for longer than a transaction, so that a pooler may give each one another connection. */
function settingsOf({ schema, statementMs = usualStatementMs }: DatabaseOptions): string {
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
function createAttempt(
  pool: pg.Pool,
  begin: string,
  { schema, pipeline = false, beforeCommit, committed }: DatabaseOptions,
) {
  return async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const client = await connectionOf(pool);
    const transaction = new Transaction(client, pipeline);
    let begun: Begun;
    let result: T;
    try {
      // Where the beginning was cancelled before it began anything, each statement behind it would stand for itself.
      begun = begunBy(await transaction.begin(begin));
      if (begun.unbroken === null) void noteUnbroken(pool, schema);
      result = await work(transaction);
      await beforeCommit?.(transaction);
      transaction.end();
    } catch (error) {
      const fault = transaction.fail(error);
      await undo(client, fault);
      throw fault;
    }
    tellStep('commit', 'before');
    await commit({ client, transaction, pipeline, wasWritten: () => wasWritten(pool, schema, begun) });
    tellStep('commit', 'after');
    committed?.(transaction);
    return result;
  };
}

/** What ends a transaction whose work is done. */
interface Ending {
  readonly client: pg.PoolClient;
  readonly transaction: Transaction;
  readonly pipeline: boolean;
  /** To be asked where the answer got lost. */
  readonly wasWritten: () => Promise<boolean>;
}

/** Sent right behind what is being written still, where it can be. */
async function commit({ client, transaction, pipeline, wasWritten }: Ending): Promise<void> {
  const writing = transaction.written();
  const ending = pipeline ? client.query('COMMIT') : writing.then(() => client.query('COMMIT'));
  const [written, ended] = await Promise.allSettled([writing, ending]);
  if (written.status === 'rejected' && written.reason instanceof pg.DatabaseError) {
    // After that PostgreSQL takes everything back, also where it is told to commit.
    await undo(client, written.reason);
    throw written.reason;
  }
  const failed = [written, ended].find(each => each.status === 'rejected');
  client.release(failed !== undefined);
  if (!failed) return;
  if (isWorthAnotherTry(failed.reason)) throw failed.reason;
  if (!(await wasWritten())) throw faultOf(failed.reason);
}

/** A query of several statements has several results, the last of which says what was begun. */
function begunBy(results: unknown): Begun {
  const last = Array.isArray(results) ? results.at(-1) : undefined;
  return last.rows[0];
}
