import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { onOwnConnection } from '../../../src/inbox/postgres/connection/own-connection.ts';
import { lockWordIndex, makeWordIndex } from '../../../src/inbox/postgres/schema/make-word-index.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { day, noon } from '../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  claimOne,
  deliverAll,
  ended,
  inState,
  item,
  mappingHold,
  planAll,
  queued,
  statusOf,
  update,
  webhook,
} from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

const open = () => scene.open();

async function openTwo(): Promise<readonly [Store, Store]> {
  return [await open(), await open()];
}

async function deadlocks(): Promise<number> {
  const [row] = await rowsOf<{ deadlocks: string }>(
    scene.url,
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.deadlocks);
}

describe('an empty schema', () => {
  it('is initialized once by ten processes that start at the same time', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, open));
    const ids = await Promise.all(opened.map(store => accept(store)));
    expect((await opened[0]?.events({ limit: 50 }))?.events.map(({ id }) => id).toSorted()).toEqual(
      ids.toSorted(),
    );
    expect(
      await rowsOf(scene.url, `SELECT value FROM ${scene.schema}.meta WHERE name = 'schema'`),
    ).toHaveLength(1);
    expect(
      await rowsOf(scene.url, `SELECT value FROM ${scene.schema}.meta WHERE name = 'ledger key'`),
    ).toHaveLength(1);
  });
});

describe('the index of words', () => {
  const index = () => rowsOf(scene.url, `SELECT to_regclass('${scene.schema}.event_words_index') AS name`);
  const there = () => [{ name: `${scene.schema}.event_words_index` }];
  const make = () =>
    onOwnConnection({ connectionString: scene.url }, client => makeWordIndex(client, scene.schema));

  it('is made by one of the processes that start at the same time, and none of them fails', async () => {
    await open();
    for (let round = 0; round < 5; round += 1) {
      await rowsOf(scene.url, `DROP INDEX ${scene.schema}.event_words_index`);
      await Promise.all(Array.from({ length: 10 }, make));
      expect(await index()).toEqual(there());
    }
  });

  it('blocks no starting process while another one makes it', async () => {
    await open();
    await rowsOf(scene.url, `DROP INDEX ${scene.schema}.event_words_index`);
    await onOwnConnection({ connectionString: scene.url }, async client => {
      await client.query('BEGIN');
      await lockWordIndex(client, scene.schema);
      await open();
      expect(await index()).toEqual([{ name: null }]);
      await client.query('COMMIT');
    });
    await open();
    expect(await index()).toEqual(there());
  });
});

describe('a webhook that reaches two processes at once', () => {
  it('is accepted once', async () => {
    const [one, other] = await openTwo();
    for (let round = 0; round < 100; round += 1) {
      const send = (store: Store) =>
        store.add(webhook({ items: [item({ senderEventId: `order-${round}`, contents: `c ${round}` })] }));
      const [[first], [second]] = await Promise.all([send(one), send(other)]);
      expect([first?.status, second?.status].toSorted()).toEqual(['duplicate', 'queued']);
      expect(first?.id).toBe(second?.id);
    }
    const [kept] = await rowsOf<{ requests: string; events: string }>(
      scene.url,
      `SELECT (SELECT count(*) FROM ${scene.schema}.request) AS requests, (SELECT count(*) FROM ${scene.schema}.event) AS events`,
    );
    expect(kept).toEqual({ requests: '100', events: '100' });
  });

  it('causes no deadlock in any order of the webhooks', async () => {
    const [one, other] = await openTwo();
    const before = await deadlocks();
    for (let round = 0; round < 40; round += 1) {
      const keys = Array.from({ length: 60 }, (_, key) => `${round} ${key}`);
      const send = (store: Store, order: readonly string[]) =>
        Promise.all(
          order.map(async key => {
            const items = [item({ senderEventId: key, contents: key })];
            const [added] = await store.add(webhook({ items }));
            return [key, added] as const;
          }),
        );
      const rotated = [...keys.slice(30), ...keys.slice(0, 30)].toReversed();
      const [mine, theirs] = await Promise.all([send(one, keys), send(other, rotated)]);
      const all = Map.groupBy([...mine, ...theirs], ([key]) => key);
      for (const added of all.values()) {
        expect(added.map(([, each]) => each?.status).toSorted()).toEqual(['duplicate', 'queued']);
        expect(new Set(added.map(([, each]) => each?.id)).size).toBe(1);
      }
    }
    expect(await deadlocks()).toBe(before);
  });
});

describe('a mapping that one process releases while another one puts a call of it back as held', () => {
  it('leaves no held call behind, in either order', async () => {
    const [planner, owner] = await openTwo();
    for (const [customer, first] of [
      ['1001', 'the result'],
      ['2002', 'the release'],
    ] as const) {
      const id = await acceptPlanned(planner, queued(update(customer)));
      const claim = await claimOne(owner, noon);
      await planner.holdMapping(mappingHold());
      const release = () => planner.releaseMapping('intake');
      const settle = () => owner.settle(claim, ended('held'), null);
      // The first one has seen the hold, and is blocked until the other one has begun.
      const client = new pg.Client({ connectionString: scene.url });
      await client.connect();
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${scene.schema}.event IN SHARE ROW EXCLUSIVE MODE`);
      const both = first === 'the result' ? [settle(), release()] : [release(), settle()];
      await expect.poll(() => waitingAt(client)).toBeGreaterThan(0);
      await setTimeout(200);
      await client.query('COMMIT');
      await client.end();
      await Promise.all(both);
      expect(await planner.plannable(9)).toMatchObject([{ id, planning: 'again' }]);
      await planAll(planner, () => [queued(update(customer))]);
      await deliverAll(owner, noon);
      expect(await statusOf(planner, id)).toBe('delivered');
    }
  });
});

/** The number of locks that other connections wait for. */
async function waitingAt(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted');
  return rows[0].waiting;
}

describe('upkeep', () => {
  it('runs in one process, and in another one once that is gone', async () => {
    const [one, other] = await openTwo();
    await acceptPlanned(one, inState({ status: 'skipped', reason: 'nothing' }));
    const times = { deliveredMs: day, failedMs: day };
    expect(await one.prune(times, noon)).toBe(0);
    expect(await other.prune(times, noon + 2 * day)).toBe(0);
    await one.close();
    await expect.poll(() => other.prune(times, noon + 2 * day)).toBe(1);
  });
});

describe('the last parts of a split webhook', () => {
  it('delete its body, even if two processes erase them at once', async () => {
    const [one, other] = await openTwo();
    for (let round = 0; round < 20; round += 1) {
      const items = [item({ payload: '{"name":"Grete"}' }), item({ payload: '{"name":"Hans"}' })];
      await one.add(webhook({ items }));
      const [grete, hans] = items.map(({ id }) => id);
      await Promise.all([
        one.erase({ by: 'event', id: grete ?? '' }, { who: 'anna' }),
        other.erase({ by: 'event', id: hans ?? '' }, { who: 'ben' }),
      ]);
    }
    expect(await rowsOf(scene.url, `SELECT id FROM ${scene.schema}.request`)).toEqual([]);
  });

  it('can be erased while other events are planned and sent, except calls in flight', async () => {
    const [one, other] = await openTwo();
    const ids: string[] = [];
    for (let each = 0; each < 12; each += 1) ids.push(await acceptPlanned(one, queued(update(`${each}`))));
    const claims = await one.claim({ destination: 'salon', now: noon, limit: 4 });
    const sent = new Set(claims.map(({ eventId }) => eventId));
    const erased = await Promise.all(ids.map(id => other.erase({ by: 'event', id }, { who: 'anna' })));
    expect(erased.map(each => each.kind === 'erased' && each.underWay)).toEqual(
      ids.map(id => (sent.has(id) ? 1 : 0)),
    );
    expect((await one.events({ limit: 50 })).events.map(({ id }) => id).toSorted()).toEqual(
      [...sent].toSorted(),
    );
  });
});
