import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const mapping = `
source: crm
destination: salon
operation: updateCustomer
set:
  id: customer
  note: '$exists(endless) ? $string($sum([1..9000].$sum([1..9000]))) : note'
`;

const dear = 24;
let harness: Harness;

afterEach(() => harness.close());

it('lets others have their turn between dear events, and delivers what is planned already', async () => {
  harness = await startHarness({ mappings: { mapping } });
  await harness.run();
  const cheap = await harness.send({ customer: 1002, note: 'cheap' });
  for (let each = 0; each < dear; each += 1) await harness.send({ customer: 1003, endless: each });
  let ended = false;
  const running = harness.run().finally(() => {
    ended = true;
  });
  let turns = 0;
  for (; (await harness.event(cheap)).status !== 'delivered'; turns += 1) await turn();
  expect((await harness.store.counts()).unplanned).toBeGreaterThan(0);
  for (; !ended; turns += 1) await turn();
  await running;
  expect(turns).toBeGreaterThan(dear);
  expect((await harness.store.counts()).statuses).toMatchObject({ delivered: 1, failed: dear });
  const [failed] = (await harness.store.events({ status: 'failed' })).events;
  expect((await harness.event(failed?.id ?? '')).diagnostics).toMatchObject([
    { code: 'expression/too-slow' },
  ]);
});
