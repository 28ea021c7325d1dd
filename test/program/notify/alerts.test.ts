import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { describe, it } from 'vitest';
import { type NotifyScene, notifyScene, until } from './notify-scene.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The program with a receiver of its alerts; both end with the test. */
interface Watched {
  readonly scene: NotifyScene;
  readonly receiver: Receiver;
  /** Returns the received messages with a code. */
  about(code: string): readonly Received[];
}

async function watched(onTestFinished: (end: () => Promise<void>) => void): Promise<Watched> {
  const scene = await notifyScene();
  const receiver = await startReceiver(new Webhook(secret));
  onTestFinished(async () => {
    await scene.close();
    await receiver.close();
  });
  scene.configure({ top: `alerts: {url: "${receiver.url}", secret: ${secret}}` });
  return {
    scene,
    receiver,
    // A message that was repeated because of a kill has the same id.
    about: code => {
      const all = receiver.received.filter(({ body }) => body.data.code === code);
      return [...new Map(all.map(each => [each.id, each])).values()];
    },
  };
}

function types(messages: readonly Received[]): readonly string[] {
  return messages.map(({ body }) => body.type);
}

// Parallel, because they wait most of the time.
describe.concurrent('alerts', () => {
  it('are raised once and cleared once, despite kills and restarts', async ({ expect, onTestFinished }) => {
    const { scene, receiver, about } = await watched(onTestFinished);
    await scene.start();
    await scene.api('POST', '/destinations/salon/pause', { who: 'me' });
    await until(() => about('FieldbridgeDestinationPaused').length > 0);
    for (let kill = 0; kill < 3; kill += 1) {
      await scene.end('SIGKILL');
      await scene.start();
      await sleep(6_000);
    }
    expect(types(about('FieldbridgeDestinationPaused'))).toEqual(['alert.raised']);
    await scene.api('POST', '/destinations/salon/resume', { who: 'me' });
    await sleep(1_000);
    await scene.end('SIGKILL');
    await scene.start();
    await until(() => about('FieldbridgeDestinationPaused').length > 1);
    await sleep(3_000);
    const [raised, cleared, ...more] = about('FieldbridgeDestinationPaused');
    expect(more).toEqual([]);
    expect(raised?.body.data).toEqual({
      code: 'FieldbridgeDestinationPaused',
      subject: 'salon',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      message: expect.stringMatching(/^the destination is paused/),
      next: '`fieldbridge destinations resume NAME` resumes it.',
    });
    expect(cleared?.body).toMatchObject({
      type: 'alert.cleared',
      data: { code: 'FieldbridgeDestinationPaused', subject: 'salon', since: raised?.body.data.since },
    });
    expect(receiver.faults).toEqual([]);
  });

  it('are raised once for many failed events, without their values', async ({ expect, onTestFinished }) => {
    const { scene, receiver, about } = await watched(onTestFinished);
    await scene.start();
    for (let each = 0; each < 50; each += 1)
      await scene.post({
        id: `e${each}`,
        kind: 'update',
        customer: `canary-${each}`,
        canary: 'canary-value',
      });
    await until(() => about('FieldbridgeEventsFailed').length > 0);
    for (let each = 50; each < 60; each += 1)
      await scene.post({ id: `e${each}`, kind: 'update', customer: `canary-${each}` });
    await scene.end('SIGTERM');
    await scene.start();
    await sleep(20_000);
    expect(receiver.received.map(({ body }) => [body.type, body.data.code, body.data.subject])).toEqual([
      ['alert.raised', 'FieldbridgeEventsFailed', 'crm'],
    ]);
    expect(JSON.stringify(receiver.received)).not.toContain('canary');
  });

  it('are raised for a failure just before a kill', async ({ expect, onTestFinished }) => {
    const { scene, about } = await watched(onTestFinished);
    await scene.start();
    await scene.post({ id: 'bad', kind: 'update', customer: 'nobody' });
    await expect.poll(() => scene.get('/readyz')).toContain('"failed":1');
    await scene.end('SIGKILL');
    await scene.start();
    await until(() => about('FieldbridgeEventsFailed').length > 0);
  });

  it('report that a receiver of callbacks accepts none, until it does', async ({
    expect,
    onTestFinished,
  }) => {
    const { scene, receiver, about } = await watched(onTestFinished);
    const callbacks = await startReceiver(new Webhook(secret));
    scene.configure({
      source: `, notify: {url: "${callbacks.url}", secret: ${secret}}`,
      top: `alerts: {url: "${receiver.url}", secret: ${secret}}`,
    });
    callbacks.answer = () => ({ status: 401, headers: { 'retry-after': '1' } });
    await scene.start();
    await scene.post({ id: 'e1', kind: 'update', customer: 1001, note: 'n' });
    await until(() => about('FieldbridgeReceiverSilent').length > 0);
    expect(about('FieldbridgeReceiverSilent')[0]?.body.data).toMatchObject({
      subject: 'sources.crm.notify',
      message: 'it takes no messages: it answered 401; 1 message waits',
    });
    await scene.end('SIGKILL');
    await scene.start();
    callbacks.answer = () => ({ status: 204 });
    await until(() => about('FieldbridgeReceiverSilent').length > 1);
    expect(types(about('FieldbridgeReceiverSilent'))).toEqual(['alert.raised', 'alert.cleared']);
    await callbacks.close();
  });

  it('are not raised for conditions that last seconds', async ({ expect, onTestFinished }) => {
    const { scene, receiver } = await watched(onTestFinished);
    await scene.start();
    await scene.api('POST', '/destinations/salon/pause', { who: 'me' });
    await sleep(500);
    await scene.api('POST', '/destinations/salon/resume', { who: 'me' });
    await sleep(8_000);
    expect(receiver.received).toEqual([]);
  });
});
