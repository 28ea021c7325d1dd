import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run bench`: what the bridge reaches, each figure as a ratio to a limit measured in the same run. Rounds
 * alternate between the bridge and its limit, and the median of the ratios counts, since machines are noisy. With
 * names (`npm run bench accepting`) only those parts: accepting, delivering, starting.
 */
const program = resolve(import.meta.dirname, '../dist/fieldbridge.js');
const secret = 'a-secret-of-the-benchmark';
const rounds = 5;
const connections = 64;
const requests = 20_000;
/** Sent first to a process that has just started, so that its code is warm when it counts. */
const warmUp = 4_000;

interface LoadResult {
  readonly seconds: number;
  readonly answered: number;
  readonly good: number;
  readonly p50: number;
  readonly p99: number;
}

const config = (port: number, destination: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations:
  salon:
    baseUrl: ${destination}
    token: some-token-of-the-benchmark
    limits: {concurrency: 64, perSecond: 100000}
sources:
  crm:
    verify: {type: hmac, secret: ${secret}, signature: {name: X-Signature}}
    eventId: id
log: {level: warn}
`;

const mapping = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-bench-'));
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const parts = { accepting, delivering, starting };
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure();
}
process.exit();

async function accepting(): Promise<void> {
  const results: { bare: number; bridge: number; p50: number; p99: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await measureBare(`bare-${round}`);
    // A destination that is away: what is accepted stays, and accepting is measured alone.
    const bridge = await startBridge(`accept-${round}`, 'http://127.0.0.1:9');
    await load(bridge.port, `warm-${round}`, warmUp);
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
    'the bridge: verified, deduplicated, on disk',
    `${figure(median(results.map(each => each.bridge)))}/s`,
    `p50 ${median(results.map(each => each.p50)).toFixed(1)} ms, p99 ${median(results.map(each => each.p99)).toFixed(1)} ms`,
  );
  verdict(
    'ratio',
    median(results.map(each => each.bridge / each.bare)),
    share => share >= 0.45,
    'at least 45 %',
    percent,
  );
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

/** What bare Fastify answers, in a process as fresh and as warm as the one that it is compared with. */
async function measureBare(run: string): Promise<LoadResult> {
  const bare = await startHelper('bare-fastify.ts');
  const port = Number(new URL(bare.url).port);
  await load(port, `${run}-warm`, warmUp);
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
    const bridge = await startBridge('start', 'http://127.0.0.1:9');
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
    ms => ms < 300,
    'under 300 ms',
    ms => `${ms.toFixed(0)} ms`,
  );
  row('of the bare process', `${(median(bridgeMs) / median(nodeMs)).toFixed(1)} x`);
  verdict(
    'the bridge, resident memory',
    median(memory),
    mebibytes => mebibytes < 90,
    'under 90 MiB',
    mebibytes => `${mebibytes.toFixed(0)} MiB`,
  );
  row('of the bare process', `${(median(memory) / median(nodeMemory)).toFixed(1)} x`);
}

async function startBridge(
  name: string,
  destination: string,
): Promise<{ child: ChildProcess; port: number; ms: number }> {
  const home = join(folder, name);
  mkdirSync(join(home, 'mappings'), { recursive: true });
  const port = await freePort();
  writeFileSync(join(home, 'config.yaml'), config(port, destination));
  writeFileSync(join(home, 'mappings/update.yaml'), mapping);
  const started = performance.now();
  const child = start([program, 'start', '--config', join(home, 'config.yaml')]);
  await untilAnswered(`http://127.0.0.1:${port}/healthz`, child);
  return { child, port, ms: performance.now() - started };
}

async function startNode(): Promise<{ ms: number; mebibytes: number }> {
  const port = await freePort();
  const started = performance.now();
  const child = start([
    '-e',
    `require("node:http").createServer((_, r) => r.end("ok")).listen(${port}, "127.0.0.1")`,
  ]);
  await untilAnswered(`http://127.0.0.1:${port}/`, child);
  const ms = performance.now() - started;
  const mebibytes = residentMebibytes(child.pid);
  await stop(child);
  return { ms, mebibytes };
}

function startHelper(file: string): Promise<{ child: ChildProcess; url: string }> {
  const child = start([join(import.meta.dirname, file)]);
  return new Promise(resolve =>
    child.stdout?.once('data', data => resolve({ child, url: String(data).trim() })),
  );
}

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  return child;
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => {
      children.delete(child);
      resolve();
    });
    child.kill('SIGKILL');
  });
}

function load(port: number, run: string, count = requests): Promise<LoadResult> {
  const wish = JSON.stringify({
    port,
    path: '/hooks/crm',
    connections,
    requests: count,
    secret,
    run,
    people: 1000,
  });
  const child = start([join(import.meta.dirname, 'load.ts'), wish]);
  let printed = '';
  child.stdout?.on('data', data => {
    printed += data;
  });
  return new Promise((resolve, reject) =>
    child.once('close', code =>
      code === 0 ? resolve(JSON.parse(printed)) : reject(new Error('the load failed')),
    ),
  );
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before it answered`);
    const answered = await fetch(url).then(
      reply => reply.ok,
      () => false,
    );
    if (answered) return;
    await new Promise(done => setTimeout(done, 2));
  }
}

function residentMebibytes(pid: number | undefined): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function rate(result: LoadResult): number {
  return result.answered / result.seconds;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function heading(text: string): void {
  console.log(`\n${text}`);
}

function row(what: string, value: string, more = ''): void {
  console.log(`  ${what.padEnd(48)} ${value.padStart(10)}  ${more}`.trimEnd());
}

function verdict(
  what: string,
  value: number,
  reached: (value: number) => boolean,
  goal: string,
  show: (value: number) => string,
): void {
  row(what, show(value), `${reached(value) ? 'reached' : 'MISSED'}: ${goal}`);
  if (!reached(value)) process.exitCode = 1;
}
