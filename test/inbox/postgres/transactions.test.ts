import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../src/inbox/postgres/connection/database.ts';
import { takesSeveral } from '../../../src/inbox/postgres/connection/takes-several.ts';
import { isBegun, noteBegun, Transaction } from '../../../src/inbox/postgres/connection/transaction.ts';
import { noon } from '../contract/bench.ts';
import { acceptPlanned, deliverAll, queued, update } from '../contract/samples.ts';
import { startPooler } from './pooler.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

describe.each([true, false])('a transaction with pipelined statements: %s', pipeline => {
  let database: Database;
  let roundTrips: number[];

  beforeEach(async () => {
    await scene.open();
    const { url, schema } = scene;
    await rowsOf(url, `CREATE TABLE ${schema}.number (value int CHECK (value < 10))`);
    roundTrips = [];
    const tellRoundTrip = (seconds: number) => roundTrips.push(seconds);
    database = connectDatabase({ url, schema, connections: 1, pipeline, tellRoundTrip });
  });

  afterEach(() => database.close());

  const numbers = async () =>
    (
      await rowsOf<{ value: number }>(scene.url, `SELECT value FROM ${scene.schema}.number ORDER BY value`)
    ).map(({ value }) => value);

  it('runs its statements in order', async () => {
    const seen = await database.write(async transaction => {
      transaction.write('INSERT INTO number VALUES ($1)', 1);
      transaction.write('UPDATE number SET value = value + $1', 1);
      const found = await transaction.all<{ value: number }>('SELECT value FROM number');
      transaction.write('INSERT INTO number VALUES ($1)', 3);
      return found.map(({ value }) => value);
    });
    expect(seen).toEqual([2]);
    expect(await numbers()).toEqual([2, 3]);
  });

  it('measures the time to its first response, without its other work', async () => {
    const slowly = async (transaction: Transaction) => {
      await transaction.all('SELECT pg_sleep(1)');
    };
    await database.write(slowly);
    await database.read(slowly);
    expect(roundTrips).toHaveLength(2);
    for (const seconds of roundTrips) expect(seconds > 0 && seconds < 1).toBe(true);
  });

  it('fails with the error of its begin, and runs none of its statements', async () => {
    await rowsOf(scene.url, `DROP TABLE ${scene.schema}.crash_marker`);
    const writing = database.write(async transaction => {
      transaction.write('INSERT INTO number VALUES ($1)', 1);
      await transaction.run('INSERT INTO number VALUES ($1)', 2);
    });
    await expect(writing).rejects.toThrow('the tables of the store in PostgreSQL were changed');
    expect(await numbers()).toEqual([]);
  });

  it.each([
    ['at its end', []],
    ['before others', ['INSERT INTO number VALUES (3)', 'SELECT 1 / 0']],
  ])('writes nothing and reports the error if a statement fails %s', async (_, others) => {
    const writing = database.write(async transaction => {
      transaction.write('INSERT INTO number VALUES ($1)', 1);
      transaction.write('INSERT INTO number VALUES ($1)', 11);
      for (const sql of others) await transaction.run(sql);
    });
    await expect(writing).rejects.toThrow(
      'PostgreSQL refuses a statement (23514: number, number_value_check)',
    );
    expect(await numbers()).toEqual([]);
    await database.write(async transaction => transaction.write('INSERT INTO number VALUES (4)'));
    expect(await numbers()).toEqual([4]);
  });

  it('runs no later statement of one part of its work after another part failed', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const writing = database.write(async transaction => {
      const slow = async () => {
        transaction.write('INSERT INTO number VALUES (1)');
        await transaction.get('SELECT pg_sleep(0.05)');
        transaction.write(`INSERT INTO ${scene.schema}.number VALUES (2)`);
        await transaction.run(`INSERT INTO ${scene.schema}.number VALUES (3)`);
      };
      late = slow().catch(error => error);
      await Promise.all([late, sleep(10).then(() => Promise.reject(new Error('there is no room')))]);
    });
    await expect(writing).rejects.toThrow('there is no room');
    expect(await late).toEqual(new Error('there is no room'));
    expect(await numbers()).toEqual([]);
  });

  it('writes nothing if its connection is cut during the write', async () => {
    const writing = database.write(async transaction => {
      transaction.write('INSERT INTO number VALUES (1)');
      transaction.write('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(writing).rejects.toThrow(
      'PostgreSQL ended the connection: it is being stopped, or somebody ended it',
    );
    expect(await numbers()).toEqual([]);
  });
});

describe('a transaction whose BEGIN fails', () => {
  it('changes nothing, not even by statements sent right behind it', async () => {
    await scene.open();
    const { url, schema } = scene;
    await rowsOf(url, `CREATE TABLE ${schema}.number (value int)`);
    await rowsOf(url, `INSERT INTO ${schema}.number VALUES (1), (2)`);
    const client = new pg.Client({ connectionString: url, pipeline: true });
    await client.connect();
    const transaction = new Transaction(client, true);
    const ended = await Promise.allSettled([
      transaction.begin(`this is no SQL; BEGIN; ${noteBegun}`),
      transaction.all(`SELECT value FROM ${schema}.number FOR UPDATE`),
      transaction.all(`DELETE FROM ${schema}.number WHERE value = 1 AND ${isBegun} RETURNING value`),
      transaction.run(`DELETE FROM ${schema}.number WHERE value = 2`),
    ]);
    transaction.write(`INSERT INTO ${schema}.number VALUES (3)`);
    await client.end();
    const rejected = ended.map(({ status }) => status === 'rejected');
    expect(rejected).toEqual([true, false, false, true]);
    expect(await rowsOf(url, `SELECT value FROM ${schema}.number ORDER BY value`)).toEqual([
      { value: 1 },
      { value: 2 },
    ]);
  });
});

describe('a pooler that loses pipelined statements', () => {
  it('is detected, and gets statements one after the other', async () => {
    expect(await takesSeveral(scene.url)).toBe(true);
    const pooler = await startPooler(scene.url, 2, { several: false });
    const url = pooler.through(scene.url);
    expect(await takesSeveral(url)).toBe(false);
    const store = await scene.open({}, url);
    await acceptPlanned(store, queued(update('1001')), queued(update('2002')));
    expect(await deliverAll(store, noon)).toHaveLength(2);
    await store.close();
    await pooler.close();
  });
});
