import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArchivedEvent } from '../../../src/inbox/event-archive.ts';
import type { EventFilter } from '../../../src/inbox/event-filter.ts';
import { openEventArchive } from '../../../src/inbox/postgres/reading/open-event-archive.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { NoStoreYet } from '../../../src/inbox/store-unusable.ts';
import { noon } from '../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  allPages,
  deliverAll,
  destination,
  encoder,
  inState,
  planAll,
  queued,
  update,
} from '../contract/samples.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
let store: Store;
let client: pg.Client;

beforeEach(async () => {
  store = await scene.open();
  client = new pg.Client({ connectionString: scene.url });
  await client.connect();
  await client.query(`SET search_path TO ${scene.schema}`);
});

afterEach(async () => {
  await client.end();
});

describe('a list of events in PostgreSQL', () => {
  it('finds rare events among many without reading the others', async () => {
    await client.query(`ALTER TABLE event DISABLE TRIGGER ALL; ALTER TABLE call DISABLE TRIGGER ALL;
      INSERT INTO event (id, request, siblings, source, received_at, status, planning, calls, waits_at, codes)
        SELECT 'evt_' || i, 1, false, CASE WHEN i = 5 THEN 'rare' WHEN i % 3 = 0 THEN 'crm' ELSE 'website' END,
          ${noon} + i * 1000, CASE WHEN i = 7 THEN 'failed' WHEN i % 10 = 0 THEN 'queued' ELSE 'delivered' END, 0, 1,
          CASE WHEN i % 10 = 0 AND i <> 7 THEN '["closed"]' END, CASE WHEN i = 9 THEN '["check/rare"]' END
        FROM generate_series(1, 60000) i;
      INSERT INTO call (event, position, mapping, mapping_version, destination, operation, status, out_of_order, force,
          life_from, expires_at, policy, customer_id)
        SELECT i, 0, CASE WHEN i = 11 THEN 'seldom' ELSE 'intake' END, 'v', 'closed', 'updateCustomer',
          CASE WHEN i % 10 = 0 THEN 'queued' ELSE 'delivered' END, false, false, 1, 1, '{}',
          CASE WHEN i = 13 THEN '0077' ELSE '1' END
        FROM generate_series(1, 60000) i;
      INSERT INTO destination (name, paused, stopped_since, stopped_ms) VALUES ('closed', true, 1, 0);
      ANALYZE`);
    const one = async (filter: EventFilter) => {
      const { events, next } = await store.events(filter);
      return { ids: events.map(({ id }) => id), next };
    };
    const alone = (number: number) => ({ ids: [`evt_${number}`], next: undefined });
    expect(await one({ source: 'rare' })).toEqual(alone(5));
    expect(await one({ status: 'failed' })).toEqual(alone(7));
    expect(await one({ code: 'check/rare' })).toEqual(alone(9));
    expect(await one({ mapping: 'seldom' })).toEqual(alone(11));
    expect(await one({ person: '77' })).toEqual(alone(13));
    expect(await one({ since: noon + 15_000, until: noon + 16_000 })).toEqual(alone(15));
    expect(await one({ source: 'crm', code: 'check/rare', mapping: 'intake' })).toEqual(alone(9));
    expect(await one({ status: 'held', limit: 1 })).toMatchObject({ ids: ['evt_60000'] });
    expect(await one({ status: 'queued' })).toEqual({ ids: [], next: undefined });
    expect(await one({ status: 'failed', code: 'check/rare' })).toEqual({ ids: [], next: undefined });
    expect((await allPages(store, { until: noon + 11_000, source: 'website' })).length).toBe(6);
  });

  it('finds events that wait at a paused destination as held, even if they also wait elsewhere', async () => {
    const one = await acceptPlanned(store, queued(update('1'), { destination: 'open' }));
    const both = await acceptPlanned(
      store,
      queued(update('1'), { destination: 'open' }),
      queued(update('2'), { destination: 'closed', mapping: 'other' }),
    );
    await store.saveDestination(destination({ name: 'closed', paused: true }));
    const waiting = await accept(store);
    expect(await allPages(store, { status: 'held' })).toEqual([both]);
    expect(await allPages(store, { status: 'queued', limit: 1 })).toEqual([waiting, one]);
    expect(await allPages(store, { status: 'queued', mapping: 'intake' })).toEqual([one]);
    expect(await allPages(store, { status: 'held', mapping: 'intake', source: 'crm' })).toEqual([both]);
  });

  it('finds a text in large contents in several steps', async () => {
    const large = encoder.encode(`{"filler":"${'x'.repeat(500_000)}"}`);
    const match = await accept(store, { body: encoder.encode('{"name":"Ada \\u0057anted"}') });
    for (let count = 0; count < 12; count += 1) await accept(store, { body: large });
    expect(await allPages(store, { q: 'ada wanted' })).toEqual([match]);
  });
});

describe('the tally in PostgreSQL', () => {
  it('is compacted without changing its sums', async () => {
    await accept(store);
    await planAll(store, () => [inState({ status: 'failed', reason: 'a test' })]);
    const before = await store.counts();
    await client.query(`INSERT INTO tally SELECT 0, 'salon', 'intake', 'failed', CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END
      FROM generate_series(1, 30000) i`);
    expect(await store.counts()).toEqual(before);
    const rows = await client.query('SELECT count(*)::int AS count FROM tally');
    expect(rows.rows[0].count).toBeLessThan(100);
    expect(await store.counts()).toEqual(before);
  });
});

describe('the archive of events in PostgreSQL', () => {
  it('returns the newest events of a source, oldest first, with their calls', async () => {
    const ids: string[] = [];
    for (const note of ['one', 'two', 'three']) {
      ids.push(await acceptPlanned(store, queued(update('1001', note), { link: ada })));
      await accept(store, { source: 'forms' });
    }
    await planAll(store, () => []);
    await store.putLink(ada, 'salon', '1001');
    await deliverAll(store, noon);
    await store.saveCatalog('salon', '{}');
    const archive = await openEventArchive(scene.place);
    const events: ArchivedEvent[] = [];
    for await (const each of archive.newest({ source: 'crm', last: 2 })) events.push(each);
    expect(events.map(({ event }) => event.id)).toEqual(ids.slice(1));
    expect(events[0]?.calls).toMatchObject([
      { mapping: 'intake', status: 'delivered', link: ada, call: { operation: 'updateCustomer' } },
    ]);
    const bare = archive.newest({ source: 'crm', last: 2, callsOf: 'failed events' });
    for await (const { calls } of bare) expect(calls).toEqual([]);
    expect((await archive.event(ids[0] ?? ''))?.event.id).toBe(ids[0]);
    expect(await archive.event('evt_none')).toBeUndefined();
    expect(await archive.findLink(ada, 'salon')).toBe('1001');
    const last = await archive.lastEvents(['crm', 'none'], 2);
    expect(last.get('crm')?.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    expect(last.get('none')).toEqual([]);
    expect([...(await archive.catalogs())]).toEqual([['salon', '{}']]);
    await archive.close();
  });

  it('reports that there is no store yet', async () => {
    await expect(openEventArchive({ url: scene.url, schema: 'none' })).rejects.toThrow(NoStoreYet);
  });
});

describe('the health of a store in PostgreSQL', () => {
  it('is bad while PostgreSQL is read-only', async () => {
    const name = new URL(scene.url).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only TO on`);
    // A setting of the database applies only to new connections. One that opens in this moment may not be listed yet,
    // so they are ended until none is left from before the change.
    const health = async () => {
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      );
      return store.health();
    };
    try {
      const reason = expect.stringMatching(
        /^PostgreSQL is read-only: .*default_transaction_read_only is on$/,
      );
      await expect.poll(health).toEqual({ writable: false, reason });
    } finally {
      await client.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
    // Connections from before the change are still read-only.
    await expect.poll(() => store.health()).toEqual({ writable: true });
  });
});
