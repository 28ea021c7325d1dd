import pg from 'pg';
import { faultOf } from './faults.ts';

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
  const client = new pg.Client({
    connectionString: url,
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    application_name: 'fieldbridge',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw faultOf(error);
  }
  try {
    await Promise.all(Array.from({ length: statements }, () => client.query('SELECT 1')));
    return true;
  } catch {
    return false;
  } finally {
    // One that hangs says no goodbye.
    void client.end().catch(() => {});
  }
}
