import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allStatuses, type EventView } from '../../../src/inbox/event.ts';
import { backUp } from '../../../src/inbox/sqlite/file/back-up.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { createTestClock, day } from '../contract/bench.ts';
import { accept, item } from '../contract/samples.ts';
import { fastFolder } from '../fast-folder.ts';
import { openPrepared } from '../open-prepared.ts';

const clock = createTestClock();
let folder: string;
let store: Store;
let written: string[] = [];

async function open(file: string): Promise<Store> {
  return openPrepared(join(folder, file), {
    clock,
    outcomes: {
      of: source => (source === 'crm' ? { receiver: 'sources.crm.notify', on: allStatuses } : undefined),
      body: (event: EventView) => JSON.stringify({ id: event.id, status: event.status }),
      written: receiver => written.push(receiver),
      dropped: () => {},
    },
  });
}

beforeEach(async () => {
  written = [];
  folder = await mkdtemp(join(fastFolder(), 'fieldbridge-outbox-'));
  store = await open('store.db');
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const failing = () =>
  item({ diagnostics: [{ code: 'intake/split-failed', severity: 'error', message: 'it cannot be split' }] });

async function due(limit = 10, except = new Set<string>()) {
  return store.dueMessages({ receiver: 'sources.crm.notify', now: clock.now(), limit, except });
}

describe('the outbox of a store', () => {
  it('has a message for the outcome of an event in the same transaction, and reports it as written', async () => {
    const id = await accept(store, { source: 'crm', items: [failing()] });
    await accept(store, { source: 'other', items: [failing()] });
    const [message] = await due();
    expect(message).toMatchObject({
      subject: id,
      attempts: 0,
      body: JSON.stringify({ id, status: 'failed' }),
    });
    expect(message?.id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(written).toEqual(['sources.crm.notify']);
    expect(await store.outbox()).toMatchObject([{ waiting: 1, held: 0 }]);
  });

  it('returns the messages of one event one after another, and a postponed one when it is due', async () => {
    const id = await accept(store, { source: 'crm', items: [failing()] });
    await store.discard(id);
    const [first] = await due();
    expect(await due()).toHaveLength(1);
    expect(await due(10, new Set([id]))).toEqual([]);
    await store.putOffMessage(first?.number ?? 0, clock.now() + 5_000, 'it answered 500');
    expect(await due()).toEqual([]);
    expect(await store.nextMessageAt('sources.crm.notify')).toBe(clock.now() + 5_000);
    clock.advance(5_000);
    expect(await due()).toMatchObject([{ id: first?.id, attempts: 1 }]);
    await store.removeMessage(first?.number ?? 0);
    expect((await due()).map(each => JSON.parse(each.body).status)).toEqual(['discarded']);
  });

  it('drops messages that are too old, or whose receiver is no longer configured', async () => {
    await accept(store, { source: 'crm', items: [failing()] });
    const receivers = ['sources.crm.notify'];
    expect(await store.dropMessages({ before: clock.now() - day, unnamedBefore: 0, receivers })).toEqual(
      new Map(),
    );
    clock.advance(2 * day);
    const given = await store.dropMessages({ before: clock.now() - day, unnamedBefore: 0, receivers });
    expect(given).toEqual(new Map([['sources.crm.notify', 1]]));
    await accept(store, { source: 'crm', items: [failing()] });
    // Another process may have read a config that still names the receiver.
    const unnamed = (unnamedBefore: number) =>
      store.dropMessages({ before: 0, unnamedBefore, receivers: [] });
    expect(await unnamed(clock.now())).toEqual(new Map());
    expect(await unnamed(clock.now() + 1)).toEqual(given);
    expect(await store.outbox()).toEqual([]);
  });

  it('of a copy keeps its messages until a destination is resumed', async () => {
    await accept(store, { source: 'crm', items: [failing()] });
    backUp(join(folder, 'store.db'), join(folder, 'copy.db'), clock.now());
    await store.close();
    store = await open('copy.db');
    await store.stopCopy(['salon']);
    clock.advance(30 * day);
    expect(await due()).toEqual([]);
    expect(
      await store.dropMessages({ before: clock.now(), unnamedBefore: 0, receivers: ['sources.crm.notify'] }),
    ).toEqual(new Map());
    expect(await store.outbox()).toMatchObject([{ waiting: 1, held: 1 }]);
    const record = { name: 'salon', heldSince: null, openedAt: null, reason: null, notBefore: null };
    await store.saveDestination({ ...record, paused: false });
    expect(await due()).toHaveLength(1);
  });
});
