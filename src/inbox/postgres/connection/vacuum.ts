import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onOwnConnection } from './own-connection.ts';

/** For so long transactions are waited for that may still see what was deleted, and tables that others hold. */
const patienceMs = 5_000;
const lookEveryMs = 50;

/** The code of a message that is no warning. */
const noWarning = '00000';

/**
 * Takes what was deleted out of tables and their indexes, and gives the room at their ends back. Answers whether that
 * could be done: others may hold a table, see what was deleted, or this user may not. Transactions of other users hide
 * from one that may not see all activity. It cannot be part of a transaction, so its connection is its own; it leaves
 * nothing set behind on it.
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

/** Whether something is done by now, or comes to be in time. */
async function untilDone(attempt: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + patienceMs; ; await sleep(lookEveryMs)) {
    if (await attempt()) return true;
    if (performance.now() > end) return false;
  }
}

/** Every transaction that comes before it is over, or was begun before this one. */
async function nextTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::xid::text AS id');
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('PostgreSQL gave no transaction an id');
  return id;
}

/** Whether no transaction or standby sees rows any more that were deleted before a transaction. */
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

/** What it could not do, PostgreSQL says in a warning. */
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
