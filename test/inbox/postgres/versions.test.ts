import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { inspectDatabase } from '../../../src/inbox/postgres/connection/inspect.ts';
import { openEventArchive } from '../../../src/inbox/postgres/reading/open-event-archive.ts';
import { migrate } from '../../../src/inbox/postgres/schema/migrate.ts';
import { ownSchema } from '../../../src/inbox/postgres/schema/versions.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { accept } from '../contract/samples.ts';
import { nextVersion, versionAfterNext } from './next-version.ts';
import { eventIds, rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

const open = () => scene.open();

async function stateOf(): Promise<string> {
  return (await inspectDatabase(scene.place)).schema;
}

/** Senders that post without pause; a refused webhook fails the test. */
function startSending(store: Store) {
  const answered: string[] = [];
  let isOver = false;
  const all = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        answered.push(await accept(store));
      }
    }),
  );
  return {
    answered,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** The number of connections that wait to change a table. */
async function waitingForLocks(): Promise<number> {
  const rows = await rowsOf(
    scene.url,
    "SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND locktype = 'relation'",
  );
  return rows.length;
}

const newerWords = /was migrated by a newer version of Fieldbridge; start that one/;

describe('the schema of the next version', () => {
  it('can be migrated while this version accepts webhooks, without losing or refusing one', async () => {
    const sending = startSending(await scene.open());
    await pause(100);
    await migrate(scene.url, scene.schema, nextVersion);
    const before = sending.answered.length;
    await pause(100);
    await sending.stop();
    expect(before).toBeGreaterThan(0);
    expect(sending.answered.length).toBeGreaterThan(before);
    expect(await eventIds(scene.url, scene.schema)).toEqual(new Set(sending.answered));
  });

  it('waits for a long reader, and blocks nobody meanwhile', async () => {
    const sending = startSending(await scene.open());
    const dump = new pg.Client({ connectionString: scene.url });
    await dump.connect();
    await dump.query(`BEGIN; LOCK TABLE ${scene.schema}.event IN ACCESS SHARE MODE`);
    let isOver = false;
    const migrating = migrate(scene.url, scene.schema, nextVersion).then(() => {
      isOver = true;
    });
    // Each time it requests the lock, it lets the connections behind it continue first.
    for (let times = 0; times < 3; times += 1) {
      await expect.poll(waitingForLocks, { interval: 1 }).toBeGreaterThan(0);
      const before = sending.answered.length;
      await expect.poll(() => sending.answered.length).toBeGreaterThan(before + 20);
    }
    expect(isOver).toBe(false);
    await dump.query('COMMIT');
    await dump.end();
    await migrating;
    await sending.stop();
    expect(await stateOf()).toBe('ahead');
  });

  it('can be used and is left unchanged by this version', async () => {
    await migrate(scene.url, scene.schema, nextVersion);
    expect(await stateOf()).toBe('ahead');
    const id = await accept(await open());
    expect(await stateOf()).toBe('ahead');
    const archive = await openEventArchive(scene.place);
    expect(await archive.event(id)).toMatchObject({ event: { id } });
    await archive.close();
    // The next version finds its own changes again.
    await migrate(scene.url, scene.schema, nextVersion);
    expect(await rowsOf(scene.url, `SELECT made FROM ${scene.schema}.next_version`)).toEqual([
      { made: 'once' },
    ]);
  });

  it('keeps the data of this version', async () => {
    const store = await open();
    const ids = await Promise.all(Array.from({ length: 20 }, () => accept(store)));
    await migrate(scene.url, scene.schema, nextVersion);
    expect(await eventIds(scene.url, scene.schema)).toEqual(new Set(ids));
  });
});

describe('a schema that this version cannot work with', () => {
  it('is refused, with advice', async () => {
    await migrate(scene.url, scene.schema, versionAfterNext);
    await expect(open()).rejects.toThrow(newerWords);
    await expect(openEventArchive(scene.place)).rejects.toThrow('was made by a newer version');
    expect(await stateOf()).toBe('newer');
    expect(await rowsOf(scene.url, `SELECT value FROM ${scene.schema}.meta WHERE name = 'schema'`)).toEqual([
      { value: String(versionAfterNext.migrations.length) },
    ]);
  });
});

describe('a migration', () => {
  const slow = { ...nextVersion, migrations: [...nextVersion.migrations, 'SELECT pg_sleep(3)'] };

  it('that is interrupted changes nothing, and the next start runs all of it', async () => {
    await migrate(scene.url, scene.schema);
    const cut = migrate(scene.url, scene.schema, slow).then(
      () => 'done',
      () => 'cut off',
    );
    await expect.poll(endSleepers, { interval: 50 }).toBe(1);
    expect(await cut).toBe('cut off');
    expect(await stateOf()).toBe('current');
    expect(await rowsOf(scene.url, `SELECT to_regclass('${scene.schema}.next_version') AS found`)).toEqual([
      { found: null },
    ]);
    await migrate(scene.url, scene.schema, nextVersion);
    expect(await rowsOf(scene.url, `SELECT made FROM ${scene.schema}.next_version`)).toEqual([
      { made: 'once' },
    ]);
  });

  it('reports whether it made a new store: only one of several starting processes does', async () => {
    const made = await Promise.all([1, 2, 3].map(() => migrate(scene.url, scene.schema)));
    expect(made.toSorted()).toEqual([false, false, true]);
    expect(await migrate(scene.url, scene.schema, nextVersion)).toBe(false);
    const onMade = vi.fn();
    const store = await scene.open({ made: onMade });
    await store.close();
    expect(onMade).not.toHaveBeenCalled();
  });

  it('runs once if several versions start together, in any order', async () => {
    await Promise.all(
      [ownSchema, nextVersion, ownSchema, nextVersion, nextVersion].map(known =>
        migrate(scene.url, scene.schema, known),
      ),
    );
    expect(await stateOf()).toBe('ahead');
    expect(await rowsOf(scene.url, `SELECT made FROM ${scene.schema}.next_version`)).toEqual([
      { made: 'once' },
    ]);
  });
});

/** Terminates the connections inside the slow migration, as a kill of the process would. */
async function endSleepers(): Promise<number> {
  const ended = await rowsOf(
    scene.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
  );
  return ended.length;
}
