import { expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { type Harness, startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note}
`;

/** Starts the worker; also returns how often it asked for the next due time while calls were kept back. */
async function start(isKeptBack: (harness: Harness) => boolean) {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  await harness.run();
  const nextDueAt = harness.store.nextDueAt.bind(harness.store);
  const lookups = { meanwhile: 0, otherwise: 0 };
  vi.spyOn(harness.store, 'nextDueAt').mockImplementation(destination => {
    lookups[isKeptBack(harness) ? 'meanwhile' : 'otherwise'] += 1;
    return nextDueAt(destination);
  });
  harness.bridge.worker.start();
  return { harness, lookups };
}

const send = (harness: Harness, customer: number) =>
  harness.send({ kind: 'update', customer, note: 'kept back' });

function becomes(harness: Harness, id: string, status: string): Promise<void> {
  return expect.poll(async () => (await harness.event(id)).status, { interval: 10 }).toBe(status);
}

/** Resolves when the worker has begun another round, so the previous one has ended. */
async function anotherRound({ store, bridge }: Harness): Promise<void> {
  const planning = vi.spyOn(store, 'plannable');
  bridge.worker.wake();
  await expect.poll(() => planning.mock.calls.length, { interval: 10 }).toBeGreaterThan(0);
}

it('due calls do not keep the worker busy while a result cannot be written', async () => {
  const { harness, lookups } = await start(({ bridge }) => bridge.unwritten() > 0);
  const settle = harness.store.settle.bind(harness.store);
  let isFull = true;
  vi.spyOn(harness.store, 'settle').mockImplementation(async (...of) => {
    if (isFull) throw new StoreUnavailable('the disk is full');
    return settle(...of);
  });
  const first = await send(harness, 1001);
  await expect.poll(() => harness.bridge.unwritten(), { interval: 10 }).toBe(1);
  const second = await send(harness, 1002);
  await becomes(harness, second, 'queued');
  await anotherRound(harness);
  isFull = false;
  await becomes(harness, first, 'delivered');
  await becomes(harness, second, 'delivered');
  expect(lookups).toEqual({ meanwhile: 0, otherwise: expect.any(Number) });
  expect(lookups.otherwise).toBeGreaterThan(0);
});

it('due calls do not keep the worker busy while a clock jump waits for a call in flight', async () => {
  let jumped = false;
  const isFollowed = ({ reports }: Harness) => reports.some(each => each.includes('clock jumped'));
  const { harness, lookups } = await start(each => jumped && !isFollowed(each));
  const settle = harness.store.settle.bind(harness.store);
  const gate = Promise.withResolvers<void>();
  const settling = vi.spyOn(harness.store, 'settle').mockImplementation(async (...of) => {
    await gate.promise;
    return settle(...of);
  });
  const first = await send(harness, 1001);
  await expect.poll(() => settling.mock.calls.length, { interval: 10 }).toBe(1);
  harness.jump(-60 * 60_000);
  jumped = true;
  const second = await send(harness, 1002);
  await becomes(harness, second, 'queued');
  await anotherRound(harness);
  expect([settling.mock.calls.length, isFollowed(harness)]).toEqual([1, false]);
  gate.resolve();
  await becomes(harness, first, 'delivered');
  await becomes(harness, second, 'delivered');
  expect(isFollowed(harness)).toBe(true);
  expect(lookups).toEqual({ meanwhile: 0, otherwise: expect.any(Number) });
  expect(lookups.otherwise).toBeGreaterThan(0);
});

it('a slow destination is never forgotten while calls wait for it', async () => {
  const harness = await startHarness({ mappings: { update }, perSecond: 200, timePasses: true });
  onTestFinished(() => harness.close());
  await harness.run();
  for (let customer = 1; customer <= 600; customer += 1) await send(harness, customer);
  harness.bridge.worker.start();
  const waiting = async () => (await harness.store.events({ limit: 1, status: 'queued' })).events.length;
  await expect.poll(waiting, { interval: 50 }).toBe(0);
});
