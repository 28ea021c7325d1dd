import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, program } from '../test/program/program.ts';
import { type BodyKind, bodyKinds } from './bodies.ts';

/** The secret of every source of the benchmark. */
export const secret = 'a-secret-of-the-benchmark';
/** The admin token of the benchmark's bridge. */
export const adminToken = 'an-admin-token-of-the-benchmark';
const connections = 64;
export const requests = 20_000;
/** The number of webhooks that warm up a new process before it is measured. */
export const warmUp = 4_000;

/** The result of a load; response times are milliseconds. */
export interface LoadResult {
  readonly seconds: number;
  readonly answered: number;
  readonly good: number;
  readonly p50: number;
  readonly p99: number;
}

/** The parts of a bridge: its sources in YAML, its mapping, and its store if it is not its own. */
export interface BridgeSetup {
  readonly sources: string;
  readonly mapping: string;
  readonly store?: string;
  /** The names of destinations at the same address; by default one. */
  readonly places?: readonly string[];
  /** The limits of each destination, in YAML; by default more than any benchmark needs. */
  readonly limits?: string;
}

const config = (
  port: number,
  url: string,
  { sources, store = 'sqlite:bridge.db', places = ['salon'], limits }: BridgeSetup,
) => `
server: {host: 127.0.0.1, port: ${port}}
store: ${store}
destinations:
${places.map(place => destinationAt(place, url, limits)).join('\n')}
sources:
${sources}
admin: {token: ${adminToken}}
log: {level: warn}
`;

const destinationAt = (
  name: string,
  url: string,
  limits = '{concurrency: 64, perSecond: 100000}',
) => `  ${name}:
    baseUrl: ${url}
    token: some-token-of-the-benchmark
    limits: ${limits}`;

const mapping = `
source: json
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

/** A source for each kind of body, all with the same verification. */
export function sources(): string {
  return Object.entries(bodyKinds)
    .map(
      ([kind, { source }]) =>
        `  ${kind}: {verify: {type: hmac, secret: ${secret}, signature: {name: X-Signature}}, ${source}}`,
    )
    .join('\n');
}

/** Returns the folder of a bridge of this name: its config, its mappings and its store. */
export function homeOf(name: string): string {
  return join(folder, name);
}

/** Measures the duration of a whole command, which may report problems. */
export async function timeOf(args: readonly string[]): Promise<{ ms: number; printed: string }> {
  const started = performance.now();
  const child = start([program, ...args]);
  let printed = '';
  child.stdout?.on('data', data => {
    printed += data;
  });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  if (code !== 0 && code !== 1) throw new Error(`fieldbridge ${args[0]} ended with ${code}`);
  return { ms: performance.now() - started, printed };
}

/** Starts the bridge and waits until it responds; `ms` is the duration. */
export async function startBridge(
  name: string,
  destination: string,
  setup: BridgeSetup = { sources: sources(), mapping },
): Promise<{ child: ChildProcess; port: number; ms: number }> {
  const home = homeOf(name);
  mkdirSync(join(home, 'mappings'), { recursive: true });
  const port = await freePort();
  writeFileSync(join(home, 'config.yaml'), config(port, destination, setup));
  writeFileSync(join(home, 'mappings/update.yaml'), setup.mapping);
  const started = performance.now();
  const child = start([program, 'start', '--config', join(home, 'config.yaml')]);
  await untilAnswered(`http://127.0.0.1:${port}/healthz`, child);
  return { child, port, ms: performance.now() - started };
}

/** Starts a Node process that only listens. */
export async function startNode(): Promise<{ ms: number; mebibytes: number }> {
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

/** Starts a file of this folder that prints its URL. */
export function startHelper(
  file: string,
  ...args: readonly string[]
): Promise<{ child: ChildProcess; url: string }> {
  const child = start([join(import.meta.dirname, file), ...args]);
  return new Promise(resolve =>
    child.stdout?.once('data', data => resolve({ child, url: String(data).trim() })),
  );
}

/** Starts a Node process that ends with this one; with `messages`, the two can send each other some. */
export function start(args: readonly string[], messages = false): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', ...(messages ? (['ipc'] as const) : [])],
  });
  children.add(child);
  return child;
}

/** Kills a process. */
export function stop(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => {
      children.delete(child);
      resolve();
    });
    child.kill('SIGKILL');
  });
}

/** Posts webhooks of a kind to a bridge, each with a new id. `run` distinguishes them from other runs. */
export async function load(
  port: number,
  run: string,
  { count = requests, kind = 'json' }: { count?: number; kind?: BodyKind } = {},
): Promise<LoadResult> {
  const wish = { port, kind, connections, requests: count, secret, run, people: 1000 };
  return JSON.parse(await printedBy('load.ts', JSON.stringify(wish)));
}

/** Runs a file of this folder with a word to its end; returns its output. */
export function printedBy(file: string, word: string): Promise<string> {
  const child = start([join(import.meta.dirname, file), word]);
  let printed = '';
  child.stdout?.on('data', data => {
    printed += data;
  });
  return new Promise((resolve, reject) =>
    child.once('close', code => (code === 0 ? resolve(printed) : reject(new Error(`${file} failed`)))),
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

/** Returns the present memory of a process. */
export function residentMebibytes(pid: number | undefined): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

/** Returns the responses per second. */
export function rate(result: LoadResult): number {
  return result.answered / result.seconds;
}
