import { beforeEach, describe, expect, it } from 'vitest';
import { allStatuses, type EventView } from '../../../src/inbox/event.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { day } from '../contract/bench.ts';
import { accept, item } from '../contract/samples.ts';
import { postgresScene } from './scene.ts';

const receiver = 'sources.crm.notify';

const scene = postgresScene();
let store: Store;
let written: string[] = [];

const open = () =>
  scene.open({
    outcomes: {
      of: source => (source === 'crm' ? { receiver, on: allStatuses } : undefined),
      body: (event: EventView) => JSON.stringify({ id: event.id, status: event.status }),
      written: name => written.push(name),
      dropped: () => {},
    },
  });

beforeEach(async () => {
  written = [];
  store = await open();
});

const failing = () =>
  item({ diagnostics: [{ code: 'intake/split-failed', severity: 'error', message: 'it cannot be split' }] });

async function due(from = store, except = new Set<string>()) {
  return from.dueMessages({ receiver, now: scene.clock.now(), limit: 10, except });
}

describe('the outbox of a store in PostgreSQL', () => {
  it('has a message for the outcome of an event in the same transaction, and reports it as written', async () => {
    const id = await accept(store, { source: 'crm', items: [failing()] });
    await accept(store, { source: 'other', items: [failing()] });
    const [message, ...others] = await due();
    expect(message).toMatchObject({
      subject: id,
      attempts: 0,
      body: JSON.stringify({ id, status: 'failed' }),
    });
    expect(message?.id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(others).toEqual([]);
    expect(written).toEqual([receiver]);
    expect(await store.outbox()).toMatchObject([{ receiver, waiting: 1, held: 0 }]);
  });

  it('returns the messages of one event one after another, and a postponed one when it is due', async () => {
    const id = await accept(store, { source: 'crm', items: [failing()] });
    await store.discard(id);
    const [first] = await due();
    expect(await due()).toHaveLength(1);
    expect(await due(store, new Set([id]))).toEqual([]);
    await store.putOffMessage(first?.number ?? 0, scene.clock.now() + 5_000, 'it answered 500');
    expect(await due()).toEqual([]);
    expect(await store.nextMessageAt(receiver)).toBe(scene.clock.now() + 5_000);
    scene.clock.advance(5_000);
    expect(await due()).toMatchObject([{ id: first?.id, attempts: 1 }]);
    await store.removeMessage(first?.number ?? 0);
    expect((await due()).map(each => JSON.parse(each.body).status)).toEqual(['discarded']);
  });

  it('returns them in one process only, and in another one once that has ended', async () => {
    await accept(store, { source: 'crm', items: [failing()] });
    expect(await due()).toHaveLength(1);
    const other = await open();
    expect(await due(other)).toEqual([]);
    expect(await other.nextMessageAt(receiver)).toBeUndefined();
    expect(
      await other.dropMessages({
        before: scene.clock.now() + day,
        unnamedBefore: scene.clock.now() + 1,
        receivers: [],
      }),
    ).toEqual(new Map());
    await store.close();
    await expect.poll(() => due(other)).toHaveLength(1);
  });

  it('drops messages that are too old, or whose receiver is no longer configured', async () => {
    await accept(store, { source: 'crm', items: [failing()] });
    expect(
      await store.dropMessages({ before: scene.clock.now() - day, unnamedBefore: 0, receivers: [receiver] }),
    ).toEqual(new Map());
    scene.clock.advance(2 * day);
    const given = await store.dropMessages({
      before: scene.clock.now() - day,
      unnamedBefore: 0,
      receivers: [receiver],
    });
    expect(given).toEqual(new Map([[receiver, 1]]));
    await accept(store, { source: 'crm', items: [failing()] });
    // Another process may have read a config that still names the receiver.
    const unnamed = (unnamedBefore: number) =>
      store.dropMessages({ before: 0, unnamedBefore, receivers: [] });
    expect(await unnamed(scene.clock.now())).toEqual(new Map());
    expect(await unnamed(scene.clock.now() + 1)).toEqual(given);
    expect(await store.outbox()).toEqual([]);
  });

  it('keeps alerts with their messages, and deletes them', async () => {
    const record = {
      code: 'alert/held',
      subject: 'salon',
      since: scene.clock.now(),
      clearedAt: null,
      times: 1,
    };
    await store.saveAlerts('alerts', [{ record, body: '{"raised":true}' }], []);
    const over = { ...record, clearedAt: scene.clock.now() + 1, times: 2 };
    await store.saveAlerts('alerts', [{ record: over, body: '{"raised":false}' }], []);
    expect(await store.alerts()).toEqual([over]);
    const [message] = await store.dueMessages({
      receiver: 'alerts',
      now: scene.clock.now(),
      limit: 9,
      except: new Set(),
    });
    expect(message).toMatchObject({ subject: 'alert/held salon', body: '{"raised":true}' });
    expect(await store.outbox()).toMatchObject([{ receiver: 'alerts', waiting: 2 }]);
    await store.saveAlerts('alerts', [], [over]);
    expect(await store.alerts()).toEqual([]);
  });
});
