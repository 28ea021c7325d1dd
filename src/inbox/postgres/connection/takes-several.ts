import type pg from 'pg';
import { faultOf } from './faults.ts';
import { onOwnConnection } from './own-connection.ts';

/** A database that takes several statements at once answers these long before. Milliseconds. */
const answerMs = 2_000;
const connectMs = 2_000;
/** Some poolers pass on the first two. */
const statements = 5;

/**
 * Whether a database takes statements that are sent before the one before is answered. PostgreSQL does; of the poolers in
 * front of it, some never answer them.
 * @throws StoreUnavailable where it cannot be reached
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
