import { afterAll, beforeAll, expect } from 'vitest';
import { migrate } from '../../../src/inbox/postgres/schema/migrate.ts';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import { describeStore } from '../store-contract.ts';
import { nextVersion } from './next-version.ts';
import { type Pooler, startPooler } from './pooler.ts';
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

describeStore(
  'PostgreSQL, behind a pooler in transaction mode, with the schema of the version after',
  async () => {
    const schema = await schemas.take();
    return {
      open: clock => openPostgresStore({ url, schema }, { clock, dueMarkTimes: wholeLooks }),
      remove: () => schemas.giveBack(schema),
    };
  },
  50,
);
