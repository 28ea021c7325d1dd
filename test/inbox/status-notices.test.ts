import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { StatusNotice } from '../../src/inbox/status-notice.ts';
import { createTestClock, day, noon } from './contract/bench.ts';
import {
  accept,
  acceptPlanned,
  attempt,
  booking,
  claimOne,
  ended,
  inState,
  item,
  mappingHold,
  planAll,
  planFor,
  queued,
  update,
  webhook,
} from './contract/samples.ts';
import { openPrepared } from './open-prepared.ts';

const clock = createTestClock();
let path: string;
let notices: StatusNotice[];

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-notices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  path = join(folder, 'store.db');
  notices = [];
});

async function open() {
  const store = await openPrepared(path, { clock, notify: notice => void notices.push(notice) });
  onTestFinished(() => store.close());
  return store;
}

const reported = () =>
  notices.map(({ event, call, status, diagnostics }) => [
    event,
    call?.mapping,
    status,
    diagnostics.map(({ code }) => code).join(),
  ]);
const call = { mapping: 'intake', destination: 'salon', operation: 'updateCustomer' };

it('has a notice of a call that failed, with the attempt', async () => {
  const store = await open();
  const id = await acceptPlanned(store, queued(update('1001')));
  const claim = await claimOne(store, noon);
  const diagnostics = [diagnostic('delivery/refused', 'refused')];
  await store.settle(claim, { status: 'failed', reason: 'refused', diagnostics }, attempt());
  expect(notices).toEqual([
    {
      event: id,
      source: 'crm',
      call,
      status: 'failed',
      diagnostics,
      attempt: expect.objectContaining({ number: 1, ms: 12, outcome: 'done A1', status: 200 }),
    },
  ]);
});

it('has notices of the calls that planning ended or stopped, but not of queued ones', async () => {
  const store = await open();
  const diagnostics = [diagnostic('mapping/missing-value', 'it is missing')];
  const id = await acceptPlanned(
    store,
    queued(update('1001')),
    inState({ status: 'waiting', reason: 'no link' }, { mapping: 'waits' }),
    inState({ status: 'failed', reason: 'no' }, { mapping: 'fails', diagnostics }),
    inState({ status: 'held', reason: 'no' }, { mapping: 'held' }),
  );
  expect(reported()).toEqual([
    [id, 'waits', 'waiting', ''],
    [id, 'fails', 'failed', 'mapping/missing-value'],
    [id, 'held', 'held', ''],
  ]);
});

it('has one notice of a call that waits for its link, however often it is planned again', async () => {
  const store = await open();
  const waiting = inState({ status: 'waiting', reason: 'no link' }, { mapping: 'waits' });
  const id = await acceptPlanned(store, waiting);
  for (let times = 0; times < 3; times += 1) {
    await store.planAgain({});
    await planAll(store, () => ({ calls: [waiting] }));
  }
  expect(reported()).toEqual([[id, 'waits', 'waiting', '']]);
});

it('has a notice of an event that was planned as it was stored', async () => {
  const store = await open();
  const diagnostics = [diagnostic('mapping/missing-value', 'it is missing')];
  const items = [item()];
  const calls = [queued(update('1001')), inState({ status: 'failed', reason: 'no' }, { diagnostics })];
  await store.add(webhook({ items }), planFor(items, ...calls));
  expect(reported()).toEqual([[items[0]?.id, 'intake', 'failed', 'mapping/missing-value']]);
});

it('has one notice of an event that no mapping claims, however often it is planned again', async () => {
  const store = await open();
  const id = await accept(store);
  const diagnostics = [diagnostic('mapping/no-mapping', 'none')];
  const unclaimed = () => ({ calls: [], outcome: { status: 'held' as const, reason: 'none', diagnostics } });
  await planAll(store, unclaimed);
  for (let times = 0; times < 3; times += 1) {
    await store.planAgain({});
    await planAll(store, unclaimed);
  }
  expect(reported()).toEqual([[id, undefined, 'held', 'mapping/no-mapping']]);
});

it('has no notice of a failed call if the plan does not change the call', async () => {
  const store = await open();
  const id = await acceptPlanned(store, queued(booking('apt')));
  const claim = await claimOne(store, noon);
  await store.begin(claim, noon);
  await store.settle(claim, ended('uncertain'), attempt());
  await store.replay({ id }, { force: false });
  await planAll(store, () => [
    inState({ status: 'failed', reason: 'no' }, { operation: 'persistCustomerData' }),
  ]);
  expect(reported().map(([, , status]) => status)).toEqual(['uncertain']);
});

it('has one notice of an event that failed as it was stored, and of an id that came again with other contents', async () => {
  const store = await open();
  const failure = diagnostic('intake/split-failed', 'cannot be split');
  const failed = await accept(store, { items: [item({ diagnostics: [failure] })] });
  const first = await accept(store, { items: [item({ senderEventId: 'order-7' })] });
  for (let times = 0; times < 3; times += 1)
    await store.add(webhook({ items: [item({ senderEventId: 'order-7' })] }));
  expect(reported()).toEqual([
    [failed, undefined, 'failed', 'intake/split-failed'],
    [first, undefined, 'duplicate', 'intake/changed-duplicate'],
  ]);
});

it('has a notice of an expired event, with a call and without', async () => {
  const store = await open();
  const old = await acceptPlanned(store, queued(update('1001')));
  await store.expire(noon + 8 * day);
  const unclaimed = await accept(store);
  await planAll(store, () => ({ calls: [], outcome: { status: 'held', reason: 'none', diagnostics: [] } }));
  await store.expire(noon + 22 * day);
  expect(reported()).toEqual([
    [old, 'intake', 'failed', 'delivery/too-old'],
    [unclaimed, undefined, 'held', ''],
    [unclaimed, undefined, 'failed', 'delivery/too-old'],
  ]);
});

it('has a notice of each call that a hold of its mapping takes out of its lane', async () => {
  const store = await open();
  const ids = [
    await acceptPlanned(store, queued(update('1'))),
    await acceptPlanned(store, queued(update('2'))),
  ];
  await store.holdMapping(mappingHold());
  expect(reported().map(([event, mapping, status]) => [event, mapping, status])).toEqual(
    ids.map(id => [id, 'intake', 'held']),
  );
});

it('has a notice at the start of each booking that was in flight when the process ended', async () => {
  const store = await open();
  const id = await acceptPlanned(store, queued(booking('apt')));
  const claim = await claimOne(store, noon);
  expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
  await store.close();
  expect(notices).toEqual([]);
  await open();
  expect(reported()).toEqual([[id, 'intake', 'uncertain', 'delivery/outcome-unknown']]);
});

it('has no notice of a write that failed, and no second one if a neighbour in the same write fails', async () => {
  const store = await open();
  const failure = () => item({ diagnostics: [diagnostic('intake/split-failed', 'cannot be split')] });
  const twin = failure();
  const results = await Promise.allSettled([
    store.add(webhook({ items: [twin] })),
    // The same id again fails the write that contains both.
    store.add(webhook({ items: [twin] })),
    store.add(webhook({ items: [failure()] })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(notices.length).toBe(2);
});
