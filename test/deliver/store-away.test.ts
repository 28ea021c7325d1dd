import { expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

it('the worker reports an unavailable store once, with the reason, and again after it was available meanwhile', async () => {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  const { store, bridge } = harness;
  const claim = store.claim.bind(store);
  let reason: string | undefined;
  let claims = 0;
  vi.spyOn(store, 'claim').mockImplementation(async request => {
    claims += 1;
    if (reason !== undefined) throw new StoreUnavailable(reason);
    return claim(request);
  });
  const failures = () => harness.log.filter(({ what }) => what === 'worker failed, retrying');
  const rounds = async (number: number) => {
    const before = claims;
    await expect
      .poll(() => {
        bridge.worker.wake();
        return claims - before;
      })
      .toBeGreaterThanOrEqual(number);
  };
  bridge.worker.start();
  await rounds(2);
  reason = 'the disk is full';
  await rounds(4);
  expect(failures()).toEqual([{ what: 'worker failed, retrying', details: { reason } }]);
  reason = undefined;
  const id = await harness.send({ customer: 1001, note: 'kept' });
  await expect.poll(async () => (await harness.event(id)).status).toBe('delivered');
  reason = 'it is away';
  await rounds(4);
  expect(failures().slice(1)).toEqual([{ what: 'worker failed, retrying', details: { reason } }]);
});
