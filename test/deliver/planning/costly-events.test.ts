import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

const mapping = `
source: crm
destination: salon
operation: updateCustomer
set:
  id: customer
  note: '$exists(endless) ? $string($sum([1..9000].$sum([1..9000]))) : note'
`;

const mended = mapping.replace('[1..9000].$sum([1..9000])', '[1..9]');

const dear = 24;
/** So many events fail before their mapping is held. */
const tried = 3;
let harness: Harness;

afterEach(() => harness.close());

it('plans other events between costly ones, and delivers planned calls', async () => {
  harness = await startHarness({ mappings: { mapping }, timePasses: true });
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
  expect(turns).toBeGreaterThan(tried);
  expect((await harness.store.counts()).statuses).toMatchObject({ delivered: 1, failed: tried });
  const [failed] = (await harness.store.events({ status: 'failed' })).events;
  expect((await harness.event(failed?.id ?? '')).diagnostics).toMatchObject([
    { code: 'expression/too-slow' },
  ]);
});

it('holds a mapping that repeatedly exceeds its limits, and tries none of its events until it is corrected', async () => {
  harness = await startHarness({ mappings: { mapping } });
  await harness.run();
  const ids: string[] = [];
  for (let each = 0; each < dear; each += 1) ids.push(await harness.send({ customer: 1003, endless: each }));
  await harness.run();
  const held = await harness.event(ids[dear - 1] ?? '');
  expect(held).toMatchObject({ status: 'held', diagnostics: [{ code: 'expression/too-slow' }] });
  expect(held.reason).toContain('its expressions took too much for one event after another');
  expect(harness.log.filter(({ what }) => what === 'mapping held')).toMatchObject([
    { details: { mapping: 'mapping', code: 'expression/too-slow' } },
  ]);
  expect((await harness.store.counts()).statuses).toMatchObject({ failed: tried, held: dear - tried });

  await harness.restart();
  await harness.run();
  await harness.send({ customer: 1003, note: 'nor any other' });
  await harness.run();
  expect((await harness.store.counts()).statuses).toMatchObject({ failed: tried, held: dear - tried + 1 });

  await harness.use({ mapping: mended });
  await harness.run();
  expect((await harness.store.counts()).statuses).toMatchObject({
    failed: tried,
    delivered: dear - tried + 1,
  });
});

it('tries such a mapping again after a minute, so that a few events block it for nobody', async () => {
  harness = await startHarness({ mappings: { mapping } });
  await harness.run();
  for (let each = 0; each < tried; each += 1) await harness.send({ customer: 1003, endless: each });
  await harness.run();
  for (let each = 0; each < 5; each += 1) await harness.send({ customer: 1004, note: `a good one ${each}` });
  await harness.run();
  expect((await harness.store.counts()).statuses).toMatchObject({ failed: tried, held: 5 });
  await harness.later(59_000);
  expect((await harness.store.counts()).statuses).toMatchObject({ held: 5 });
  await harness.later(2_000);
  expect((await harness.store.counts()).statuses).toMatchObject({ failed: tried, held: 0, delivered: 5 });
});

it('holds no mapping for a few costly events among many', async () => {
  harness = await startHarness({ mappings: { mapping } });
  await harness.run();
  for (let each = 0; each < 6; each += 1) {
    await harness.send({ customer: 1003, ...(each % 3 === 2 ? { note: 'cheap' } : { endless: each }) });
  }
  await harness.run();
  expect((await harness.store.counts()).statuses).toMatchObject({ failed: 4, delivered: 2 });
});
