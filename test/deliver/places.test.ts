import { expect, it, onTestFinished, vi } from 'vitest';
import { startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

it('a call occupies a place at the destination until its response; as many unwritten results as places are allowed', async () => {
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
  // Eight calls may be in flight at a time.
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => harness.send({ customer: 1001 + index, note: 'x' })),
  );
  const sent = () => harness.sandbox.calls().filter(({ operation }) => operation === 'updateCustomer').length;
  await expect.poll(sent, { interval: 10 }).toBe(16);
  // A due call that must wait does not make the worker check repeatedly.
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
