import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Schemas of one database that tests use one after another, because making one takes longer than most tests. */
export interface ReusedSchemas {
  /** Returns an empty schema for exclusive use until it is given back. */
  take(): Promise<string>;
  /** Empties a schema for the next test. */
  giveBack(schema: string): Promise<void>;
  close(): Promise<void>;
}

/** Reused schemas made by `make`. Rows that it writes are in the tables whenever a schema is taken. */
export async function reuseSchemas(
  url: string,
  make: (schema: string) => Promise<void>,
): Promise<ReusedSchemas> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const free: string[] = [];
  return {
    async take() {
      const given = free.pop();
      if (given !== undefined) return given;
      const schema = `store_${randomBytes(6).toString('hex')}`;
      await make(schema);
      await keepContents(client, schema);
      return schema;
    },
    async giveBack(schema) {
      await restoreContents(client, schema);
      free.push(schema);
    },
    close: () => client.end(),
  };
}

const nameOfKept = (schema: string) => `kept_${schema}`;

async function keepContents(client: pg.Client, schema: string): Promise<void> {
  const kept = nameOfKept(schema);
  await client.query(`CREATE SCHEMA ${kept}`);
  for (const table of await tablesOf(client, schema)) {
    const { rowCount } = await client.query(`SELECT FROM ${schema}.${table} LIMIT 1`);
    if (rowCount) await client.query(`CREATE TABLE ${kept}.${table} AS TABLE ${schema}.${table}`);
  }
}

/** Restarts sequences too; foreign keys and triggers do not interfere. */
async function restoreContents(client: pg.Client, schema: string): Promise<void> {
  const kept = nameOfKept(schema);
  const full = new Set(await tablesOf(client, kept));
  const tables = await tablesOf(client, schema);
  const { rows: sequences } = await client.query<{ name: string }>(
    'SELECT quote_ident(sequencename) AS name FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL',
    [schema],
  );
  await client.query(
    [
      'BEGIN',
      'SET LOCAL session_replication_role TO replica',
      ...tables.map(table => `DELETE FROM ${schema}.${table}`),
      ...[...full].map(table => `INSERT INTO ${schema}.${table} SELECT * FROM ${kept}.${table}`),
      ...sequences.map(({ name }) => `ALTER SEQUENCE ${schema}.${name} RESTART`),
      'COMMIT',
    ].join('; '),
  );
}

async function tablesOf(client: pg.Client, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  return rows.map(({ name }) => name);
}
