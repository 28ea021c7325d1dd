import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newEventId } from '../../src/receive/events/event-id.ts';
import { receiveRow } from '../../src/receive/receive-row.ts';
import { type Harness, startHarness } from './harness.ts';

const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

/** Accepts a row of an import. */
async function acceptRow({ bridge, config, now, store }: Harness): Promise<void> {
  const list = { id: 'imp_1', source: 'crm', file: 'list.csv', digest: '0'.repeat(64), rows: 1 };
  const { number } = await store.beginImport(list, { who: 'anna', why: '' });
  const source = config.sources.get('crm');
  if (!source) throw new Error('there is no source crm');
  const body = JSON.stringify({ customer: 1001, note: 'of a list' });
  const surroundings = { now: now(), newId: () => newEventId(now(), randomBytes) };
  const row = { body, repeat: 0, isMended: false };
  const received = await receiveRow(source, row, surroundings, { import: number, row: 1 });
  if (received.kind !== 'accepted') throw new Error(received.reason);
  await bridge.accept(received.request);
}

/** The pauses, in milliseconds, after rows that took `tookMs`; other timers of the process are ignored. */
async function pausesAfter(tookMs: number, { bridge }: Harness): Promise<readonly unknown[]> {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await bridge.giveWayToWebhooks(tookMs);
  const started = timers.mock.calls.map(([, ms]) => ms);
  timers.mockRestore();
  return started.filter(ms => ms === 2 * tookMs || ms === 250);
}

it('an import pauses for a second after a webhook, and not after an imported row', async () => {
  const harness = await startHarness({ mappings: { update } });
  onTestFinished(() => harness.close());
  expect(await pausesAfter(10_000, harness)).toEqual([]);
  await acceptRow(harness);
  expect(await pausesAfter(10_000, harness)).toEqual([]);
  await harness.send({ customer: 1001, note: 'live' });
  expect(await pausesAfter(33, harness)).toEqual([66]);
  expect(await pausesAfter(10_000, harness)).toEqual([250]);
  harness.pass(1000);
  expect(await pausesAfter(33, harness)).toEqual([66]);
  harness.pass(1);
  expect(await pausesAfter(33, harness)).toEqual([]);
});
