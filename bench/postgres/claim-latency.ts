import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore } from '../../src/inbox/postgres/store.ts';
import type { Store } from '../../src/inbox/store.ts';
import type { OwnPostgresServer } from '../../test/inbox/postgres/server.ts';
import { heading, median, row, verdict } from '../report.ts';
import { makeFinishedRows, makeWaitingRows } from './many-rows.ts';

/** So many events wait behind a paused destination. */
const backlogs = (process.env.BACKLOGS ?? '1000,100000,1000000').split(',').map(Number);
/** So many are finished beside the largest backlog. */
const finished = Number(process.env.FINISHED ?? 1_000_000);
const claimsMeasured = 400;
const callsOfClaim = 8;
/** For so long another session's transaction is open while events come at `trickle` a second. */
const openSeconds = Number(process.env.OPEN_SECONDS ?? 120);
const trickle = 50;

/** How long claims take by how much waits elsewhere, by how much is finished, and while another transaction is open. */
export async function claimLatency(server: OwnPostgresServer): Promise<void> {
  heading(`A claim of ${callsOfClaim} calls, each another person's, at one destination: p50 / p99 in ms`);
  const found: number[] = [];
  for (const backlog of backlogs) {
    const url = await server.newDatabase();
    const store = await openPostgresStore({ url, schema: 'fieldbridge' }, { clock: { now: Date.now } });
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
  const fewest = found[0] ?? Number.NaN;
  const slowest = Math.max(...found) / fewest;
  verdict(
    'slowest of these, by the first',
    slowest,
    times => times <= 2,
    'at most twice',
    times => `${times.toFixed(1)} x`,
  );
}

async function tellClaims(store: Store, url: string, what: string): Promise<number> {
  await makeWaitingRows(url, 'salon', claimsMeasured * callsOfClaim);
  const times: number[] = [];
  for (let claim = 0; claim < claimsMeasured; claim += 1) times.push(await claimOnce(store));
  return tell(what, times);
}

/** What comes while another transaction is open leaves rows behind that nothing can take away. */
async function tellOpen(store: Store, url: string): Promise<number> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM fieldbridge.work');
  const times: number[] = [];
  const everyMs = (callsOfClaim / trickle) * 1000;
  const started = performance.now();
  for (let claim = 0; claim * everyMs < openSeconds * 1000; claim += 1) {
    await sleep(Math.max(0, started + claim * everyMs - performance.now()));
    await makeWaitingRows(url, 'salon', callsOfClaim);
    times.push(await claimOnce(store));
  }
  await other.query('COMMIT');
  await other.end();
  return tell(`the end of ${openSeconds} s with another transaction open`, times.slice(-100));
}

/** Claims, and delivers what was claimed; answers how long the claim took, in milliseconds. */
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

function tell(what: string, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const p50 = median(sorted);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  row(what, `${p50.toFixed(1)} / ${p99.toFixed(1)}`);
  return p50;
}
