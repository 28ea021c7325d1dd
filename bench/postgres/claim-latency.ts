import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore } from '../../src/inbox/postgres/store.ts';
import type { Store } from '../../src/inbox/store.ts';
import { webhook } from '../../test/inbox/contract/samples.ts';
import type { OwnPostgresServer } from '../../test/inbox/postgres/server.ts';
import { heading, median, row, verdict } from '../report.ts';
import { leaveRoomForRows, makeFinishedRows, makeWaitingRows } from './many-rows.ts';

/** The numbers of events that wait behind a paused destination. */
const backlogs = (process.env.BACKLOGS ?? '1000,100000,1000000').split(',').map(Number);
/** The number of finished events beside the largest backlog. */
const finished = Number(process.env.FINISHED ?? 1_000_000);
const measured = 400;
const callsOfClaim = 8;
/** The time for which another session's transaction is open while events arrive at the rate `trickle`. */
const openSeconds = Number(process.env.OPEN_SECONDS ?? 120);
const trickle = Number(process.env.TRICKLE ?? 50);

const body = Buffer.alloc(2048, 'x');

/**
 * Measures the latency of claiming and accepting by the number of waiting and of finished events, and while another
 * transaction is open.
 */
export async function claimLatency(server: OwnPostgresServer): Promise<void> {
  heading(
    `A claim of ${callsOfClaim} calls, each another person's, at one destination, and accepting a webhook: p50 / p99 in ms`,
  );
  const found: Took[] = [];
  for (const backlog of backlogs) {
    const url = await server.newDatabase();
    const store = await openPostgresStore({ url, schema: 'fieldbridge' }, { clock: { now: Date.now } });
    await leaveRoomForRows(url);
    await makeWaitingRows(url, 'paused', backlog);
    found.push(
      await tellClaims(store, url, `${backlog.toLocaleString('en')} wait behind a paused destination`),
    );
    if (backlog === backlogs.at(-1)) {
      await makeFinishedRows(url, 'salon', finished);
      found.push(await tellClaims(store, url, `and ${finished.toLocaleString('en')} are finished`));
      found.push(await tellOpen(store, url));
    }
    await store.close();
  }
  for (const what of ['claim', 'accept'] as const) {
    const medians = found.map(each => each[what]);
    verdict(
      `${what}: slowest of these, by the first`,
      Math.max(...medians) / (medians[0] ?? Number.NaN),
      times => times <= 2,
      'at most twice',
      times => `${times.toFixed(1)} x`,
    );
  }
}

/** Medians in milliseconds. */
interface Took {
  readonly claim: number;
  readonly accept: number;
}

async function tellClaims(store: Store, url: string, what: string): Promise<Took> {
  await makeWaitingRows(url, 'salon', measured * callsOfClaim);
  const claims: number[] = [];
  const accepts: number[] = [];
  for (let each = 0; each < measured; each += 1) {
    claims.push(await claimOnce(store));
    accepts.push(await acceptOnce(store));
  }
  return tell(what, claims, accepts);
}

/** Events that arrive while another transaction is open leave dead rows that vacuum cannot remove. */
async function tellOpen(store: Store, url: string): Promise<Took> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM fieldbridge.lease');
  const claims: number[] = [];
  const accepts: number[] = [];
  const everyMs = (callsOfClaim / trickle) * 1000;
  const started = performance.now();
  for (let claim = 0; claim * everyMs < openSeconds * 1000; claim += 1) {
    await sleep(Math.max(0, started + claim * everyMs - performance.now()));
    await makeWaitingRows(url, 'salon', callsOfClaim);
    claims.push(await claimOnce(store));
    accepts.push(await acceptOnce(store));
  }
  await other.query('COMMIT');
  await other.end();
  return tell(
    `the end of ${openSeconds} s with another transaction open`,
    claims.slice(-100),
    accepts.slice(-100),
  );
}

/** Returns the time in milliseconds for storing a webhook of one event. */
async function acceptOnce(store: Store): Promise<number> {
  const request = webhook({ body, receivedAt: Date.now() });
  const started = performance.now();
  await store.add(request);
  return performance.now() - started;
}

/** Claims and delivers calls; returns the time of the claim in milliseconds. */
async function claimOnce(store: Store): Promise<number> {
  const now = Date.now();
  const started = performance.now();
  const claims = await store.claim({ destination: 'salon', now, limit: callsOfClaim, callMs: 30_000 });
  const took = performance.now() - started;
  if (claims.length !== callsOfClaim) throw new Error(`${claims.length} calls were claimed`);
  const attempt = { at: now, ms: 5, outcome: 'done A1', status: 200, body: '{}' } as const;
  await Promise.all(
    claims.map(claim =>
      store.settle(
        claim,
        { status: 'delivered', completion: {}, call: claim.call, diagnostics: [] },
        attempt,
      ),
    ),
  );
  return took;
}

function tell(what: string, claims: readonly number[], accepts: readonly number[]): Took {
  const [claim, accept] = [spread(claims), spread(accepts)];
  row(what, `${claim.words}, ${accept.words}`);
  return { claim: claim.p50, accept: accept.p50 };
}

function spread(times: readonly number[]): { readonly p50: number; readonly words: string } {
  const sorted = times.toSorted((a, b) => a - b);
  const p50 = median(sorted);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return { p50, words: `${p50.toFixed(1)} / ${p99.toFixed(1)}` };
}
