import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/inbox/postgres/schema/migrate.ts';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import { describeStore } from '../store-contract.ts';
import { nextVersion } from './next-version.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { type PostgresServer, startPostgres } from './server.ts';

let server: PostgresServer;
let pooler: Pooler;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  const database = await server.newDatabase();
  pooler = await startPooler(database);
  url = pooler.through(database);
});

afterAll(async () => {
  // Else the tests would show nothing.
  expect(pooler.handedOver()).toBeGreaterThan(1000);
  expect(pooler.refused).toEqual([]);
  await pooler.close();
  await server.stop();
});

describeStore(
  'PostgreSQL behind a pooler in transaction mode, with the schema of the version after',
  async () => {
    const schema = `store_${randomBytes(6).toString('hex')}`;
    await migrate(url, schema, nextVersion);
    return {
      open: clock => openPostgresStore({ url, schema }, { clock }),
      remove: async () => {},
    };
  },
  { histories: false },
);

describe('the pooler of these tests', () => {
  it('keeps nothing of a session for a client, as others do', async () => {
    const database = await server.newDatabase();
    const own = await startPooler(database, 2);
    const clients = [1, 2, 3].map(() => new pg.Client(own.through(database)));
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    const [one, two, three] = clients;
    if (!one || !two || !three) throw new Error('too few');
    await one.query('BEGIN');
    await two.query('BEGIN');
    const waits = three.query('SELECT 1');
    expect(await Promise.race([waits, new Promise(done => setTimeout(done, 200, 'waits'))])).toBe('waits');
    await one.query("SET lock_timeout TO '7s'");
    await one.query('COMMIT');
    await waits;
    const seen = new Set<unknown>();
    for (let each = 0; each < 4; each += 1)
      seen.add((await three.query('SHOW lock_timeout')).rows[0].lock_timeout);
    expect(seen).toContain('7s');
    // Who leaves in the middle of a transaction leaves nothing open.
    await two.query('CREATE TABLE half (id int)');
    await two.end();
    await Promise.all([one.query('BEGIN'), three.query('BEGIN')]);
    for (const client of [one, three]) {
      expect((await client.query("SELECT to_regclass('half') AS name")).rows).toEqual([{ name: null }]);
      await client.end();
    }
    const setting = new pg.Client({ connectionString: own.through(database), statement_timeout: 5 });
    await expect(setting.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout');
    await own.close();
  });
});
