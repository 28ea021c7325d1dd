import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeLargeStore } from './large-store.ts';
import {
  adminToken,
  homeOf,
  load,
  rate,
  residentMebibytes,
  startBridge,
  startHelper,
  stop,
  warmUp,
} from './processes.ts';
import { figure, heading, median, percent, row, verdict } from './report.ts';

/** The number of waiting events: EVENTS=1000000 for more. */
const events = Number(process.env.EVENTS ?? 200_000);
/** The number of waiting events in the store for comparison. */
const few = 30_000;
const rounds = 3;
/** The number of measured calls, after the first thousands. */
const measured = 15_000;
const beginning = 5_000;

interface Found {
  readonly mebibytes: number;
  readonly acceptedPerSecond: number;
  readonly drainedPerSecond: number;
}

/**
 * Measures the cost of many events that wait at a paused destination: memory, the rate of accepting meanwhile, and the
 * rate of delivery after it is resumed, each compared with a store of few waiting events in the same run.
 */
export async function backlog(): Promise<void> {
  const stores = { few: await storeOf('few', few), many: await storeOf('many', events) };
  const found: Record<keyof typeof stores, Found[]> = { few: [], many: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const size of ['few', 'many'] as const) {
      found[size].push(await measure(`backlog-${size}-${round}`, stores[size]));
    }
  }
  const of = (size: keyof typeof stores, what: keyof Found) => median(found[size].map(each => each[what]));
  heading(`${figure(events)} events that wait at a paused destination, beside ${figure(few)}`);
  verdict(
    'memory above that of few',
    of('many', 'mebibytes') - of('few', 'mebibytes'),
    mebibytes => mebibytes < 150,
    'under 150 MiB',
    mebibytes => `${mebibytes.toFixed(0)} MiB`,
  );
  row(
    'accepted a second',
    figure(of('many', 'acceptedPerSecond')),
    `few: ${figure(of('few', 'acceptedPerSecond'))}`,
  );
  verdict(
    'accepted, of what few let through',
    of('many', 'acceptedPerSecond') / of('few', 'acceptedPerSecond'),
    share => share >= 0.8,
    'at least 80 %',
    percent,
  );
  row(
    'drained a second',
    figure(of('many', 'drainedPerSecond')),
    `few: ${figure(of('few', 'drainedPerSecond'))}`,
  );
  verdict(
    'drained, of what few are',
    of('many', 'drainedPerSecond') / of('few', 'drainedPerSecond'),
    share => share >= 0.8,
    'at least 80 %',
    percent,
  );
}

async function storeOf(name: string, count: number): Promise<string> {
  return makeLargeStore(`store-of-${name}`, 'wait at a paused destination', count);
}

async function measure(name: string, store: string): Promise<Found> {
  mkdirSync(homeOf(name), { recursive: true });
  copyFileSync(store, join(homeOf(name), 'bridge.db'));
  const destination = await startHelper('instant-destination.ts');
  const bridge = await startBridge(name, destination.url);
  await load(bridge.port, `${name}-warm`, { count: warmUp });
  const accepted = rate(await load(bridge.port, name));
  const mebibytes = residentMebibytes(bridge.child.pid);
  await resume(bridge.port);
  await until(destination.url, beginning);
  const started = performance.now();
  await until(destination.url, beginning + measured);
  const drainedPerSecond = measured / ((performance.now() - started) / 1000);
  await stop(bridge.child);
  await stop(destination.child);
  return { mebibytes, acceptedPerSecond: accepted, drainedPerSecond };
}

async function resume(port: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/destinations/salon/resume`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: '{"reason": "the benchmark"}',
  });
  if (!reply.ok) throw new Error(`resume: ${reply.status} ${await reply.text()}`);
}

async function until(destination: string, count: number): Promise<void> {
  while (Number(await (await fetch(`${destination}/count`)).text()) < count) {
    await new Promise(done => setTimeout(done, 10));
  }
}
