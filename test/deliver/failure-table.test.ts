import { describe, expect, it } from 'vitest';
import { failureTable } from '../../src/booking/failure-table.ts';
import type { Operation } from '../../src/inbox/call.ts';
import { endings, type FailureCase, failureCases, unprovokable } from './failure-cases.ts';
import { openScene, type Scene } from './scene.ts';

describe('the failure table, through the whole bridge', () => {
  const named = failureCases.map(each => [each.row, each.operation, each.by, each] as const);

  it.each(named)('%s of %s: %s', async (row, operation, _by, each) => {
    const { payload: further, slot, provoke, mend, ...options } = each;
    const scene = await openScene(options);
    const { harness } = scene;
    const payload = { ...scene.payload(operation, slot), ...further };
    await provoke?.(scene);
    const id = await harness.send(payload);
    await harness.run();
    const { outcome, status, destination, received, later } = endings[each.ending];
    expect([await scene.state(id), await scene.lastOutcome(id), scene.received(operation)]).toEqual([
      `${status} ${destination}`,
      `${outcome} ${row}`,
      received,
    ]);

    harness.sandbox.clearFaults();
    await mend?.(scene);
    expect(await scene.rested(id)).toBe(later);
    if (later === 'delivered') {
      expect(scene.received(operation)).toBe(status === 'delivered' ? received : received + 1);
    } else if (later === 'failed') await goesOnByReplay(id, each, scene);
    else await isNeverSentAgain(id, payload, scene, received);
    await scene.othersGoOn();
    const { applied } = harness.sandbox.state().calls.persistCustomerData;
    expect(applied).toBeLessThan(2);
  });
});

async function goesOnByReplay(id: string, { operation }: FailureCase, scene: Scene): Promise<void> {
  const before = scene.received(operation);
  await scene.harness.store.replay({ id }, { force: false });
  expect(await scene.rested(id)).toBe('delivered');
  expect(scene.received(operation)).toBe(before + 1);
}

/** A booking that may have been made is not sent again by a replay, nor by another event, nor after a start. */
async function isNeverSentAgain(id: string, payload: object, scene: Scene, received: number): Promise<void> {
  const { harness } = scene;
  await harness.store.replay({ id }, { force: true });
  const again = await harness.send(payload);
  await harness.run();
  await harness.restart();
  await harness.later(60_000);
  expect([await scene.rested(id), await scene.rested(again)]).toEqual(['uncertain', 'uncertain']);
  expect(scene.received('persistCustomerData')).toBe(received);
}

describe('the cases of the failure table', () => {
  it('are there for each row and both operations, or there is a reason for having none', () => {
    const operations: readonly Operation[] = ['updateCustomer', 'persistCustomerData'];
    const all = Object.keys(failureTable).flatMap(row => operations.map(operation => `${row} ${operation}`));
    const covered = new Set(failureCases.map(each => `${each.row} ${each.operation}`));
    const excused = [...Object.keys(unprovokable), ...operations.map(operation => `T11 ${operation}`)];
    expect(all.filter(key => !covered.has(key) && !excused.includes(key))).toEqual([]);
    expect(excused.filter(key => covered.has(key) || !all.includes(key))).toEqual([]);
  });
});
