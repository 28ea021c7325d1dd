import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { makeControlGroup } from '../control-group.ts';
import { startDestination, type Truth } from '../destination.ts';
import { freePort, type Running, startProgram } from '../program.ts';
import { allExpressions, dearPayload, hostileExpression } from './hostile-expressions.ts';

/** The number of tried expressions; `EXPRESSIONS=5000` for more, `SEED` for others. */
const count = Number(process.env.EXPRESSIONS ?? 20);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
const atOnce = 100;
const memoryMiB = 256;
/** The limit of its own memory; some 120 MiB are usual. */
const mostMiB = 200;
/** In units of `measure-turns.js`, ten times the usual: an expression in that thread would never end. */
const longestTurn = 100;
const preload = resolve(import.meta.dirname, 'measure-turns.js');
const admin = 'the-admin-token-of-the-test';

/** Returns the expressions of one seed; the seeds together cover all of them. */
const expressionsOf =
  (seed: number): Expressions =>
  index =>
    hostileExpression((seed + index * 7919) % allExpressions);
type Expressions = (index: number) => string;

/** Every fourth is a `split`; the others are a note, a condition or a link. */
const isSplit = (index: number) => index % 4 === 3;

function configOf(port: number, url: string, indexes: readonly number[], expressions: Expressions): string {
  const splits = indexes.filter(isSplit).map(index => {
    const expression = JSON.stringify(expressions(index));
    return `  split-${index}: {verify: {type: none}, split: ${expression}}`;
  });
  return `server: {port: ${port}}
store: sqlite:data/bridge.db
destinations: {salon: {baseUrl: "${url}", token: some-token-of-the-test}}
sources:
  crm: {verify: {type: none}}
${splits.join('\n')}
admin: {token: ${admin}}
log: {level: warn}
`;
}

function mappingOf(index: number, expression: string): string {
  const uses = [
    { when: `number = ${index}`, set: { id: 'customer', note: expression } },
    { when: `number = ${index} and (${expression}) != 1`, set: { id: 'customer', note: 'contact.name' } },
    { when: `number = ${index}`, link: expression, set: { id: '$linked', note: 'contact.name' } },
  ];
  return JSON.stringify({
    source: 'crm',
    destination: 'salon',
    operation: 'updateCustomer',
    ...uses[index % uses.length],
  });
}

/** Checks the health of the bridge continuously; returns how often it failed. */
function watchHealth(port: number): () => Promise<number> {
  let silent = 0;
  let running = true;
  const watching = (async () => {
    while (running) {
      const reply = await fetch(`http://127.0.0.1:${port}/healthz`, {
        signal: AbortSignal.timeout(50_000),
      }).catch(() => undefined);
      await reply?.text();
      if (!reply?.ok) silent += 1;
      await new Promise(done => setTimeout(done, 20));
    }
  })();
  return async () => {
    running = false;
    await watching;
    return silent;
  };
}

function hasEnded({ exitCode, signalCode }: Running['child']): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Measures the process's own memory in MiB, without file pages, which can be released at any time. */
function watchMemory({ child }: Running): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    if (hasEnded(child)) return;
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
  }, 10);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function tryExpressions(
  seed: number,
  indexes: readonly number[],
  destination: Truth,
): Promise<Record<string, number>> {
  const expressions = expressionsOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-expressions-'));
  const port = await freePort();
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'config.yaml'), configOf(port, destination.url, indexes, expressions));
  for (const index of indexes.filter(each => !isSplit(each))) {
    writeFileSync(join(folder, `mappings/mapping-${index}.yaml`), mappingOf(index, expressions(index)));
  }
  // A container of this size, if this system allows creating one.
  const group = makeControlGroup(memoryMiB * 2 ** 20);
  const heap = group ? '' : '--max-old-space-size=166 ';
  const env = { NODE_OPTIONS: `${heap}--import ${preload}`, TURNS_FILE: join(folder, 'turns') };
  const through = group?.through ?? [];
  const running = await startProgram({ config: join(folder, 'config.yaml'), port, env, through });
  const client = new Pool(`http://127.0.0.1:${port}`, { connections: 4 });
  onTestFinished(async () => {
    await client.close();
    await running.end('SIGKILL');
    group?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  running.child.kill('SIGUSR2');
  const endWatch = watchHealth(port);
  const peakMiB = watchMemory(running);

  for (const index of indexes) {
    const path = isSplit(index) ? `/hooks/split-${index}` : '/hooks/crm';
    const body = JSON.stringify(dearPayload(index));
    const headers = { 'content-type': 'application/json' };
    const reply = await client.request({ method: 'POST', path, headers, body });
    await reply.body.dump();
    expect([reply.statusCode, expressions(index)]).toEqual([200, expect.any(String)]);
  }
  const statuses = async () => {
    const { exitCode, signalCode } = running.child;
    const end = `it ended (${exitCode ?? signalCode}) at those from ${indexes[0]} of seed ${seed}:\n${running.output()}`;
    expect(hasEnded(running.child), end).toBe(false);
    const reply = await client.request({ method: 'GET', path: '/metrics' });
    const text = await reply.body.text();
    const waiting = /^fieldbridge_events_unplanned\{scope="store"\} (\d+)/m.exec(text);
    return { waiting: Number(waiting?.[1] ?? Number.NaN), text };
  };
  for (const until = Date.now() + 120_000; (await statuses()).waiting !== 0; ) {
    expect(Date.now(), `some of seed ${seed} are not planned yet`).toBeLessThan(until);
    await new Promise(done => setTimeout(done, 250));
  }
  expect(await endWatch()).toBe(0);
  // A busy machine delays every response, so the test measures the delays caused by the program itself.
  const longestUnits = Number(readFileSync(join(folder, 'turns'), 'utf8'));
  expect(longestUnits, `from ${indexes[0]} of seed ${seed}`).toBeLessThan(longestTurn);
  expect(hasEnded(running.child)).toBe(false);
  const peak = peakMiB();
  if (process.env.EXPRESSIONS)
    process.stdout.write(`${indexes[0]}: longest turn ${longestUnits} units, ${peak} MiB\n`);
  expect(peak).toBeLessThan(mostMiB);
  const found: Record<string, number> = {};
  for (const [, status = '', n] of (await statuses()).text.matchAll(
    /^fieldbridge_calls\{.*status="(\w+)".*\} (\d+)/gm,
  )) {
    found[status] = (found[status] ?? 0) + Number(n);
  }
  expect(await running.end('SIGTERM')).toBe(0);
  return found;
}

it(`continues all other work, whatever ${count} expressions do`, { timeout: 3_600_000 }, async () => {
  const destination = await startDestination({ delayMs: () => 0 });
  onTestFinished(() => destination.close());
  const all: Record<string, number> = {};
  for (let from = 0; from < count; from += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, count - from) }, (_, each) => from + each);
    for (const [status, n] of Object.entries(await tryExpressions(seed, indexes, destination))) {
      all[status] = (all[status] ?? 0) + n;
    }
  }
  // The expressions are realistic: many give a value, and many must be stopped.
  expect(all.failed).toBeGreaterThan(count / 8);
});

it('gives their thread its own memory limit, however much memory the program has', async () => {
  const destination = await startDestination({ delayMs: () => 0 });
  onTestFinished(() => destination.close());
  // Two of these would use more than 100 MiB each within a short time.
  const indexes = Array.from({ length: 40 }, (_, each) => each);
  expect((await tryExpressions(184_673, indexes, destination)).failed).toBeGreaterThan(5);
});
