import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectDatabase } from '../../../src/inbox/postgres/inspect.ts';
import { openPostgresArchive } from '../../../src/inbox/postgres/reading/open-postgres-archive.ts';
import { migrate } from '../../../src/inbox/postgres/schema/migrate.ts';
import { ownSchema } from '../../../src/inbox/postgres/schema/versions.ts';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { createTestClock } from '../contract/bench.ts';
import { accept } from '../contract/samples.ts';
import { nextVersion, versionAfterNext } from './next-version.ts';
import { eventIds, rowsOf } from './queries.ts';
import { type PostgresServer, startPostgres } from './server.ts';

const clock = createTestClock();
let server: PostgresServer;
let url: string;
let schema: string;
const stores: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});

afterAll(() => server.stop());

beforeEach(() => {
  schema = `store_${randomBytes(6).toString('hex')}`;
});

afterEach(async () => {
  await Promise.all(stores.splice(0).map(store => store.close()));
});

async function open(): Promise<Store> {
  const store = await openPostgresStore({ url, schema }, { clock });
  stores.push(store);
  return store;
}

async function stateOf(): Promise<string> {
  return (await inspectDatabase({ url, schema })).schema;
}

const newerWords =
  /was migrated by a newer version of Fieldbridge, and this one is too old for it; start that one/;

describe('the schema of the version after', () => {
  it('comes while this one takes webhooks in, of which none is lost or refused', async () => {
    const store = await open();
    const answered: string[] = [];
    let isDone = false;
    const senders = Array.from({ length: 4 }, async () => {
      while (!isDone) answered.push(await accept(store));
    });
    await pause(100);
    await migrate(url, schema, nextVersion);
    const before = answered.length;
    await pause(100);
    isDone = true;
    await Promise.all(senders);
    expect(before).toBeGreaterThan(0);
    expect(answered.length).toBeGreaterThan(before);
    expect(await eventIds(url, schema)).toEqual(new Set(answered));
  });

  it('is one that this version starts on, reads, and leaves as it is', async () => {
    await migrate(url, schema, nextVersion);
    expect(await stateOf()).toBe('ahead');
    const id = await accept(await open());
    expect(await stateOf()).toBe('ahead');
    const archive = await openPostgresArchive({ url, schema });
    expect(await archive.event(id)).toMatchObject({ event: { id } });
    await archive.close();
    // And the next version, when it comes again, finds all of it as it left it.
    await migrate(url, schema, nextVersion);
    expect(await rowsOf(url, `SELECT made FROM ${schema}.next_version`)).toEqual([{ made: 'once' }]);
  });

  it('takes over what this version wrote', async () => {
    const store = await open();
    const ids = await Promise.all(Array.from({ length: 20 }, () => accept(store)));
    await migrate(url, schema, nextVersion);
    expect(await eventIds(url, schema)).toEqual(new Set(ids));
  });
});

describe('a schema that this version cannot work with', () => {
  it('is refused, and says what to do', async () => {
    await migrate(url, schema, versionAfterNext);
    await expect(open()).rejects.toThrow(newerWords);
    await expect(openPostgresArchive({ url, schema })).rejects.toThrow('was made by a newer version');
    expect(await stateOf()).toBe('newer');
    expect(await rowsOf(url, `SELECT value FROM ${schema}.meta WHERE name = 'schema'`)).toEqual([
      { value: String(versionAfterNext.migrations.length) },
    ]);
  });
});

describe('a migration', () => {
  const slow = { ...nextVersion, migrations: [...nextVersion.migrations, 'SELECT pg_sleep(3)'] };

  it('that is cut off in the middle leaves nothing, and the next start does all of it', async () => {
    await migrate(url, schema);
    const cut = migrate(url, schema, slow).then(
      () => 'done',
      () => 'cut off',
    );
    await expect.poll(endSleepers, { interval: 50 }).toBe(1);
    expect(await cut).toBe('cut off');
    expect(await stateOf()).toBe('current');
    expect(await rowsOf(url, `SELECT to_regclass('${schema}.next_version') AS found`)).toEqual([
      { found: null },
    ]);
    await migrate(url, schema, nextVersion);
    expect(await rowsOf(url, `SELECT made FROM ${schema}.next_version`)).toEqual([{ made: 'once' }]);
  });

  it('is made once by versions that start together, whichever comes first', async () => {
    await Promise.all(
      [ownSchema, nextVersion, ownSchema, nextVersion, nextVersion].map(known => migrate(url, schema, known)),
    );
    expect(await stateOf()).toBe('ahead');
    expect(await rowsOf(url, `SELECT made FROM ${schema}.next_version`)).toEqual([{ made: 'once' }]);
  });
});

/** Ends, as a kill of the process would, the connections that are inside the slow migration. */
async function endSleepers(): Promise<number> {
  const ended = await rowsOf(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
  );
  return ended.length;
}
