import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import { bringBack } from '../../../src/inbox/move/move-source.ts';
import { metaNotMoved, movedMeta, movedTables, tablesNotMoved } from '../../../src/inbox/move/tables.ts';
import { openArchive } from '../../../src/inbox/open-store.ts';
import { resultTypes } from '../../../src/inbox/postgres/connection/values.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { createTestClock, noon, type TestClock } from '../contract/bench.ts';
import { accept, acceptPlanned, booking, claimOne, item, queued, webhook } from '../contract/samples.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';
import { fillTables, liveIn, type MoveScene, moveScene, viewsOf } from './move-scene.ts';

let server: PostgresServer;
let clock: TestClock;
let scene: MoveScene;
let client: pg.Client;
const opened: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

beforeEach(async () => {
  clock = createTestClock();
  scene = moveScene(await server.newDatabase(), clock);
  client = new pg.Client({ connectionString: scene.url, types: resultTypes });
  await client.connect();
  await client.query('SET search_path TO fieldbridge');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await client.end();
  scene.remove();
});

async function keep(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  opened.push(store);
  return store;
}

/** Makes a store in the file, fills it and closes it. */
async function makeStore(with_: (store: Store) => Promise<unknown> = liveIn): Promise<void> {
  const store = await scene.openFile();
  await with_(store);
  await store.close();
}

function inFile<Row>(sql: string): Row[] {
  const database = new DatabaseSync(scene.file, { readOnly: true });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

/** Throws in the progress function of a move after this many batches of a step. */
function cutOffAfter(batches: number, step = 'copying') {
  let left = batches;
  return (progress: { readonly step: string }) => {
    if (progress.step !== step) return;
    left -= 1;
    if (left < 0) throw new Error('cut off');
  };
}

/** Every row of every table, in the file and in the database. */
async function rowsOfBoth(): Promise<{ file: unknown[][]; database: unknown[][] }> {
  const file: unknown[][] = [];
  const database: unknown[][] = [];
  for (const { name } of movedTables) {
    const plain = (rows: readonly Record<string, unknown>[]) => {
      const names = Object.keys(rows[0] ?? {}).sort();
      const texts = rows.map(row => JSON.stringify(names.map(each => plainValue(row[each]))));
      return [`${name}: ${names.join(', ')}`, ...texts.sort()];
    };
    const columns = inFile<{ name: string }>(`PRAGMA table_info(${name})`).map(each => each.name);
    file.push(plain(inFile(`SELECT ${columns.join(', ')} FROM ${name}`)));
    database.push(plain((await client.query(`SELECT * FROM ${name}`)).rows));
  }
  return { file, database };
}

function plainValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'boolean' ? Number(value) : value;
}

describe('the data of a move', () => {
  it('is every table and every name in `meta`, except those listed as not moved', async () => {
    await makeStore();
    await keep(scene.openDatabase());
    const inSqlite = inFile<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    ).map(each => each.name);
    const { rows } = await client.query(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'fieldbridge'::regnamespace AND relkind = 'r'",
    );
    const moved = movedTables.map(each => each.name);
    expect(inSqlite.toSorted()).toEqual([...moved, ...tablesNotMoved.sqlite].sort());
    expect(rows.map(each => each.name).sort()).toEqual([...moved, ...tablesNotMoved.postgres].sort());
    const names = inFile<{ name: string }>('SELECT name FROM meta').map(each => each.name);
    expect(names.filter(name => ![...movedMeta, ...metaNotMoved].includes(name as never))).toEqual([]);
  });

  it('is everything that views show, and the new store continues as after a restart', async () => {
    await makeStore();
    expect(await scene.move()).toMatchObject({ kind: 'moved', begun: 'now' });
    const there = await keep(scene.openDatabase());
    expect(await there.stopCopy(['salon'])).toBeUndefined();
    await bringBack(scene.file);
    const raw = new DatabaseSync(scene.file);
    raw.exec("DELETE FROM meta WHERE name IN ('copy', 'place')");
    raw.close();
    const here = await keep(scene.openFile());
    const [inFile, inDatabase] = [await viewsOf(here), await viewsOf(there)];
    expect(inDatabase).toEqual(inFile);
    expect(inDatabase.counts).toMatchObject({ uncertain: 2, delivered: 2, queued: 4 });
    expect((inDatabase.plannable as { ended?: number }[]).map(each => each.ended)).toEqual([1]);
  });

  it('lets earlier duplicates and bookings be recognized, and continues the numbers', async () => {
    await makeStore();
    await scene.move();
    const store = await keep(scene.openDatabase());
    const again = webhook({
      source: 'form\0s',
      items: [item({ senderEventId: 'known\0id', contents: 'one' })],
    });
    expect(await store.add(again)).toMatchObject([{ status: 'duplicate' }]);
    const last = inFile<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'event'")[0]?.seq ?? 0;
    const id = await accept(store);
    const { rows } = await client.query('SELECT sequence FROM event WHERE id = $1', [id]);
    expect(rows[0].sequence).toBe(last + 1);
    await store.planningNow();
    const plannable = await store.plannable(10);
    await store.plan(
      plannable.map(event => ({ event, calls: event.id === id ? [queued(booking('a-1'))] : [] })),
    );
    const claim = await claimOne(store, noon);
    expect(await store.begin(claim, noon)).toMatchObject({ kind: expect.not.stringMatching(/^go$/) });
  });

  it('is every row with every value, also unusual ones', async () => {
    await makeStore(async () => {});
    fillTables(scene.file, 1_300);
    const end = await scene.move();
    const { file, database } = await rowsOfBoth();
    expect(database).toEqual(file);
    expect(end.kind === 'moved' && end.tables.map(each => each.rows)).toEqual(
      file.map(rows => rows.length - 1),
    );
    const { rows } = await client.query(
      `SELECT coalesce(sum(number), 0) AS tally, (SELECT count(*) FROM call) AS calls FROM tally WHERE kind = 0`,
    );
    expect(rows[0].tally).toBe(rows[0].calls);
  });
});

describe('a move that is cut off', () => {
  it.each([0, 1, 5, 11, 20, 29])('continues after %i batches, and is complete in the end', async batches => {
    await makeStore(async () => {});
    fillTables(scene.file, 1_100);
    await expect(scene.move(cutOffAfter(batches))).rejects.toThrow('cut off');
    await expect(scene.openDatabase()).rejects.toThrow(/is being moved into the schema fieldbridge/);
    const place = { kind: 'postgres' as const, url: new Secret(scene.url), schema: 'fieldbridge' };
    await expect(openArchive(place)).rejects.toThrow(/is being moved into/);
    await expect(scene.move(cutOffAfter(3, 'comparing'))).rejects.toThrow('cut off');
    const reported: string[] = [];
    const end = await scene.move(({ step, allRows }) => reported.push(`${step} ${allRows}`));
    expect(end).toMatchObject({ kind: 'moved', begun: 'before' });
    const { file, database } = await rowsOfBoth();
    expect(database).toEqual(file);
    expect(reported.filter(each => each.startsWith('copying')).at(0)).not.toBe('copying 0');
    expect(await scene.move()).toEqual({ kind: 'moved before', at: noon });
  });

  it('starts over if the store was started in between', async () => {
    await makeStore(store => accept(store));
    await expect(scene.move(cutOffAfter(4))).rejects.toThrow('cut off');
    await makeStore(store => acceptPlanned(store, queued(booking('a-1'))));
    expect(await scene.move()).toMatchObject({ begun: 'anew' });
    const { file, database } = await rowsOfBoth();
    expect(database).toEqual(file);
    const store = await keep(scene.openDatabase());
    expect((await store.counts()).statuses.queued).toBe(2);
  });

  it('never leaves both stores ready to be started', async () => {
    await makeStore(async () => {});
    await client.query(
      `CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'`,
    );
    await expect(scene.move(cutOffAfter(0, 'comparing'))).rejects.toThrow('cut off');
    await client.query(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN IF old.name = 'move' THEN RAISE 'stop'; END IF; RETURN old; END $$;
      CREATE TRIGGER stop BEFORE DELETE ON meta FOR EACH ROW EXECUTE FUNCTION stop()`);
    await expect(scene.move()).rejects.toThrow(/refuses a statement/);
    await expect(scene.openFile()).rejects.toThrow(/was moved to/);
    await expect(scene.openDatabase()).rejects.toThrow(/is being moved into/);
    await client.query('DROP TRIGGER stop ON meta');
    expect(await scene.move()).toMatchObject({ begun: 'before' });
    await keep(scene.openDatabase());
  });
});

describe('a move is refused', () => {
  it('while the store is in use', async () => {
    await keep(scene.openFile());
    await expect(scene.move()).rejects.toThrow(/is in use: stop the bridge first/);
  });

  it('if there is no store', async () => {
    await expect(scene.move()).rejects.toThrow(/there is no store at/);
  });

  it('into a schema that has a store, which stays unchanged', async () => {
    await makeStore();
    await (await scene.openDatabase()).close();
    await expect(scene.move()).rejects.toThrow(/there is a store in the schema fieldbridge/);
    await keep(scene.openFile());
  });

  it('into a schema that another store is being moved into', async () => {
    const other = moveScene(scene.url, clock);
    await (await other.openFile()).close();
    await expect(other.move(cutOffAfter(1))).rejects.toThrow('cut off');
    other.remove();
    await makeStore();
    await expect(scene.move()).rejects.toThrow(/another store is being moved into/);
  });

  it('if the store was moved elsewhere', async () => {
    await makeStore();
    await scene.move();
    await expect(scene.move(undefined, 'elsewhere')).rejects.toThrow(/was moved to postgres:\/\/here\/it/);
  });

  it('if it would start as a copy', async () => {
    await makeStore();
    const raw = new DatabaseSync(scene.file);
    raw.exec(`INSERT INTO meta VALUES ('copy', '{"of":"store.db","at":1}')`);
    raw.close();
    await expect(scene.move()).rejects.toThrow(/is a backup of store\.db.*start it once where it is/);
  });

  it('at the end if a row differs from the file', async () => {
    await makeStore(async () => {});
    fillTables(scene.file, 1_200);
    await expect(scene.move(cutOffAfter(0, 'comparing'))).rejects.toThrow('cut off');
    await client.query("UPDATE call SET reason = coalesce(reason, '') || ' ' WHERE id = 3300");
    await expect(scene.move()).rejects.toThrow(/copied of call.*the row id 3300 is not the same/);
    await keep(scene.openFile());
  });

  it('at the end if there is an additional row', async () => {
    await makeStore();
    await expect(scene.move(cutOffAfter(0, 'comparing'))).rejects.toThrow('cut off');
    await client.query("INSERT INTO catalog VALUES ('another', '{}')");
    await expect(scene.move()).rejects.toThrow(/copied of catalog.*1 rows in the file, 2 in PostgreSQL/);
  });
});

describe('a store that was moved', () => {
  it('is not started, and starts as a paused copy after `migrate --back`', async () => {
    await makeStore();
    await scene.move();
    await expect(scene.openFile()).rejects.toThrow(
      /was moved to postgres:\/\/here\/it on 2026-11-21T12:00:00.000Z: set `store` to that.*migrate --back/s,
    );
    await bringBack(scene.file);
    const store = await keep(scene.openFile());
    expect(await store.stopCopy(['salon'])).toMatch(
      /is as it was when it was moved to postgres:\/\/here\/it/,
    );
    await expect(bringBack(scene.file)).rejects.toThrow();
  });

  it('is not brought back if it was not moved', async () => {
    await makeStore();
    await expect(bringBack(scene.file)).rejects.toThrow(/was not moved/);
  });
});
