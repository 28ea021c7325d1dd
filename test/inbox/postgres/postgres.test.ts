import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import { describeStore } from '../store-contract.ts';
import { type PostgresServer, startPostgres } from './server.ts';

let server: PostgresServer;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});

afterAll(() => server.stop());

describeStore('PostgreSQL', async () => {
  const schema = `store_${randomBytes(6).toString('hex')}`;
  return {
    open: clock => openPostgresStore({ url, schema }, { clock }),
    remove: async () => {},
  };
});
