import { expect, it, onTestFinished } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

const second = 1_000;
const minute = 60 * second;

const mapping = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {allergies: allergies, hair.type: hair}}
`;

async function start(): Promise<Harness> {
  const harness = await startHarness({
    mappings: { update: mapping },
    destination: 'catalog: {refresh: 5m}',
  });
  onTestFinished(() => harness.close());
  await harness.run();
  await harness.later(6 * minute);
  return harness;
}

const change = (harness: Harness, body: object) => harness.sandbox.control('fields', body);

async function deliver(harness: Harness, values: object): Promise<string> {
  const id = await harness.send({ customer: 1002, ...values });
  await harness.later(second);
  expect((await harness.event(id)).status).toBe('delivered');
  return id;
}

const toldIn = (harness: Harness) =>
  harness.log
    .filter(({ what }) => what === 'values sent that the account no longer accepts')
    .map(({ details }) => details);

it('reports the events that were delivered after the previous read with a value that is gone', async () => {
  const harness = await start();
  const before = await deliver(harness, { allergies: 'Kiwi' });
  await harness.later(6 * minute);
  const stale = await deliver(harness, { allergies: 'Nuts', hair: 'glatt' });
  await deliver(harness, { note: 'Aisle', hair: 'glatt' });
  change(harness, { action: 'archive', keyName: 'allergies' });
  await harness.later(6 * minute);
  expect(toldIn(harness)).toEqual([
    { destination: 'salon', fields: ['allergies'], since: expect.any(String), count: 1, events: [stale] },
  ]);
  expect(JSON.stringify(toldIn(harness))).not.toContain('Nuts');
  expect(before).not.toBe(stale);
});

it('reports nothing if no such value was delivered since, or the account still accepts it', async () => {
  const harness = await start();
  await deliver(harness, { allergies: 'Kiwi', hair: 'glatt' });
  await harness.later(6 * minute);
  await deliver(harness, { note: 'Aisle', hair: 'glatt' });
  change(harness, { action: 'archive', keyName: 'allergies' });
  await harness.later(6 * minute);
  expect(harness.log.map(({ what }) => what)).toContain('account changed');
  expect(toldIn(harness)).toEqual([]);
});
