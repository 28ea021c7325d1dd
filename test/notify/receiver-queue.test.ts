import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { PostedMessage } from '../../src/notify/post-message.ts';
import { createReceiverQueue } from '../../src/notify/receiver-queue.ts';
import { fastFolder } from '../inbox/fast-folder.ts';
import { openPrepared } from '../inbox/open-prepared.ts';
import { createVirtualTime } from '../simulation/virtual-time.ts';

const minute = 60_000;

it.each([
  ['for less than that as long as it asks', 2 * minute, 2 * minute],
  ['for hours only five minutes', 6 * 60 * minute, 5 * minute],
])('waits as long as the receiver requests, %s', async (_, asked, heeded) => {
  const folder = mkdtempSync(join(fastFolder(), 'fieldbridge-queue-'));
  const time = createVirtualTime(() => sleep(30));
  const store = await openPrepared(join(folder, 'store.db'), { clock: time });
  const answers: PostedMessage[] = [{ kind: 'refused', why: 'it answered 503', pauseMs: asked }];
  const sentAt: number[] = [];
  const queue = createReceiverQueue({
    receiver: 'pager',
    store,
    time,
    random: () => 0,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    count() {},
    post: {
      async send() {
        sentAt.push(time.monotonic());
        return answers.shift() ?? { kind: 'told' };
      },
      async close() {},
    },
  });
  onTestFinished(async () => {
    await queue.stop(0);
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const record = { code: 'failed', subject: 'crm', since: time.now(), clearedAt: null, times: 0 };
  await store.saveAlerts('pager', [{ record, body: '{}' }], []);
  queue.wake();
  await time.runUntil(heeded - 1_000);
  expect(sentAt).toHaveLength(1);
  await time.runUntil(heeded + 5_000);
  expect(sentAt).toHaveLength(2);
  expect(await store.outbox()).toEqual([]);
});
