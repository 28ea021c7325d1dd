import pg from 'pg';

/** Building it over what is there may take long. */
const buildMs = 60 * 60_000;

/**
 * Makes the index by which events are found by their texts, where pg_trgm is there or can be created; the owner of a
 * database may do that. Without it the search reads each event, and `doctor` says so. Nothing is done where it is there.
 */
export async function makeWordIndex(client: pg.Client, schema: string): Promise<void> {
  const name = pg.escapeIdentifier(schema);
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `${name}.event_words_index`,
  ]);
  if (rows[0]?.there) return;
  const place = (await placeOfTrigrams(client)) ?? (await createTrigrams(client));
  if (place === undefined) return;
  const long: pg.QueryConfig & { query_timeout: number } = {
    text: `CREATE INDEX IF NOT EXISTS event_words_index ON ${name}.event_words
    USING gin (words ${pg.escapeIdentifier(place)}.gin_trgm_ops)`,
    query_timeout: buildMs,
  };
  await client.query(long);
}

/** The schema that the extension is in; undefined where it is in none. */
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
