import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../src/inbox/call.ts';
import type { Claim } from '../../../src/inbox/claim.ts';
import { defaultLeaseTimes } from '../../../src/inbox/postgres/ownership/lease-times.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { minute, noon, second } from '../contract/bench.ts';
import {
  acceptPlanned,
  attempt,
  booking,
  delivered,
  item,
  planFor,
  queued,
  retryAt,
  update,
  webhook,
} from '../contract/samples.ts';
import { type CountingWay, startCountingWay } from './counting-way.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
/** No lease is renewed during a test. */
const leaseTimes = { ...defaultLeaseTimes, termMs: 600 * minute, renewEveryMs: 300 * minute };
let way: CountingWay;
let store: Store;

beforeEach(async () => {
  // The crash marker is written once, concurrently with the first transactions.
  const first = await scene.open();
  await acceptPlanned(first);
  await expect
    .poll(() => rowsOf(scene.url, `SELECT value FROM ${scene.schema}.crash_marker`))
    .toHaveLength(1);
  await first.close();
  way = await startCountingWay(scene.url);
  store = await scene.open({ leaseTimes }, way.url);
  // The first claim also takes the lease of the destination and looks for calls of the previous owner.
  await accept(update('1000'));
  await deliverAll();
});

afterEach(() => way.close());

async function accept(call: Call): Promise<void> {
  const items = [item({ senderEventId: `event of ${JSON.stringify(call)}` })];
  await store.add(webhook({ items }), planFor(items, queued(call)));
}

function claim(): Promise<readonly Claim[]> {
  return store.claim({ destination: 'salon', now: noon, limit: 8, callMs: 30 * second });
}

async function claimOne(): Promise<Claim> {
  const [claimed] = await claim();
  if (!claimed) throw new Error('nothing was claimed');
  return claimed;
}

const settle = (claimed: Claim) => store.settle(claimed, delivered(claimed.call), attempt());

async function deliverAll(): Promise<void> {
  for (const claimed of await claim()) {
    await store.begin(claimed, noon);
    await settle(claimed);
  }
}

/** Counts the round trips that a function waited for. */
async function tripsOf<Result>(work: () => Promise<Result>): Promise<{ trips: number; result: Result }> {
  let result: Result | undefined;
  const trips = await way.during(async () => {
    result = await work();
  });
  return { trips: trips.length, result: result as Result };
}

/** Counts the round trips of each step of the delivery of the only queued call. */
async function tripsOfDelivery(): Promise<readonly number[]> {
  const claiming = await tripsOf(claimOne);
  const beginning = await tripsOf(() => store.begin(claiming.result, noon));
  expect(beginning.result.kind).toBe('go');
  const settling = await tripsOf(() => settle(claiming.result));
  expect(settling.result).toBe(true);
  return [claiming.trips, beginning.trips, settling.trips];
}

describe('the round trips to PostgreSQL of a single operation', () => {
  it('are three for accepting a webhook', async () => {
    expect((await tripsOf(() => accept(update('1001')))).trips).toBe(3);
  });

  it('are four for delivering an update', async () => {
    await accept(update('1001'));
    expect(await tripsOfDelivery()).toEqual([1, 1, 2]);
  });

  it('are five for delivering a booking, whose intent is on disk before it leaves', async () => {
    await accept(booking('A1'));
    expect(await tripsOfDelivery()).toEqual([1, 2, 2]);
  });

  it('are two for the result of a call that is retried', async () => {
    await accept(update('1001'));
    const claimed = await claimOne();
    const { trips } = await tripsOf(() => store.settle(claimed, retryAt(noon + minute), attempt()));
    expect(trips).toBe(2);
  });

  it('are one for a claim if no call is due', async () => {
    expect(await tripsOf(claim)).toEqual({ trips: 1, result: [] });
  });
});

it('writes results and claims more calls in two round trips', async () => {
  await accept(update('1001'));
  await accept(update('1002'));
  const claimed = await claim();
  await accept(update('1003'));
  const { trips, result } = await tripsOf(() => Promise.all([...claimed.map(settle), claim()]));
  expect(trips).toBe(2);
  expect(result.slice(0, 2)).toEqual([true, true]);
  expect(result[2]).toHaveLength(1);
});
