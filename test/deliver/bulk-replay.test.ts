import { afterEach, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const mapping = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {interests: topic}}
`;
const perSecond = 10;
const events = 30;
/** Shorter than the time between two calls, so that a call that starts too soon is detected. */
const stepMs = 25;
const people = [1001, 1002, 1003, 1009];
const minute = 60_000;
let harness: Harness;

afterEach(() => harness.close());

it('does not exceed the rate limit of the destination, however often it is requested', async () => {
  harness = await startHarness({ mappings: { mapping }, perSecond });
  await harness.run();
  for (let each = 0; each < events; each += 1) {
    await harness.send({ customer: people[each % people.length], note: `note ${each}`, topic: 'Piercing' });
  }
  await harness.run();
  harness.sandbox.control('fields', { action: 'change', keyName: 'interests', selectItems: ['Piercing'] });
  await harness.later(10 * minute);
  const sent = () => harness.sandbox.calls().filter(each => each.operation === 'updateCustomer').length;
  expect([sent(), (await harness.store.counts()).statuses.failed]).toEqual([0, events]);

  let moved = 0;
  const replay = () => harness.store.replay({ status: 'failed' }, { force: false });
  expect(await replay()).toBe(events);
  for (; sent() < events; moved += stepMs) {
    await replay();
    await harness.later(moved === 0 ? 0 : stepMs);
    expect(sent()).toBeLessThanOrEqual(2 + (moved * perSecond) / 1000);
  }
  expect((await harness.store.counts()).statuses.delivered).toBe(events);
});
