import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../test/program/program.ts';
import { adminToken, homeOf, secret, sources, start, startBridge, startHelper, stop } from './processes.ts';
import { figure, heading, row, verdict } from './report.ts';

/** The number of rows in the list: ROWS=1000000 for more. */
const rows = Number(process.env.ROWS ?? 100_000);
const perSecond = 50;
/** A p99 of fewer than some thousand responses depends on a handful of them. */
const quietSeconds = 45;

const mapping = `
source: json
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

/**
 * Measures the rate at which a list is stored, the memory of the command, and the effect on live webhooks: a steady
 * load of 50 a second, at a destination with a limit of 100 calls a second, so that the rows form a backlog.
 */
export async function importing(): Promise<void> {
  const destination = await startHelper('instant-destination.ts');
  const setup = { sources: sources(), mapping, limits: '{concurrency: 4, perSecond: 100}' };
  const bridge = await startBridge('importing', destination.url, setup);
  const home = homeOf('importing');
  writeFileSync(join(home, 'few.csv'), listOf(100));
  writeFileSync(join(home, 'many.csv'), listOf(rows));
  heading(`A list of ${figure(rows)} rows, beside ${perSecond} live webhooks a second`);
  await steady(bridge.port, until(3));
  const few = await importList(home, 'few.csv');
  const quiet = await steady(bridge.port, until(quietSeconds));
  let isOver = false;
  const [many, busy] = await Promise.all([
    importList(home, 'many.csv').finally(() => {
      isOver = true;
    }),
    steady(bridge.port, () => isOver),
  ]);
  verdict(
    'rows a second into the store',
    rows / many.seconds,
    value => value >= 2_000,
    'at least 2,000',
    figure,
  );
  row('live webhooks answered without it, p50 / p99', milliseconds(quiet));
  row('live webhooks answered meanwhile, p50 / p99', milliseconds(busy));
  verdict(
    'p99 meanwhile, of that without',
    busy.p99 / quiet.p99,
    value => value <= 2,
    'at most 2 times',
    value => value.toFixed(2),
  );
  verdict(
    'memory of the command beyond that of 100 rows',
    many.mebibytes - few.mebibytes,
    value => value < 64,
    'under 64 MiB',
    value => `${value.toFixed(0)} MiB`,
  );
  const waitedMs = await untilDelivered(bridge.port);
  row('a live webhook that comes while the rows wait is delivered after', `${waitedMs.toFixed(0)} ms`);
  await stop(bridge.child);
  await stop(destination.child);
}

function listOf(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `${2_000_000 + index},note ${index} of a list`);
  return ['customer,note', ...lines, ''].join('\n');
}

interface Imported {
  readonly seconds: number;
  readonly mebibytes: number;
}

async function importList(home: string, file: string): Promise<Imported> {
  const began = performance.now();
  const config = ['--config', join(home, 'config.yaml')];
  const child = start([program, 'import', 'json', join(home, file), '--no-wait', ...config]);
  child.stdout?.resume();
  let mebibytes = 0;
  const watch = setInterval(() => {
    mebibytes = Math.max(mebibytes, peakMebibytes(child) ?? 0);
  }, 20);
  const code = await new Promise(done => child.once('close', done));
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import of ${file} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, mebibytes };
}

function peakMebibytes({ pid }: ChildProcess): number | undefined {
  try {
    const kibibytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

interface Answers {
  readonly p50: number;
  readonly p99: number;
}

function until(seconds: number): () => boolean {
  const end = performance.now() + 1000 * seconds;
  return () => performance.now() > end;
}

let sent = 0;

/** Posts webhooks at a steady rate, whatever the responses; times count from when each was due. */
async function steady(port: number, isOver: () => boolean): Promise<Answers> {
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; !isOver(); number += 1) {
    const due = began + (1000 * number) / perSecond;
    const waitMs = due - performance.now();
    if (waitMs > 0) await new Promise(done => setTimeout(done, waitMs));
    answers.push(
      post(port, 1_000 + (sent % 1000)).then(() => {
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(answers);
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function post(port: number, customer: number): Promise<string> {
  sent += 1;
  const body = JSON.stringify({ id: `live-${sent}`, customer, note: `live ${sent}` });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const reply = await fetch(`http://127.0.0.1:${port}/hooks/json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body,
  });
  const answer = (await reply.json()) as { id?: string };
  if (!reply.ok || answer.id === undefined) throw new Error(`a webhook was answered ${reply.status}`);
  return answer.id;
}

async function untilDelivered(port: number): Promise<number> {
  const began = performance.now();
  const id = await post(port, 999_999);
  const headers = { authorization: `Bearer ${adminToken}` };
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/events/${id}`, { headers });
    if (((await reply.json()) as { status: string }).status === 'delivered') return performance.now() - began;
    await new Promise(done => setTimeout(done, 5));
  }
}

function milliseconds({ p50, p99 }: Answers): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
}
