import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
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
  const store = await openSqliteStore(path, { clock, notify: notice => void notices.push(notice) });
  onTestFinished(() => store.close());
  return store;
}

const told = () =>
  notices.map(({ event, call, status, diagnostics }) => [
    event,
    call?.mapping,
    status,
    diagnostics.map(({ code }) => code).join(),
  ]);
const call = { mapping: 'intake', destination: 'salon', operation: 'updateCustomer' };

it('tells of a call that an attempt made fail, with the attempt', async () => {
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

it('tells of what planning made of an event, but of nothing that goes on', async () => {
  const store = await open();
  const diagnostics = [diagnostic('mapping/missing-value', 'it is missing')];
  const id = await acceptPlanned(
    store,
    queued(update('1001')),
    inState({ status: 'waiting', reason: 'no link' }, { mapping: 'waits' }),
    inState({ status: 'failed', reason: 'no' }, { mapping: 'fails', diagnostics }),
    inState({ status: 'held', reason: 'no' }, { mapping: 'held' }),
  );
  expect(told()).toEqual([
    [id, 'waits', 'waiting', ''],
    [id, 'fails', 'failed', 'mapping/missing-value'],
    [id, 'held', 'held', ''],
  ]);
});

it('tells once that a call waits for its link, however often it is planned again', async () => {
  const store = await open();
  const waiting = inState({ status: 'waiting', reason: 'no link' }, { mapping: 'waits' });
  const id = await acceptPlanned(store, waiting);
  for (let times = 0; times < 3; times += 1) {
    await store.planAgain({});
    await planAll(store, () => ({ calls: [waiting] }));
  }
  expect(told()).toEqual([[id, 'waits', 'waiting', '']]);
});

it('tells of what an event became that was planned as it was stored', async () => {
  const store = await open();
  const diagnostics = [diagnostic('mapping/missing-value', 'it is missing')];
  const items = [item()];
  const calls = [queued(update('1001')), inState({ status: 'failed', reason: 'no' }, { diagnostics })];
  await store.add(webhook({ items }), planFor(items, ...calls));
  expect(told()).toEqual([[items[0]?.id, 'intake', 'failed', 'mapping/missing-value']]);
});

it('tells once that no mapping takes an event, however often it is planned again', async () => {
  const store = await open();
  const id = await accept(store);
  const diagnostics = [diagnostic('mapping/no-mapping', 'none')];
  const unclaimed = () => ({ calls: [], outcome: { status: 'held' as const, reason: 'none', diagnostics } });
  await planAll(store, unclaimed);
  for (let times = 0; times < 3; times += 1) {
    await store.planAgain({});
    await planAll(store, unclaimed);
  }
  expect(told()).toEqual([[id, undefined, 'held', 'mapping/no-mapping']]);
});

it('does not tell that a call failed which the plan leaves as it is', async () => {
  const store = await open();
  const id = await acceptPlanned(store, queued(booking('apt')));
  const claim = await claimOne(store, noon);
  await store.begin(claim, noon);
  await store.settle(claim, ended('uncertain'), attempt());
  await store.replay({ id }, { force: false });
  await planAll(store, () => [
    inState({ status: 'failed', reason: 'no' }, { operation: 'persistCustomerData' }),
  ]);
  expect(told().map(([, , status]) => status)).toEqual(['uncertain']);
});

it('tells of an event that failed as it was stored, and of an id that came again with other contents, once', async () => {
  const store = await open();
  const failure = diagnostic('intake/split-failed', 'cannot be split');
  const failed = await accept(store, { items: [item({ diagnostics: [failure] })] });
  const first = await accept(store, { items: [item({ senderEventId: 'order-7' })] });
  for (let times = 0; times < 3; times += 1)
    await store.add(webhook({ items: [item({ senderEventId: 'order-7' })] }));
  expect(told()).toEqual([
    [failed, undefined, 'failed', 'intake/split-failed'],
    [first, undefined, 'duplicate', 'intake/changed-duplicate'],
  ]);
});

it('tells of what became too old, with a call and without', async () => {
  const store = await open();
  const old = await acceptPlanned(store, queued(update('1001')));
  await store.expire(noon + 8 * day);
  const unclaimed = await accept(store);
  await planAll(store, () => ({ calls: [], outcome: { status: 'held', reason: 'none', diagnostics: [] } }));
  await store.expire(noon + 22 * day);
  expect(told()).toEqual([
    [old, 'intake', 'failed', 'delivery/too-old'],
    [unclaimed, undefined, 'held', ''],
    [unclaimed, undefined, 'failed', 'delivery/too-old'],
  ]);
});

it('tells of each call that a hold of its mapping takes out of its lane', async () => {
  const store = await open();
  const ids = [
    await acceptPlanned(store, queued(update('1'))),
    await acceptPlanned(store, queued(update('2'))),
  ];
  await store.holdMapping(mappingHold());
  expect(told().map(([event, mapping, status]) => [event, mapping, status])).toEqual(
    ids.map(id => [id, 'intake', 'held']),
  );
});

it('tells at the opening of each booking that was being sent when the process ended', async () => {
  const store = await open();
  const id = await acceptPlanned(store, queued(booking('apt')));
  const claim = await claimOne(store, noon);
  expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
  await store.close();
  expect(notices).toEqual([]);
  await open();
  expect(told()).toEqual([[id, 'intake', 'uncertain', 'delivery/outcome-unknown']]);
});

it('tells of nothing that was not written, and of nothing twice where a neighbour in the same write fails', async () => {
  const store = await open();
  const failure = () => item({ diagnostics: [diagnostic('intake/split-failed', 'cannot be split')] });
  const twin = failure();
  const results = await Promise.allSettled([
    store.add(webhook({ items: [twin] })),
    // The same id again breaks the write that both are in.
    store.add(webhook({ items: [twin] })),
    store.add(webhook({ items: [failure()] })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(notices.length).toBe(2);
});
