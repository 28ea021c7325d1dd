import { expect, it, onTestFinished, vi } from 'vitest';
import { startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

it('a call takes its place at the destination until it is answered; as many results as places may wait to be written', async () => {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  await harness.run();
  const settle = harness.store.settle.bind(harness.store);
  const disk = Promise.withResolvers<void>();
  vi.spyOn(harness.store, 'settle').mockImplementation(async (...of) => {
    await disk.promise;
    return settle(...of);
  });
  harness.bridge.worker.start();
  // Eight may be under way at a time.
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => harness.send({ customer: 1001 + index, note: 'x' })),
  );
  const sent = () => harness.sandbox.calls().filter(({ operation }) => operation === 'updateCustomer').length;
  await expect.poll(sent, { interval: 10 }).toBe(16);
  // What is due and must wait is no reason to look again and again.
  const looks = vi.spyOn(harness.store, 'nextDueAt');
  harness.bridge.worker.wake();
  await new Promise(resolve => setTimeout(resolve, 200));
  expect([sent(), looks.mock.calls.length]).toEqual([16, 0]);
  expect(await Promise.all(ids.map(async id => (await harness.event(id)).status))).toEqual(
    ids.map(() => 'queued'),
  );
  disk.resolve();
  const statuses = () => Promise.all(ids.map(async id => (await harness.event(id)).status));
  await expect.poll(async () => new Set(await statuses()), { interval: 10 }).not.toContain('queued');
  expect(sent()).toBe(20);
});
