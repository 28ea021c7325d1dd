import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onOwnConnection } from './own-connection.ts';

/** The time limit for waiting for transactions that may still see deleted rows, and for locked tables. Milliseconds. */
const patienceMs = 5_000;
const lookEveryMs = 50;

/** The SQLSTATE code of a message that is not a warning. */
const noWarning = '00000';

/**
 * Vacuums tables and their indexes, and returns the space at their ends to the file system. Returns true if that was
 * possible: a table may be locked, a transaction may still see deleted rows, or this user may lack the right. Users
 * without the right to see all activity do not see the transactions of other users. VACUUM cannot run in a
 * transaction, so it gets a connection of its own, on which no setting remains.
 */
export async function vacuumTables(url: string, schema: string, tables: readonly string[]): Promise<boolean> {
  const config = { connectionString: url, connectionTimeoutMillis: patienceMs, keepAlive: true };
  try {
    return await onOwnConnection(config, async client => {
      const now = await nextTransaction(client);
      const areUnseen = await untilDone(() => isUnseen(client, now));
      const names = tables.map(table => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`);
      let areClean = true;
      for (const name of names) areClean = (await untilDone(async () => vacuum(client, name))) && areClean;
      return areUnseen && areClean;
    });
  } catch {
    return false;
  }
}

/** Returns true if an attempt succeeds within the time limit. */
async function untilDone(attempt: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + patienceMs; ; await sleep(lookEveryMs)) {
    if (await attempt()) return true;
    if (performance.now() > end) return false;
  }
}

/** Returns the id of a new transaction. A transaction that may still see rows deleted earlier has an older id. */
async function nextTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::xid::text AS id');
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('PostgreSQL gave no transaction an id');
  return id;
}

/** True if no transaction or standby can still see rows that were deleted before a transaction. */
async function isUnseen(client: pg.Client, before: string): Promise<boolean> {
  const { rows } = await client.query<{ unseen: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity
         WHERE (datname = current_database() OR backend_type = 'walsender')
           AND pid <> pg_backend_pid() AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
           AND greatest(age(backend_xid), age(backend_xmin)) > age($1::xid))
       AND NOT EXISTS (SELECT 1 FROM pg_prepared_xacts
         WHERE database = current_database() AND age(transaction) > age($1::xid))
       AND NOT EXISTS (SELECT 1 FROM pg_replication_slots WHERE age(xmin) > age($1::xid)) AS unseen`,
    [before],
  );
  return rows[0]?.unseen === true;
}

/** True if a table was vacuumed without a warning, because PostgreSQL reports skipped work as a warning. */
async function vacuum(client: pg.Client, table: string): Promise<boolean> {
  let isWarned = false;
  const hear = ({ code }: { readonly code?: string | undefined }) => {
    isWarned ||= code !== noWarning;
  };
  client.on('notice', hear);
  try {
    await client.query(`VACUUM (ANALYZE, TRUNCATE, INDEX_CLEANUP ON, SKIP_LOCKED) ${table}`);
    return !isWarned;
  } finally {
    client.off('notice', hear);
  }
}
