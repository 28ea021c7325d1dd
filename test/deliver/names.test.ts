import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

const minuteMs = 60_000;
const mapping = `source: crm
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    hair.type: hair
`;

let harness: Harness;

beforeEach(async () => {
  harness = await startHarness({ mappings: { hair: mapping }, destination: 'locale: de' });
});

afterEach(() => harness.close());

const reads = () => harness.sandbox.calls().filter(each => each.operation === 'additionalCustomerFields');
const birthdate = () => harness.bridge.catalog('salon')?.fields.find(field => field.keyName === 'birthdate');

it('learns the names of the fields once a day, but not with the first look, because calls wait for that', async () => {
  await harness.run();
  expect(reads()).toHaveLength(1);
  expect(birthdate()?.names).toBeUndefined();
  await harness.later(6 * minuteMs);
  expect(reads()).toHaveLength(5);
  expect(birthdate()?.names).toMatchObject({ de: 'Geburtstag', en: 'Date of birth' });
  await harness.later(6 * minuteMs);
  expect(reads()).toHaveLength(6);
  await harness.restart();
  expect(birthdate()?.names).toMatchObject({ nl: 'Geboortedatum' });
  await harness.run();
  await harness.later(24 * 60 * minuteMs);
  expect(reads()).toHaveLength(6 + 1 + 4);
});

it('tries again only after an hour if no name could be read', async () => {
  await harness.run();
  harness.sandbox.addFaults({ operation: 'additionalCustomerFields', delayMs: 1, times: 1 });
  harness.sandbox.addFaults({ operation: 'additionalCustomerFields', status: 503, times: 3 });
  await harness.later(6 * minuteMs);
  expect(reads()).toHaveLength(5);
  expect(birthdate()?.names).toBeUndefined();
  expect((await harness.bridge.destinations())[0]?.state).toBe('open');
  await harness.later(6 * minuteMs);
  expect(reads()).toHaveLength(6);
  await harness.later(60 * minuteMs);
  expect(birthdate()?.names).toMatchObject({ en: 'Date of birth' });
});

it('reports a renamed field for the mapping that is held because of it, also after a restart', async () => {
  await harness.run();
  harness.sandbox.control('fields', { action: 'rename', keyName: 'hair.type', to: 'hair.kind' });
  await harness.later(6 * minuteMs);
  await harness.restart();
  await harness.run();
  const id = await harness.send({ customer: '1001', hair: 'glatt' });
  await harness.run();
  expect(await harness.event(id)).toMatchObject({
    status: 'held',
    diagnostics: [{ code: 'check/renamed-field', hint: 'change line 7: write hair.kind' }],
  });
  await harness.use({ hair: mapping.replace('hair.type', 'hair.kind') });
  expect((await harness.event(id)).status).toBe('delivered');
});
