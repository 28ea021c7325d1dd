import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tellStep } from '../../step.ts';
import { faultOf, isConnectionLost, isWorthAnotherTry } from './faults.ts';
import { type Begun, selectCrashMarker, wasWritten, writeCrashMarker } from './lost-commit.ts';
import { noteBegun, Transaction } from './transaction.ts';
import { vacuumTables } from './vacuum.ts';
import { resultTypes } from './values.ts';

/** A database behind a pool of a few connections. */
export interface Database {
  /**
   * Runs work in a transaction, and repeats it after a conflict with others, so the work may change nothing but the
   * database. Resolves once the transaction is on disk.
   * @throws StoreUnavailable if it was not written, or if that is unknown
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs several reads that see the same state. */
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Vacuums tables, which removes deleted data for good; returns true if that was possible. It does not throw. */
  vacuum(tables: readonly string[]): Promise<boolean>;
  close(): Promise<void>;
}

/** The address of a database, and the callbacks of its transactions. */
export interface DatabaseOptions {
  readonly url: string;
  /** The PostgreSQL schema of its tables. */
  readonly schema: string;
  /** The maximum number of connections. */
  readonly connections: number;
  /** True if a statement may be sent before the previous one is answered (takesSeveral); default: false. */
  readonly pipeline?: boolean;
  /** The time limit of a statement, if longer than usual. Milliseconds. */
  readonly statementMs?: number;
  /** Called at the end of each transaction, to add the statements that follow from it. */
  readonly beforeCommit?: (transaction: Transaction) => Promise<void>;
  /** Called with each transaction that wrote something, once it is on disk. */
  readonly committed?: (transaction: Transaction) => void;
  /** Called with the time that each transaction waited for its first response. Seconds. */
  readonly tellRoundTrip?: ((seconds: number) => void) | undefined;
}

/** The time limits of a statement, of a wait for a lock, and of an idle transaction. Milliseconds. */
const usualStatementMs = 5_000;
const lockMs = 2_000;
const idleMs = 10_000;
/** The further time after which a silent connection is closed: PostgreSQL would have ended the statement earlier. */
const answerMs = 3_000;
const connectMs = 2_000;
/** The maximum number of attempts of a transaction that conflicts with others. */
const mostTries = 6;

/** Makes the database; it opens no connection yet. */
export function connectDatabase(options: DatabaseOptions): Database {
  const pool = poolOf(options);
  const settings = settingsOf(options);
  const begin = `BEGIN; ${settings} ${noteBegun}
    SELECT pg_current_xact_id()::text AS id, (${selectCrashMarker(options.schema)}) AS unbroken`;
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
        const beginning = timed(transaction.begin(beginReading), options);
        const [result] = await Promise.all([work(transaction), beginning]);
        const ending = client.query('COMMIT');
        // The result does not depend on the response, and the connection runs its next statement after it.
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
  // The pool replaces a broken idle connection when it needs one.
  pool.on('error', () => {});
  // If the connection breaks between two statements of a transaction, the second one fails.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}

/** Each setting lasts for one transaction, so that a pooler may use another connection for the next one. */
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

/** Rolls back, and closes the connection if it is lost or if that fails. */
async function undo(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isConnectionLost(error)) return client.release(true);
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch {
    client.release(true);
  }
}

/** Reports the time until the first response of a transaction. */
async function timed<T>(beginning: Promise<T>, { tellRoundTrip }: DatabaseOptions): Promise<T> {
  const start = performance.now();
  const answer = await beginning;
  tellRoundTrip?.((performance.now() - start) / 1000);
  return answer;
}

/** Creates the function that runs work once, in one transaction. */
function createAttempt(pool: pg.Pool, begin: string, options: DatabaseOptions) {
  const { schema, pipeline = false, beforeCommit, committed } = options;
  return async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const client = await connectionOf(pool);
    const transaction = new Transaction(client, pipeline);
    const begun = timed(transaction.begin(begin), options).then(begunBy);
    begun.then(
      ({ unbroken }) => void (unbroken === null && writeCrashMarker(pool, schema)),
      () => {},
    );
    let result: T;
    try {
      const working = work(transaction);
      result = await Promise.race([working, begun.then(() => working)]);
      await beforeCommit?.(transaction);
      // COMMIT can follow BEGIN at once, if the statements between them change nothing after a failed BEGIN.
      if (transaction.isHeldBack) await begun;
      transaction.end();
    } catch (error) {
      const fault = transaction.fail(error);
      await undo(client, fault);
      throw fault;
    }
    tellStep('commit', 'before');
    await commit({
      client,
      transaction,
      pipeline,
      wasWritten: async () => wasWritten(pool, schema, await begun),
    });
    tellStep('commit', 'after');
    committed?.(transaction);
    return result;
  };
}

/** The dependencies of a commit. */
interface Ending {
  readonly client: pg.PoolClient;
  readonly transaction: Transaction;
  readonly pipeline: boolean;
  /** Called if the response to the commit was lost. */
  readonly wasWritten: () => Promise<boolean>;
}

/** Commits; with a pipeline, COMMIT is sent without waiting for the statements before it. */
async function commit({ client, transaction, pipeline, wasWritten }: Ending): Promise<void> {
  const writing = transaction.written();
  const ending = pipeline ? client.query('COMMIT') : writing.then(() => client.query('COMMIT'));
  const [written, ended] = await Promise.allSettled([writing, ending]);
  if (written.status === 'rejected' && written.reason instanceof pg.DatabaseError) {
    // PostgreSQL then rolls back, even on COMMIT.
    await undo(client, written.reason);
    throw written.reason;
  }
  const failed = [written, ended].find(each => each.status === 'rejected');
  client.release(failed !== undefined);
  if (!failed) return;
  if (isWorthAnotherTry(failed.reason)) throw failed.reason;
  if (!(await wasWritten())) throw faultOf(failed.reason);
}

/** Reads the id of a new transaction from the last result of its BEGIN, which has several statements. */
function begunBy(results: unknown): Begun {
  const last = Array.isArray(results) ? results.at(-1) : undefined;
  return last.rows[0];
}
