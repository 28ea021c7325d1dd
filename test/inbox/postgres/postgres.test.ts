import { afterAll, beforeAll, expect } from 'vitest';
import { migrate } from '../../../src/inbox/postgres/schema/migrate.ts';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { describeStore } from '../store-contract.ts';
import { nextVersion } from './next-version.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { rowsOf } from './queries.ts';
import { type ReusedSchemas, reuseSchemas } from './reused-schemas.ts';
import { wholeLooks } from './scene.ts';
import { type PostgresServer, startPostgres } from './server.ts';

// The hardest conditions for a store: no session state is kept, and a newer version has already migrated the schema.
// The other tests have connections and a schema of their own.
let server: PostgresServer;
let pooler: Pooler;
let url: string;
let schemas: ReusedSchemas;

beforeAll(async () => {
  server = await startPostgres();
  const database = await server.newDatabase();
  pooler = await startPooler(database);
  url = pooler.through(database);
  schemas = await reuseSchemas(database, async schema => void (await migrate(url, schema, nextVersion)));
});

afterAll(async () => {
  // Without handovers the tests would prove nothing about the pooler.
  expect(pooler.handedOver()).toBeGreaterThan(1000);
  expect(pooler.refused).toEqual([]);
  await pooler.close();
  await schemas.close();
  await server.stop();
});

/** Closes a store, but leaves its leases: they have expired. */
async function closeAsAfterCrash(store: Store, schema: string): Promise<void> {
  const leases = await rowsOf<{ name: string; owner: string | null }>(
    url,
    `SELECT name, owner FROM ${schema}.lease`,
  );
  await store.close();
  for (const { name, owner } of leases) {
    await rowsOf(
      url,
      `UPDATE ${schema}.lease SET owner = $2, until = clock_timestamp() - interval '1 second' WHERE name = $1`,
      [name, owner],
    );
  }
}

describeStore(
  'PostgreSQL, behind a pooler in transaction mode, with the schema of the version after',
  async () => {
    const schema = await schemas.take();
    return {
      open: clock => openPostgresStore({ url, schema }, { clock, dueMarkTimes: wholeLooks }),
      crash: store => closeAsAfterCrash(store, schema),
      remove: () => schemas.giveBack(schema),
    };
  },
  50,
);
