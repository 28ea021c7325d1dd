import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Store, StoreUnavailable } from '../../../src/inbox/store.ts';
import { accept, item } from '../contract/samples.ts';
import { eventIds, rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';
import { startOwnPostgres } from './server.ts';

const scene = postgresScene(startOwnPostgres);
let store: Store;

beforeEach(async () => {
  store = await scene.open();
});

/** Senders that post without pause, and the results they got. */
function startSending(senders: number) {
  const accepted = new Set<string>();
  const refused = new Set<string>();
  const faults: unknown[] = [];
  let isOver = false;

  async function send(): Promise<void> {
    while (!isOver) {
      const id = `evt_${randomBytes(9).toString('base64url')}`;
      try {
        await accept(store, { items: [item({ id, senderEventId: id })] });
        accepted.add(id);
      } catch (error) {
        refused.add(id);
        if (!(error instanceof StoreUnavailable)) faults.push(error);
        await sleep(5);
      }
    }
  }

  const all = Promise.all(Array.from({ length: senders }, send));
  return {
    accepted,
    refused,
    faults,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Every accepted event is stored, and no other. */
async function expectKept({ accepted, refused, faults }: ReturnType<typeof startSending>): Promise<void> {
  expect(faults).toEqual([]);
  expect(refused.size).toBeGreaterThan(0);
  const there = await eventIds(scene.url, scene.schema);
  expect([...accepted].filter(id => !there.has(id))).toEqual([]);
  expect([...refused].filter(id => there.has(id))).toEqual([]);
  expect(there.size).toBe(accepted.size);
}

describe('while PostgreSQL is down', () => {
  it('no webhook is accepted, and accepting continues without help afterwards', async () => {
    const sending = startSending(40);
    await expect.poll(() => sending.accepted.size).toBeGreaterThan(200);
    await scene.server.halt();
    await expect.poll(() => sending.refused.size).toBeGreaterThan(100);
    const before = sending.accepted.size;
    await scene.server.goOn();
    await expect.poll(() => sending.accepted.size).toBeGreaterThan(before + 200);
    await sending.stop();
    await expectKept(sending);
  });

  it('reading fails with the same error, and continues without help afterwards', async () => {
    const id = await accept(store);
    await scene.server.halt();
    await expect(store.event(id)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.plannable(9)).rejects.toBeInstanceOf(StoreUnavailable);
    await scene.server.goOn();
    await expect.poll(async () => (await store.event(id).catch(() => undefined))?.id).toBe(id);
  });
});

describe('a crash of PostgreSQL', () => {
  it('loses no accepted webhook, however often it happens', async () => {
    const sending = startSending(40);
    for (let fault = 0; fault < 10; fault += 1) {
      const before = sending.accepted.size;
      await expect.poll(() => sending.accepted.size).toBeGreaterThan(before + 50);
      await scene.server.crash();
      await scene.server.goOn();
    }
    await sending.stop();
    expect(sending.faults).toEqual([]);
    const there = await eventIds(scene.url, scene.schema);
    expect([...sending.accepted].filter(id => !there.has(id))).toEqual([]);
  });
});

describe('a broken connection while webhooks arrive', () => {
  it('loses no accepted webhook, and stores none that was not accepted', async () => {
    const sending = startSending(80);
    await expect.poll(() => sending.accepted.size).toBeGreaterThan(100);
    for (let cut = 0; cut < 60; cut += 1) {
      await rowsOf(
        scene.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'fieldbridge' AND pid <> pg_backend_pid()
         ORDER BY random() LIMIT 2`,
      );
      await sleep(cut % 7);
    }
    const before = sending.accepted.size;
    await expect.poll(() => sending.accepted.size).toBeGreaterThan(before + 100);
    await sending.stop();
    await expectKept(sending);
  });
});
