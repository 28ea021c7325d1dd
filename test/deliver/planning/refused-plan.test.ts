import { expect, it, onTestFinished, vi } from 'vitest';
import { startHarness } from '../harness.ts';

const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

it('an event whose plan the store refuses fails alone, and the others of its batch continue', async () => {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  const plan = harness.store.plan.bind(harness.store);
  const ids: string[] = [];
  vi.spyOn(harness.store, 'plan').mockImplementation(async plans => {
    const at = plans.find(({ event, calls }) => event.id === ids[1] && calls.length > 0);
    if (at) throw new Error('index row size exceeds maximum');
    return plan(plans);
  });
  for (const customer of [1001, 1002, 1003])
    ids.push(await harness.send({ customer, note: 'refused or not' }));
  await harness.run();
  const statuses = await Promise.all(ids.map(async id => (await harness.event(id)).status));
  expect(statuses).toEqual(['delivered', 'failed', 'delivered']);
  expect(harness.log.map(({ what }) => what)).toContain('cannot plan an event');
});
