import type pg from 'pg';
import { faultOf } from './faults.ts';
import { onOwnConnection } from './own-connection.ts';

/**
 * The time limit for the responses; a database that supports several statements at once needs far less. Milliseconds.
 */
const answerMs = 2_000;
const connectMs = 2_000;
/** The number of statements in the test, because some poolers forward the first two. */
const statements = 5;

/**
 * True if a database accepts a statement before the response to the previous one. PostgreSQL does; some poolers in
 * front of it never respond to such a statement.
 * @throws StoreUnavailable if it cannot be reached
 */
export async function takesSeveral(url: string): Promise<boolean> {
  const config = {
    connectionString: url,
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  };
  try {
    return await onOwnConnection(config, answersAll);
  } catch (error) {
    throw faultOf(error);
  }
}

async function answersAll(client: pg.Client): Promise<boolean> {
  try {
    await Promise.all(Array.from({ length: statements }, () => client.query('SELECT 1')));
    return true;
  } catch {
    return false;
  }
}
