import { afterEach, expect, it } from 'vitest';
import { planAtOnce } from '../../../src/deliver/planning/plan-at-once.ts';
import type { AcceptedRequest } from '../../../src/inbox/event.ts';
import { type Harness, startHarness } from '../harness.ts';

const mapping = (rules: string) => `
source: crm
destination: salon
operation: updateCustomer
set:
  id: customer
  ${rules}
`;

const plain = mapping('note: note');

const request = (body: unknown, overrides: Partial<AcceptedRequest> = {}): AcceptedRequest => ({
  source: 'crm',
  receivedAt: 0,
  headers: {},
  query: {},
  body: Buffer.from(JSON.stringify(body)),
  reading: { kind: 'json', charset: 'utf-8' },
  items: [{ id: 'evt_1', contentHash: 'a hash', diagnostics: [] }],
  ...overrides,
});

let harness: Harness;

afterEach(() => harness.close());

it('plans what a mapping of look-ups makes of a webhook', async () => {
  harness = await startHarness({ mappings: { plain } });
  await harness.run();
  const plans = await planAtOnce(request({ customer: 1001, note: 'early' }), harness.bridge.planning());
  expect(plans?.get('evt_1')).toMatchObject({
    event: { id: 'evt_1', source: 'crm', planning: 'first' },
    calls: [
      { mapping: 'plain', destination: 'salon', state: { status: 'queued', call: { id: { text: '1001' } } } },
    ],
  });
});

it('leaves to the planner what may take long, and where something is wrong', async () => {
  harness = await startHarness({ mappings: { plain, dear: mapping("note: $join([note, 'late'], ', ')") } });
  await harness.run();
  const planning = harness.bridge.planning();
  const payload = { customer: 1001, note: 'early' };
  expect(await planAtOnce(request(payload), planning)).toBe(undefined);

  await harness.use({ plain });
  const now = harness.bridge.planning();
  expect(await planAtOnce(request(payload), now)).toBeDefined();
  expect(await planAtOnce(request({ ...payload, note: 'x'.repeat(70_000) }), now)).toBe(undefined);
  expect(await planAtOnce(request({ customer: 'nobody', note: 'early' }), now)).toBe(undefined);
  expect(await planAtOnce(request(payload, { source: 'forms' }), now)).toBe(undefined);
  const items = Array.from({ length: 17 }, (_, index) => ({
    id: `evt_${index}`,
    contentHash: `${index}`,
    payload: JSON.stringify(payload),
    diagnostics: [],
  }));
  expect(await planAtOnce(request(payload, { items }), now)).toBe(undefined);
  expect(await planAtOnce(request(payload, { items: items.slice(1) }), now)).toHaveProperty('size', 16);
});

it('leaves to the planner what cannot be planned, so that the webhook is stored all the same', async () => {
  harness = await startHarness({
    mappings: { plain: `link: customer\n${mapping('note: note').replace('customer', '$linked')}` },
  });
  await harness.run();
  const broken = {
    ...harness.bridge.planning(),
    findLink: async () => {
      throw new Error('the store cannot be read');
    },
  };
  expect(await planAtOnce(request({ customer: 1001, note: 'early' }), broken)).toBe(undefined);
});

it('sends what was planned as it was accepted, each person in order', async () => {
  harness = await startHarness({ mappings: { plain } });
  await harness.run();
  harness.bridge.worker.start();
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    ids.push(await harness.send({ customer: 1001 + (count % 2), note: `note ${count}` }));
    expect((await harness.event(ids.at(-1) ?? '')).calls).toHaveLength(1);
  }
  for (const id of ids) {
    await expect.poll(async () => (await harness.event(id)).status).toBe('delivered');
  }
  for (const person of [0, 1]) {
    const notes = harness.sandbox.customer(1001 + person)?.updates.map(({ note }) => note);
    expect(notes).toEqual(Array.from({ length: 10 }, (_, count) => `note ${2 * count + person}`));
  }
});
