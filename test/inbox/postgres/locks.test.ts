import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../src/inbox/postgres/connection/database.ts';
import type { Transaction } from '../../../src/inbox/postgres/connection/transaction.ts';
import { lockWorkAndLook } from '../../../src/inbox/postgres/rows/locks.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
let database: Database;

beforeEach(async () => {
  await scene.open();
  const { url, schema } = scene;
  await rowsOf(url, `CREATE TABLE ${schema}.guarded (value int)`);
  database = connectDatabase({ url, schema, connections: 2, pipeline: true });
});

afterEach(() => database.close());

async function guarded(transaction: Transaction): Promise<readonly number[]> {
  const rows = await transaction.all<{ value: number }>('SELECT value FROM guarded');
  return rows.map(({ value }) => value);
}

it.each([
  ['existed', ['destination salon']],
  ['is made by the previous owner', []],
])('sees the writes of the previous owner of the lock, whose row %s', async (_, there) => {
  await rowsOf(
    scene.url,
    `INSERT INTO ${scene.schema}.lease (name) SELECT unnest('{${there.map(name => `"${name}"`).join()}}'::text[])`,
  );
  let goOn = () => {};
  const mayEnd = new Promise<void>(resolve => {
    goOn = resolve;
  });
  let hasLock = () => {};
  const locked = new Promise<void>(resolve => {
    hasLock = resolve;
  });
  const before = database.write(async transaction => {
    await lockWorkAndLook(transaction, ['destination salon'], async () => {});
    transaction.write('INSERT INTO guarded VALUES (1)');
    hasLock();
    await mayEnd;
  });
  await locked;
  const after = database.write(transaction =>
    lockWorkAndLook(transaction, ['destination salon'], () => guarded(transaction)),
  );
  await sleep(100);
  goOn();
  await before;
  const { seen } = await after;
  expect(seen).toEqual([1]);
});
