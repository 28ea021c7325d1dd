import { describe, expect, it } from 'vitest';
import type { Resolution } from '../../src/inbox/decide/resolve.ts';
import { openScene, type Scene } from './scene.ts';

const action = { who: 'anna', why: 'looked it up' };

/** A booking with a lost response; `made`: whether the destination made it. */
async function lostAnswer(
  made: 'made' | 'not made',
  slot: 'plain' | 'error' = 'plain',
): Promise<{ scene: Scene; id: string; payload: object }> {
  const scene = await openScene();
  const { harness } = scene;
  const when = made === 'made' ? 'after' : 'before';
  harness.sandbox.addFaults({ operation: 'persistCustomerData', when, reset: true, times: 1 });
  const payload = scene.payload('persistCustomerData', slot);
  const id = await harness.send(payload);
  await harness.run();
  expect((await harness.event(id)).status).toBe('uncertain');
  return { scene, id, payload };
}

async function say({ harness }: Scene, id: string, resolution: Resolution): Promise<void> {
  expect(await harness.store.resolve({ id }, resolution, action)).toEqual({ kind: 'resolved' });
  await harness.run();
}

describe('a booking with a lost response, once a person has checked it', () => {
  it('that was made is not sent again, neither by a replay nor by another event', async () => {
    const { scene, id, payload } = await lostAnswer('made');
    await say(scene, id, { outcome: 'booked', customerId: '1001' });
    const again = await scene.harness.send(payload);
    await scene.harness.run();
    expect(await scene.harness.event(id)).toMatchObject({ status: 'delivered' });
    expect(await scene.harness.event(again)).toMatchObject({
      status: 'skipped',
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'delivery/already-booked' })]),
    });
    expect(scene.received('persistCustomerData')).toBe(1);
  });

  it('that was not made is sent again, once', async () => {
    const { scene, id } = await lostAnswer('not made');
    await say(scene, id, { outcome: 'not-booked' });
    expect(await scene.harness.event(id)).toMatchObject({ status: 'delivered', calls: [{ result: 'OK' }] });
    expect(scene.received('persistCustomerData')).toBe(2);
  });

  it('that is refused with ERROR when sent again stays uncertain: it may be the echo of a success (A12)', async () => {
    const { scene, id, payload } = await lostAnswer('made', 'error');
    await say(scene, id, { outcome: 'not-booked' });
    expect(await scene.harness.event(id)).toMatchObject({
      status: 'uncertain',
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'delivery/refused-again' })]),
    });
    expect(await scene.lastOutcome(id)).toBe('unknown A12');
    await say(scene, id, { outcome: 'give-up' });
    const again = await scene.harness.send(payload);
    await scene.harness.run();
    expect([(await scene.harness.event(id)).status, (await scene.harness.event(again)).status]).toEqual([
      'discarded',
      'uncertain',
    ]);
    expect(scene.received('persistCustomerData')).toBe(2);
  });

  it('stays uncertain for another event of the same booking too, and after a restart (A12)', async () => {
    const { scene, id, payload } = await lostAnswer('made', 'error');
    const { harness } = scene;
    await harness.bridge.pause('salon');
    await harness.store.resolve({ id }, { outcome: 'not-booked' }, action);
    await harness.store.discard(id);
    await harness.restart();
    await harness.bridge.resume('salon');
    const again = await harness.send(payload);
    await harness.run();
    expect([(await harness.event(again)).status, await scene.lastOutcome(again)]).toEqual([
      'uncertain',
      'unknown A12',
    ]);
  });
});
