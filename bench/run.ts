import { backlog } from './backlog.ts';
import { type BodyKind, bodyKinds } from './bodies.ts';
import { checking } from './checking.ts';
import { consolePart } from './console.ts';
import { diffing } from './diffing.ts';
import { flow } from './flow.ts';
import { importing } from './importing.ts';
import { language } from './language.ts';
import { operating } from './operating.ts';
import { postgres } from './postgres/postgres.ts';
import {
  type LoadResult,
  load,
  printedBy,
  rate,
  requests,
  residentMebibytes,
  secret,
  sources,
  startBridge,
  startHelper,
  startNode,
  stop,
  warmUp,
} from './processes.ts';
import { recovery } from './recovery.ts';
import { figure, heading, median, percent, row, verdict } from './report.ts';
import { waiting } from './waiting.ts';

/**
 * `npm run bench`: what the bridge reaches, each figure as a ratio to a limit measured in the same run. Rounds
 * alternate between the bridge and its limit, and the median of the ratios counts, since machines are noisy. With
 * names (`npm run bench accepting`) only those parts: accepting, reading, delivering, starting, waiting, backlog,
 * checking, diffing, operating, flow, recovery, import, postgres, console, language.
 */
const rounds = 5;
const parts = {
  accepting,
  reading,
  delivering,
  starting,
  waiting,
  backlog,
  checking,
  diffing,
  operating,
  flow,
  recovery,
  import: importing,
  postgres,
  console: consolePart,
  language,
};
const wanted = process.argv.slice(2).filter(each => !each.startsWith('--'));
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure();
}
process.exit();

async function accepting(): Promise<void> {
  const results: { bare: number; bridge: number; p50: number; p99: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await measureBare(`bare-${round}`);
    // The destination is away: accepted events stay, so that only accepting is measured.
    const bridge = await startBridge(`accept-${round}`, 'http://127.0.0.1:9');
    await load(bridge.port, `warm-${round}`, { count: warmUp });
    const reached = await load(bridge.port, `accept-${round}`);
    await stop(bridge.child);
    if (reached.good !== requests) throw new Error(`only ${reached.good} of ${requests} were accepted`);
    results.push({
      bare: rate(limit),
      bridge: rate(reached),
      p50: reached.p50,
      p99: reached.p99,
    });
  }
  heading('Durable accepts of a signed 2 KB JSON webhook, 64 connections');
  row(
    'bare Fastify, nothing verified, nothing stored',
    `${figure(median(results.map(each => each.bare)))}/s`,
  );
  row(
    'the bridge: verified, planned, on disk',
    `${figure(median(results.map(each => each.bridge)))}/s`,
    `p50 ${median(results.map(each => each.p50)).toFixed(1)} ms, p99 ${median(results.map(each => each.p99)).toFixed(1)} ms`,
  );
  // No goal: a bridge that only accepted would be best. The goals are those of the whole flow (`flow`).
  row('ratio', percent(median(results.map(each => each.bridge / each.bare))));
}

/** Measures the share of verifying and reading in the time until a webhook is stored, by kind of body. */
async function reading(): Promise<void> {
  heading('Verifying and reading a 2 KB webhook, of all that accepting it takes');
  for (const kind of Object.keys(bodyKinds) as BodyKind[]) {
    const shares: { share: number; readMs: number; acceptMs: number }[] = [];
    for (let round = 0; round < 3; round += 1) {
      const bridge = await startBridge(`read-${kind}-${round}`, 'http://127.0.0.1:9');
      await load(bridge.port, `warm-${round}`, { count: warmUp, kind });
      const reached = await load(bridge.port, `read-${round}`, { kind });
      await stop(bridge.child);
      if (reached.good !== requests) throw new Error(`only ${reached.good} of ${requests} were accepted`);
      const wish = JSON.stringify({ kind, secret, sources: sources() });
      const readMs = Number(await printedBy('receiving.ts', wish));
      const acceptMs = 1000 / rate(reached);
      shares.push({ share: readMs / acceptMs, readMs, acceptMs });
    }
    const micro = (pick: 'readMs' | 'acceptMs') =>
      `${(median(shares.map(each => each[pick])) * 1000).toFixed(0)} us`;
    verdict(
      `${kind}: ${micro('readMs')} of ${micro('acceptMs')}`,
      median(shares.map(each => each.share)),
      share => share < 0.5,
      'less than half',
      percent,
    );
  }
}

async function delivering(): Promise<void> {
  const results: { delivered: number; bare: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const limit = await measureBare(`limit-${round}`);
    const destination = await startHelper('instant-destination.ts');
    const bridge = await startBridge(`deliver-${round}`, destination.url);
    const started = performance.now();
    await load(bridge.port, `deliver-${round}`);
    for (;;) {
      if (Number(await (await fetch(`${destination.url}/count`)).text()) >= requests) break;
      await new Promise(done => setTimeout(done, 20));
    }
    results.push({ delivered: requests / ((performance.now() - started) / 1000), bare: rate(limit) });
    await stop(bridge.child);
    await stop(destination.child);
  }
  heading('End to end: accepted, planned, checked, delivered to a destination that answers at once');
  verdict(
    'delivered',
    median(results.map(each => each.delivered)),
    value => value >= 1500,
    'at least 1,500/s',
    value => `${figure(value)}/s`,
  );
  row('of what bare Fastify accepts', percent(median(results.map(each => each.delivered / each.bare))));
}

/** Measures bare Fastify, in a process as new and as warm as the compared one. */
async function measureBare(run: string): Promise<LoadResult> {
  const bare = await startHelper('bare-fastify.ts');
  const port = Number(new URL(bare.url).port);
  await load(port, `${run}-warm`, { count: warmUp });
  const limit = await load(port, run);
  await stop(bare.child);
  return limit;
}

async function starting(): Promise<void> {
  const bridgeMs: number[] = [];
  const nodeMs: number[] = [];
  const memory: number[] = [];
  const nodeMemory: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const bare = await startNode();
    nodeMs.push(bare.ms);
    nodeMemory.push(bare.mebibytes);
    const bridge = await startBridge(`start-${round}`, 'http://127.0.0.1:9');
    bridgeMs.push(bridge.ms);
    await new Promise(done => setTimeout(done, 1500));
    memory.push(residentMebibytes(bridge.child.pid));
    await stop(bridge.child);
  }
  heading('Start, and memory at rest');
  row(
    'a Node process that only listens',
    `${median(nodeMs).toFixed(0)} ms`,
    `${median(nodeMemory).toFixed(0)} MiB`,
  );
  verdict(
    'the bridge, to the first answered /healthz',
    median(bridgeMs),
    ms => ms < 250,
    'under 250 ms',
    ms => `${ms.toFixed(0)} ms`,
  );
  row('of the bare process', `${(median(bridgeMs) / median(nodeMs)).toFixed(1)} x`);
  verdict(
    'the bridge, resident memory',
    median(memory),
    mebibytes => mebibytes < 85,
    'under 85 MiB',
    mebibytes => `${mebibytes.toFixed(0)} MiB`,
  );
  row('of the bare process', `${(median(memory) / median(nodeMemory)).toFixed(1)} x`);
}
