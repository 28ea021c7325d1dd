import pg from 'pg';

/** The time limit for building the index over existing data. Milliseconds. */
const buildMs = 60 * 60_000;

/** The number of the lock with which one of several starting processes makes the index; no other lock has it. */
const indexLock = 520_611_702;

/**
 * Makes the index by which events are found by their texts, if the extension pg_trgm exists or can be created, as the
 * owner of a database may do. Without it the search reads each event, and `doctor` reports that. Does nothing if the
 * index exists, or if another process is making it, because waiting is not necessary.
 */
export async function makeWordIndex(client: pg.Client, schema: string): Promise<void> {
  if (await isThere(client, schema)) return;
  const place = (await placeOfTrigrams(client)) ?? (await createTrigrams(client));
  if (place === undefined) return;
  const name = pg.escapeIdentifier(schema);
  const long: pg.QueryConfig & { query_timeout: number } = {
    text: `CREATE INDEX event_words_index ON ${name}.event_words
    USING gin (words ${pg.escapeIdentifier(place)}.gin_trgm_ops)`,
    query_timeout: buildMs,
  };
  await client.query('BEGIN');
  // Another process may have made the index since, and released the lock.
  if ((await lockWordIndex(client, schema)) && !(await isThere(client, schema))) await client.query(long);
  await client.query('COMMIT');
}

/**
 * Run it in a transaction: it prevents other processes from making the index until the transaction ends. Returns
 * false if another one has the lock.
 */
export async function lockWordIndex(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked',
    [indexLock, schema],
  );
  return rows[0]?.locked === true;
}

async function isThere(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `${pg.escapeIdentifier(schema)}.event_words_index`,
  ]);
  return rows[0]?.there === true;
}

/** The schema of the extension; undefined if the extension is not installed. */
async function placeOfTrigrams(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    `SELECT nspname AS place FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
     WHERE extname = 'pg_trgm'`,
  );
  return rows[0]?.place;
}

async function createTrigrams(client: pg.Client): Promise<string | undefined> {
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
  } catch (error) {
    // It is not installed, this user may not create it, or another process is creating it right now.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  return placeOfTrigrams(client);
}
