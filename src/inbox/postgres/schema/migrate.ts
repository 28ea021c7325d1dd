import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnusable } from '../../store-unusable.ts';
import { codeOf, isWorthAnotherTry } from '../connection/faults.ts';
import { onOwnConnection } from '../connection/own-connection.ts';
import { unusableDatabase } from '../connection/unusable-database.ts';
import { makeWordIndex } from './make-word-index.ts';
import { type KnownSchema, ownSchema, schemaNotes, schemaState } from './versions.ts';

/** The oldest PostgreSQL version with all needed functions. */
const oldestVersion = 140_000;
/** The number of the lock with which starting processes wait for each other; no other lock has it. */
const migrationLock = 5_206_117_001;
/** The time limit for changing a large table, and for waiting for another process that does it. Milliseconds. */
const mostMs = 60 * 60_000;
const askEveryMs = 200;
/**
 * The time limit of a wait for a table: shorter than that of other transactions, which wait behind it. Milliseconds.
 */
const lockMs = 1_000;
const lockNotGiven = '55P03';
/**
 * The time limit of all other statements: after it the connection is dead, even if nothing reports that. Milliseconds.
 */
const answerMs = 8_000;
/** The time after which the locks of a silent process are released. Milliseconds. */
const idleMs = 10_000;

/**
 * Brings the schema of a database up to date in one transaction: if the process is killed meanwhile, nothing has
 * changed. A schema of a newer version stays as it is, if this version can work with it. Returns true if the schema was
 * created.
 * @throws StoreUnusable if this version cannot work with the database
 */
export async function migrate(url: string, schema: string, known: KnownSchema = ownSchema): Promise<boolean> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: answerMs,
    keepAlive: true,
  };
  try {
    return await onOwnConnection(config, async client => {
      await assertUsable(client);
      const isNew =
        !(await isUpToDate(client, schema, known)) &&
        (await givingWay(client, () => migrateAtOnce(client, schema, known)));
      if (known === ownSchema) await makeWordIndex(client, schema);
      return isNew;
    });
  } catch (error) {
    throw unusableDatabase(error, url);
  }
}

/**
 * Repeats work while other processes continue. A wait for a table with a long reader, such as a dump, blocks all
 * others from that table, so each attempt ends after a moment.
 */
async function givingWay<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + mostMs; ; await sleep(askEveryMs * (1 + 4 * Math.random()))) {
    try {
      return await work();
    } catch (error) {
      const isInTheWay = isWorthAnotherTry(error) || codeOf(error) === lockNotGiven;
      if (!isInTheWay || performance.now() > end) throw error;
      await client.query('ROLLBACK');
    }
  }
}

async function migrateAtOnce(client: pg.Client, schema: string, known: KnownSchema): Promise<boolean> {
  const name = pg.escapeIdentifier(schema);
  await client.query(
    `BEGIN; SET LOCAL statement_timeout TO ${mostMs}; SET LOCAL lock_timeout TO ${lockMs};
     SET LOCAL idle_in_transaction_session_timeout TO ${idleMs}`,
  );
  await lockOthersOut(client);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path TO ${name};
    CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL)`);
  const seen = await bringUpToDate(client, schema, known);
  await client.query('COMMIT');
  return seen === 0;
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

/** True if all migrations are done: then it is not necessary to wait for the lock. */
async function isUpToDate(client: pg.Client, schema: string, known: KnownSchema): Promise<boolean> {
  const meta = `${pg.escapeIdentifier(schema)}.meta`;
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    meta,
  ]);
  return (
    rows[0]?.there === true && (await migrationsSeen(client, schema, meta, known)) >= known.migrations.length
  );
}

async function lockOthersOut(client: pg.Client): Promise<void> {
  for (const end = performance.now() + mostMs; ; await sleep(askEveryMs)) {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [migrationLock],
    );
    if (rows[0]?.locked) return;
    if (performance.now() > end)
      throw new StoreUnusable('another process migrates the database all the time');
  }
}

async function migrationsSeen(
  client: pg.Client,
  schema: string,
  meta: string,
  known: KnownSchema,
): Promise<number> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT name, value FROM ${meta} WHERE name = ANY($1)`,
    [schemaNotes],
  );
  const { state, seen } = schemaState(rows, known);
  if (state !== 'newer') return seen;
  throw new StoreUnusable(
    `the schema ${schema} of this database was migrated by a newer version of Fieldbridge; start that one`,
  );
}

/** Runs the missing migrations; returns the number of those that were done before. */
async function bringUpToDate(client: pg.Client, schema: string, known: KnownSchema): Promise<number> {
  const seen = await migrationsSeen(client, schema, 'meta', known);
  if (seen >= known.migrations.length) return seen;
  for (const text of known.migrations.slice(seen)) {
    const long = { text, query_timeout: mostMs };
    await client.query(long);
  }
  await client.query(
    `INSERT INTO meta SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [schemaNotes, [known.migrations.length, known.leastKnown]],
  );
  return seen;
}
