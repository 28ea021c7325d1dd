import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPooler } from './pooler.ts';
import { type PostgresServer, startPostgres } from './server.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

describe('the pooler of these tests', () => {
  it('keeps no session of a client, like other poolers', async () => {
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
    // A client that disconnects within a transaction leaves no open transaction.
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
