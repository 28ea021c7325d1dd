import { afterEach, expect, it, vi } from 'vitest';
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

it('plans a webhook at once if its mapping consists of lookups', async () => {
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

it('leaves slow rules and faulty mappings to the planner', async () => {
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

it('leaves an event that cannot be planned to the planner, so that the webhook is still stored', async () => {
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

it('sends calls planned on acceptance, each person in order, without a round of the planner', async () => {
  harness = await startHarness({ mappings: { plain } });
  await harness.run();
  harness.bridge.worker.start();
  const planning = vi.spyOn(harness.store, 'plan');
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    ids.push(await harness.send({ customer: 1001 + (count % 2), note: `note ${count}` }));
  }
  for (const id of ids) {
    await expect.poll(async () => (await harness.event(id)).status).toBe('delivered');
  }
  for (const person of [0, 1]) {
    const notes = harness.sandbox.customer(1001 + person)?.updates.map(({ note }) => note);
    expect(notes).toEqual(Array.from({ length: 10 }, (_, count) => `note ${2 * count + person}`));
  }
  expect(planning).not.toHaveBeenCalled();
});

it('queues calls without a free place, and releases them if nothing may be sent any more', async () => {
  harness = await startHarness({ mappings: { plain } });
  await harness.run();
  harness.sandbox.addFaults({ delayMs: 50 });
  harness.bridge.worker.start();
  const planning = vi.spyOn(harness.store, 'plan');
  /** Sends to nine people, while eight calls may be in flight at a time. */
  const send = () =>
    Promise.all(Array.from({ length: 9 }, (_, index) => harness.send({ customer: 1001 + index, note: 'x' })));
  const statuses = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(async id => (await harness.event(id)).status))).sort();
  const delivered = Array.from({ length: 9 }, () => 'delivered');
  const first = await send();
  await expect.poll(() => statuses(first), { interval: 10 }).toEqual(delivered);
  expect(planning).not.toHaveBeenCalled();
  const givingBack = vi.spyOn(harness.store, 'release');
  const second = await send();
  await harness.bridge.pause('salon');
  await expect.poll(() => statuses(second), { interval: 10 }).toEqual([...delivered.slice(1), 'held']);
  await harness.bridge.resume('salon');
  await expect.poll(() => statuses(second), { interval: 10 }).toEqual(delivered);
  expect(givingBack).toHaveBeenCalledOnce();
});
