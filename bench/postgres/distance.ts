import type { Claim } from '../../src/inbox/claim.ts';
import { openPostgresStore } from '../../src/inbox/postgres/store.ts';
import type { Store } from '../../src/inbox/store.ts';
import { webhook } from '../../test/inbox/contract/samples.ts';
import type { OwnPostgresServer } from '../../test/inbox/postgres/server.ts';
import { heading, median, row, verdict } from '../report.ts';
import { leaveRoomForRows, makeWaitingRows } from './many-rows.ts';
import { startSlowWay } from './slow-way.ts';
import { measureAtDistance } from './throughput.ts';

/** The additional milliseconds of a round trip to PostgreSQL. The first is zero. */
const delays = (process.env.DELAYS ?? '0,2,10,50').split(',').map(Number);
const measured = 60;
const atOnce = 8;
const destination = 'salon';
const body = Buffer.alloc(2048, 'x');

/** Medians in milliseconds. */
interface Took {
  readonly delayMs: number;
  readonly accept: number;
  /** One update that shares round trips with no other. */
  readonly single: number;
  /** A group of calls of a backlog. */
  readonly deliver: number;
}

/** Measures accepting and delivering by the distance to PostgreSQL, in time and round trips. */
export async function distance(server: OwnPostgresServer): Promise<void> {
  heading('By the time of a round trip to PostgreSQL: medians in ms, and a second');
  const found: Took[] = [];
  for (const delayMs of delays) {
    const took = await timesAt(server, delayMs);
    const reached = await measureAtDistance(server, delayMs);
    row(
      `${delayMs} ms more: accept a webhook, deliver a single call, deliver calls of a backlog`,
      `${took.accept.toFixed(1)}, ${took.single.toFixed(1)}, ${took.deliver.toFixed(1)}`,
      `64 connections: ${Math.round(reached.accepted)}/s accepted, ${Math.round(reached.delivered)}/s delivered at one destination`,
    );
    found.push(took);
  }
  tellRoundTrips('accepting a webhook', found, each => each.accept, 3);
  tellRoundTrips('delivering a single call', found, each => each.single, 4);
  tellRoundTrips('delivering calls of a backlog', found, each => each.deliver, 3);
}

/** Prints the growth of a time with the longest delay, in multiples of the delay. */
function tellRoundTrips(
  what: string,
  found: readonly Took[],
  timeOf: (took: Took) => number,
  most: number,
): void {
  const [near] = found;
  const far = found.at(-1);
  if (!near || !far || far.delayMs === near.delayMs) return;
  verdict(
    `round trips of ${what}`,
    (timeOf(far) - timeOf(near)) / (far.delayMs - near.delayMs),
    trips => Math.round(trips) <= most,
    `at most ${most}`,
    trips => trips.toFixed(1),
  );
}

async function timesAt(server: OwnPostgresServer, delayMs: number): Promise<Took> {
  const url = await server.newDatabase();
  const way = await startSlowWay(url, delayMs);
  const store = await openPostgresStore(
    { url: way.url, schema: 'fieldbridge' },
    { clock: { now: Date.now } },
  );
  await leaveRoomForRows(url);
  await makeWaitingRows(url, destination, (measured + 2) * atOnce + measured);
  const accept: number[] = [];
  for (let each = 0; each < measured; each += 1)
    accept.push(await timed(() => store.add(webhook({ body, receivedAt: Date.now() }))));
  const single: number[] = [];
  for (let each = 0; each < measured; each += 1) single.push(await timed(() => deliverOne(store)));
  const deliver = await deliverBacklog(store);
  await store.close();
  way.close();
  return { delayMs, accept: median(accept), single: median(single), deliver: median(deliver) };
}

/** Claims, begins and settles one call. */
async function deliverOne(store: Store): Promise<void> {
  const [claimed] = await claim(store, 1);
  if (!claimed) throw new Error('nothing was claimed');
  await store.begin(claimed, Date.now());
  await settle(store, claimed);
}

/** Each turn begins claimed calls, stores their results and claims the next ones, as the bridge does with a backlog. */
async function deliverBacklog(store: Store): Promise<readonly number[]> {
  const times: number[] = [];
  let claims = await claim(store);
  for (let turn = 0; turn < measured; turn += 1) {
    times.push(
      await timed(async () => {
        await Promise.all(claims.map(each => store.begin(each, Date.now())));
        const [next] = await Promise.all([claim(store), ...claims.map(each => settle(store, each))]);
        claims = next;
      }),
    );
    if (claims.length !== atOnce) throw new Error(`${claims.length} calls were claimed`);
  }
  return times;
}

function claim(store: Store, limit = atOnce): Promise<readonly Claim[]> {
  return store.claim({ destination, now: Date.now(), limit, callMs: 30_000 });
}

function settle(store: Store, given: Claim): Promise<boolean> {
  const attempt = { at: Date.now(), ms: 5, outcome: 'done A1', status: 200, body: '{}' } as const;
  return store.settle(
    given,
    { status: 'delivered', completion: {}, call: given.call, diagnostics: [] },
    attempt,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
