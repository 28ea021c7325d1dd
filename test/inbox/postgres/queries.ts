import pg from 'pg';

/** Returns the rows of a statement that a test sends over a connection of its own. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The ids of all events in a schema. */
export async function eventIds(url: string, schema: string): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ id: string }>(url, `SELECT id FROM ${schema}.event`);
  return new Set(rows.map(({ id }) => id));
}
