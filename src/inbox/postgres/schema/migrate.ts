import pg from 'pg';
import { StoreUnusable } from '../../store-unusable.ts';
import { unusableDatabase } from '../connection/unusable-database.ts';
import { migrations } from './schema.ts';

/** PostgreSQL before this version lacks what is used. */
const oldestVersion = 140_000;
/** The number under which processes that start together wait for each other; any that nobody else uses. */
const migrationLock = 5_206_117_001;
/** So long it may take to look through a large table, and to wait for another process that does it. */
const mostMs = 60 * 60_000;

/**
 * Brings the schema of a database up to date, in one transaction: a process that is killed meanwhile leaves it as it was.
 * @throws StoreUnusable where the database is none that this version can work with
 */
export async function migrate(url: string, schema: string): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    // What breaks it breaks a statement of it.
    client.on('error', () => {});
    await client.connect();
    await assertUsable(client);
    await client.query(
      `BEGIN; SET LOCAL statement_timeout TO ${mostMs}; SET LOCAL lock_timeout TO ${mostMs}`,
    );
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const name = pg.escapeIdentifier(schema);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path TO ${name};
      CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL)`);
    await bringUpToDate(client, schema);
    await client.query('COMMIT');
  } catch (error) {
    throw unusableDatabase(error, url);
  } finally {
    await client?.end().catch(() => {});
  }
}

async function assertUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; fsync: string; commit: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
       current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
  );
  const [found] = rows;
  if (!found || Number(found.version) < oldestVersion)
    throw new StoreUnusable('this PostgreSQL is too old: version 14 or newer is needed');
  if (found.encoding !== 'UTF8')
    throw new StoreUnusable(`the database is kept in ${found.encoding}; create one with ENCODING 'UTF8'`);
  if (found.fsync !== 'on' || found.commit === 'off') {
    const setting = found.fsync === 'on' ? 'synchronous_commit' : 'fsync';
    throw new StoreUnusable(
      `PostgreSQL has ${setting} = off: it says that something is written before it is on disk; set it to on`,
    );
  }
}

async function bringUpToDate(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ value: string }>("SELECT value FROM meta WHERE name = 'schema'");
  const seen = Number(rows[0]?.value ?? 0);
  if (seen > migrations.length) {
    throw new StoreUnusable(
      `the schema ${schema} of this database was written by a newer version of Fieldbridge; start that one`,
    );
  }
  for (const migration of migrations.slice(seen)) await client.query(migration);
  await client.query(
    `INSERT INTO meta VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [String(migrations.length)],
  );
}
