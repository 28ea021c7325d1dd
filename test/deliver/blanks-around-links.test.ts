import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const mapping = `source: crm
destination: salon
link: contact
operation: updateCustomer
set:
  id: $linked
  note: text
`;

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness({ mappings: { notes: mapping } });
});

afterEach(() => harness.close());

it('delivers an event whose link has blanks at its ends, before and after the link is known', async () => {
  const link = { people: 'crm', id: 'anna@example.com' };
  const early = await harness.send({ contact: 'anna@example.com\u200b', text: ' early ' });
  await harness.run();
  expect((await harness.event(early)).status).toBe('queued');
  await harness.store.putLink(link, 'salon', '1001');
  const late = await harness.send({ contact: ' anna@example.com', text: '\u00a0late' });
  await harness.run();
  expect((await harness.event(early)).status).toBe('delivered');
  expect(await harness.event(late)).toMatchObject({
    status: 'delivered',
    calls: [{ request: { id: '1001', note: 'late' } }],
  });
});
