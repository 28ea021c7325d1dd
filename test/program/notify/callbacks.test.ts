import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NotifyScene, notifyScene, until } from './notify-scene.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let scene: NotifyScene;
let receiver: Receiver;

async function setUp(): Promise<void> {
  scene = await notifyScene();
  receiver = await startReceiver(new Webhook(secret));
}

async function tearDown(): Promise<void> {
  await scene.close();
  await receiver.close();
}

function notifying(more = ''): void {
  scene.configure({ source: `, notify: {url: "${receiver.url}/outcomes?of=crm", secret: ${secret}${more}}` });
}

function messagesAbout(id: string | undefined): readonly Received[] {
  return receiver.received.filter(({ body }) => body.data.id === id);
}

function types(messages: readonly Received[]): readonly string[] {
  return messages.map(({ body }) => body.type);
}

function outboxRows(): number {
  const database = new DatabaseSync(join(scene.folder, 'data/bridge.db'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM outbox').get()?.count);
  } finally {
    database.close();
  }
}

describe('the callbacks of a source', () => {
  beforeEach(setUp);
  afterEach(tearDown);

  it('report the outcome of each event, signed, with the event as a reader of /api sees it', async () => {
    notifying();
    await scene.start();
    const done = await scene.post({ id: 'a', kind: 'booking', appointment: 'a1' });
    const failed = await scene.post({ id: 'b', kind: 'update', customer: 1001 });
    const skipped = await scene.post({ id: 'c', kind: 'nothing-of-ours' });
    await until(() => messagesAbout(done).length > 0 && messagesAbout(failed).length > 0);

    const [delivered] = messagesAbout(done);
    const event = await scene.api<Record<string, unknown>>('GET', `/events/${done}`);
    const { payload: _, audit: __, ...rest } = event;
    expect(delivered?.body.type).toBe('event.delivered');
    expect(Date.parse(delivered?.body.timestamp ?? '')).toBeCloseTo(Date.now(), -5);
    expect(Object.keys(delivered?.body.data ?? {})).toEqual(Object.keys(rest));
    expect(delivered?.body.data).toMatchObject({
      id: done,
      source: 'crm',
      status: 'delivered',
      receivedAt: event.receivedAt,
      calls: [
        {
          mapping: 'booking',
          destination: 'salon',
          status: 'delivered',
          result: 'OK',
          url: 'http://127.0.0.1/done/a1/a1',
          customerId: '900001',
          request: { operation: 'persistCustomerData', appointmentId: '[masked]' },
          attempts: [{ outcome: expect.any(String) }],
        },
      ],
    });
    expect(messagesAbout(failed)[0]?.body).toMatchObject({
      type: 'event.failed',
      data: { status: 'failed', diagnostics: [{ code: 'mapping/missing-value', severity: 'error' }] },
    });
    expect(messagesAbout(skipped)).toEqual([]);
    expect(receiver.faults).toEqual([]);
    await expect.poll(outboxRows).toBe(0);
  });

  it('report only the configured outcomes, also after actions of people and replays', async () => {
    notifying(', on: [skipped, discarded, failed, delivered]');
    await scene.start();
    const skipped = await scene.post({ id: 'a', kind: 'nothing-of-ours' });
    const failed = await scene.post({ id: 'b', kind: 'update', customer: 1001 });
    await until(() => messagesAbout(skipped).length > 0 && messagesAbout(failed).length > 0);
    await scene.api('POST', `/events/${failed}/replay`, {});
    await until(() => messagesAbout(failed).length === 2);
    await scene.api('POST', `/events/${failed}/discard`, {});
    await until(() => messagesAbout(failed).length === 3);
    expect(types(messagesAbout(skipped))).toEqual(['event.skipped']);
    expect(types(messagesAbout(failed))).toEqual(['event.failed', 'event.failed', 'event.discarded']);
    expect(new Set(receiver.received.map(each => each.id)).size).toBe(4);
  });

  it('are signed with each of several secrets, also with a plain text', async () => {
    const plain = 'a plain secret, no Base64';
    scene.configure({
      source: `, notify: {url: "${receiver.url}", secret: ["${plain}", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]}`,
    });
    const other = await startReceiver(new Webhook(plain, { format: 'raw' }));
    await scene.start();
    const id = await scene.post({ id: 'a', kind: 'update', customer: 1001, note: 'n' });
    await until(() => messagesAbout(id).length === 1);
    await scene.end('SIGTERM');
    scene.configure({ source: `, notify: {url: "${other.url}", secret: ["${plain}"]}` });
    await scene.start();
    await scene.post({ id: 'b', kind: 'update', customer: 1001, note: 'n' });
    await until(() => other.received.length === 1);
    expect([...receiver.faults, ...other.faults]).toEqual([]);
    await other.close();
  });

  it('write no row if they are not configured', async () => {
    scene.configure({});
    await scene.start();
    for (let each = 0; each < 20; each += 1)
      await scene.post({ id: `e${each}`, kind: 'update', customer: each + 1, note: 'n' });
    await until(() => scene.truth.notes.size === 20);
    await scene.end('SIGKILL');
    expect(outboxRows()).toBe(0);
    const database = new DatabaseSync(join(scene.folder, 'data/bridge.db'));
    expect(database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").get()).toBe(undefined);
    database.close();
  });
});

describe('callbacks while their receiver is in trouble', () => {
  beforeAll(async () => {
    await setUp();
    notifying(', timeout: 2s');
    await scene.start();
  });
  afterAll(tearDown);

  it.each([
    ['answers 500', { status: 500 }],
    ['asks for patience', { status: 429, headers: { 'retry-after': '1' } }],
    ['redirects', { status: 302, headers: { location: '/elsewhere' } }],
    ['hangs', 'hang'],
    ['breaks off', 'reset'],
  ] as const)('are sent again with the same id where it %s', async (how, answer) => {
    receiver.answer = () => answer;
    const id = await scene.post({ id: how, kind: 'update', customer: 1001, note: how });
    await until(() => messagesAbout(id).length >= 1);
    await sleep(100);
    receiver.answer = () => ({ status: 200 });
    await until(() => messagesAbout(id).some(each => each.status === 200));
    expect(new Set(messagesAbout(id).map(each => each.id)).size).toBe(1);
    expect(receiver.faults).toEqual([]);
    await expect.poll(outboxRows).toBe(0);
  });
});

describe('callbacks while their receiver is gone', () => {
  beforeEach(setUp);
  afterEach(tearDown);

  it('stop after a 410, and continue after a restart', async () => {
    notifying();
    receiver.answer = () => ({ status: 410 });
    await scene.start();
    const id = await scene.post({ id: 'a', kind: 'update', customer: 1001, note: 'n' });
    await until(() => scene.running().output().includes('receiver gone'));
    await scene.post({ id: 'b', kind: 'update', customer: 1002, note: 'n' });
    await sleep(3_000);
    expect(receiver.received.length).toBe(1);
    await scene.end('SIGTERM');
    receiver.answer = () => ({ status: 200 });
    await scene.start();
    await until(() => receiver.received.length === 3);
    expect(messagesAbout(id).map(each => each.status)).toEqual([410, 200]);
  });

  it('delay no calls, and arrive in order for each event once the receiver works again', async () => {
    notifying(', on: [failed, delivered]');
    const { port } = new URL(receiver.url);
    await receiver.close();
    await scene.start();
    const ids: (string | undefined)[] = [];
    for (let each = 0; each < 100; each += 1)
      ids.push(await scene.post({ id: `e${each}`, kind: 'update', customer: each + 1, note: `n${each}` }));
    const failed = await scene.post({ id: 'f', kind: 'update', customer: 1001 });
    await until(() => scene.truth.notes.size === 100);
    const statusOf = async () => (await scene.api<{ status: string }>('GET', `/events/${failed}`)).status;
    await expect.poll(statusOf).toBe('failed');
    await scene.api('POST', `/events/${failed}/replay`, {});
    await until(() => scene.running().output().includes('receiver failing'));
    await expect
      .poll(() => scene.get('/metrics'))
      .toMatch(/fieldbridge_messages_waiting\{receiver="sources.crm.notify",scope="store"\} 102/);
    await expect
      .poll(async () => JSON.parse(await scene.get('/readyz')))
      .toMatchObject({
        status: 'ready',
        receivers: [
          expect.stringMatching(/^sources\.crm\.notify takes no messages since .*; 102 messages wait$/),
        ],
      });
    receiver = await startReceiver(new Webhook(secret), Number(port));
    await expect.poll(() => receiver.received.length).toBe(102);
    expect(types(messagesAbout(failed))).toEqual(['event.failed', 'event.failed']);
    for (const id of ids) expect(types(messagesAbout(id))).toEqual(['event.delivered']);
    await expect.poll(async () => JSON.parse(await scene.get('/readyz')).receivers).toBe(undefined);
  });
});

describe('callbacks of a bridge that is killed again and again', () => {
  beforeEach(setUp);
  afterEach(tearDown);

  it('report the outcome of every event at least once, with one id each, in order', {
    timeout: 400_000,
  }, async () => {
    notifying(', on: [delivered, failed, uncertain]');
    receiver.answer = () => (randomInt(10) === 0 ? { status: 503 } : { status: 200 });
    await scene.start();
    const accepted = new Set<string>();
    let number = 0;
    let ending = false;
    const senders = [0, 1, 2, 3].map(async () => {
      while (!ending) {
        number += 1;
        const each = number;
        const id = await scene.post(
          each % 3 === 0
            ? { id: `b${each}`, kind: 'booking', appointment: `a${each}` }
            : {
                id: `e${each}`,
                kind: 'update',
                customer: 1 + (each % 40),
                ...(each % 7 !== 0 && { note: `n${each}` }),
              },
        );
        if (id) accepted.add(id);
        // Some are always on their way; more would only keep the processor busy.
        await sleep(120);
      }
    });
    for (let kill = 0; kill < 8; kill += 1) {
      await sleep(randomInt(100, 900));
      await scene.end('SIGKILL');
      await scene.start();
    }
    await until(() => accepted.size > 60);
    ending = true;
    await Promise.all(senders);
    receiver.answer = () => ({ status: 200 });
    const isReported = (id: string) => messagesAbout(id).some(each => each.status === 200);
    await until(() => [...accepted].every(isReported));

    const database = new DatabaseSync(join(scene.folder, 'data/bridge.db'), { readOnly: true });
    const rows = database.prepare('SELECT id, status FROM event').all() as { id: string; status: string }[];
    database.close();
    const messages = Map.groupBy(receiver.received, each => each.body.data.id);
    for (const { id, status } of rows) {
      const ofEvent = messages.get(id) ?? [];
      expect(ofEvent.at(-1)?.body.type, id).toBe(`event.${status}`);
      // No outcome is reported that did not happen: each of these is the final status of its event.
      expect(new Set(types(ofEvent)).size).toBe(1);
      expect(new Set(ofEvent.map(each => each.id)).size).toBe(1);
    }
    expect([...messages.keys()].filter(id => !rows.some(row => row.id === id))).toEqual([]);
    expect(new Set(receiver.received.map(each => each.body.type))).toContain('event.failed');
    expect(receiver.faults).toEqual([]);
  });
});
