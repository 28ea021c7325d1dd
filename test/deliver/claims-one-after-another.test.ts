import { expect, it, onTestFinished, vi } from 'vitest';
import { startHarness } from './harness.ts';

/** With `ignoreOlder` every call must be claimed before it is sent. */
const update = `
source: crm
destination: salon
operation: updateCustomer
ignoreOlder: true
set: {id: customer, note: note}
`;

it('calls of a destination are claimed one claim after the other, up to the room at that moment', async () => {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  await harness.run();
  const claim = harness.store.claim.bind(harness.store);
  const open = { claims: 0, most: 0, calls: 0, mostCalls: 0 };
  const claiming = vi.spyOn(harness.store, 'claim').mockImplementation(async request => {
    open.claims += 1;
    open.most = Math.max(open.most, open.claims);
    // Delays the claim, like a store behind a network.
    await new Promise(resolve => setTimeout(resolve, 20));
    const claims = await claim(request);
    open.claims -= 1;
    open.calls += claims.length;
    open.mostCalls = Math.max(open.mostCalls, open.calls);
    return claims;
  });
  const settle = harness.store.settle.bind(harness.store);
  vi.spyOn(harness.store, 'settle').mockImplementation(async (...of) => {
    open.calls -= 1;
    return settle(...of);
  });
  harness.sandbox.addFaults({ delayMs: 50 });
  harness.bridge.worker.start();
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, index) => harness.send({ customer: 1001 + (index % 20), note: 'x' })),
  );
  const statuses = () => Promise.all(ids.map(async id => (await harness.event(id)).status));
  await expect.poll(async () => new Set(await statuses()), { interval: 10 }).not.toContain('queued');
  // Eight calls may be in flight at a time.
  expect(open).toMatchObject({ most: 1, mostCalls: 8 });
  expect(claiming.mock.calls.length).toBeLessThan(60);
});
