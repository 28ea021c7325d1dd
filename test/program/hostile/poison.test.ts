import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { freePort, mappingsOf, type Running, startProgram } from '../program.ts';
import { startTroubledDestination, type TroubledDestination } from './troubled-destination.ts';

const healthy = Number(process.env.EVENTS ?? 400);
const people = 40;
const failing = '4001';
const slow = '4002';
const admin = 'the-admin-token-of-the-poison-test';
const mebibyte = 1024 * 1024;

const config = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations:
  salon:
    baseUrl: ${url}
    token: some-token-of-the-test
    limits: {concurrency: 4, perSecond: 100000, timeout: 5m}
    retry: {first: 50ms, max: 200ms}
sources:
  crm: {verify: {type: none}}
  flood: {verify: {type: none}, path: /in/flood}
  broken: {verify: {type: none}}
admin: {token: ${admin}}
log: {level: warn}
`;

const update = (source: string) => `
source: ${source}
destination: salon
operation: updateCustomer
set:
  id: customer
  note:
    from: |
      $exists(amount) ? $string($number(amount))
        : $exists(endless) ? $string($sum([1..9000].$sum([1..9000])))
        : $exists(pattern) ? $string($contains(pattern, /^(a+)+$/))
        : note
`;

/** Webhooks that nobody can process, with the response to the sender. */
const poisons: readonly (readonly [name: string, status: number, code: string | undefined, body: string])[] =
  [
    ['throws', 200, 'expression/failed', '{"customer": 1, "amount": "many"}'],
    ['has no end', 200, 'expression/too-slow', '{"customer": 2, "endless": true}'],
    ['names nobody', 200, 'mapping/missing-value', '{"customer": null, "note": "whose?"}'],
    ['names no customer number', 200, 'check/bad-number', '{"customer": "Ada", "note": "whose?"}'],
    ['is nested 500,000 deep', 400, undefined, `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['is no JSON', 400, undefined, '{"customer": 3'],
    ['is too large', 413, undefined, `{"note": "${'x'.repeat(mebibyte)}"}`],
    ['is compressed', 415, undefined, '{"customer": 4}'],
  ];
/** Webhooks that look like poison but are delivered. */
const dear = [
  `{"customer": 5, "pattern": "${'a'.repeat(900_000)}!"}`,
  `{"customer": 6, "note": "large", "more": "${'x'.repeat(mebibyte - 100)}"}`,
];

let folder = '';
let running: Running | undefined;
let destination: TroubledDestination | undefined;

afterEach(async () => {
  destination?.release();
  await running?.end('SIGKILL');
  await destination?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Pool> {
  destination = await startTroubledDestination({ failing, slow });
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-poison-'));
  mkdirSync(mappingsOf(folder));
  const port = await freePort();
  writeFileSync(join(folder, 'config.yaml'), config(port, destination.url));
  for (const source of ['crm', 'flood'])
    writeFileSync(join(mappingsOf(folder), `${source}.yaml`), update(source));
  writeFileSync(join(mappingsOf(folder), 'broken.yaml'), 'source: broken\noperation: {}\n');
  running = await startProgram({ config: join(folder, 'config.yaml'), port });
  return new Pool(`http://127.0.0.1:${port}`, { connections: 32 });
}

const pause = () => new Promise<void>(done => setTimeout(done, 50));

async function post(client: Pool, path: string, body: string, encoding?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) };
  const reply = await client.request({ method: 'POST', path, headers, body });
  await reply.body.dump();
  return reply.statusCode;
}

async function ask<Body>(client: Pool, path: string): Promise<Body> {
  const headers = { authorization: `Bearer ${admin}` };
  const reply = await client.request({ method: 'GET', path, headers });
  return (await reply.body.json()) as Body;
}

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly diagnostics: readonly { code: string; hint?: string }[];
}

/** Returns the events of a status, newest first. */
async function eventsOf(client: Pool, status: string, source: string): Promise<readonly Seen[]> {
  const events: Seen[] = [];
  let cursor = '';
  do {
    const query = `status=${status}&source=${source}&limit=200${cursor && `&cursor=${cursor}`}`;
    const page = await ask<{ events: Seen[]; next?: string }>(client, `/api/events?${query}`);
    events.push(...page.events);
    cursor = page.next ?? '';
  } while (cursor !== '');
  return events;
}

it(`delivers ${healthy} healthy events while all others are bad`, {
  timeout: 600_000,
}, async () => {
  const client = await start();
  const truth = destination as TroubledDestination;
  const body = (customer: string, note: number) => JSON.stringify({ customer, note: String(note) });
  const jobs: (() => Promise<void>)[] = [];
  const counts = { flood: 0, failing: 0, poison: 0 };
  const expectStatus = async (answer: Promise<number>, status: number) => expect(await answer).toBe(status);
  for (let index = 0; index < healthy; index += 1) {
    const person = String(1000 + (index % people));
    jobs.push(() => expectStatus(post(client, '/hooks/crm', body(person, index)), 200));
    jobs.push(() => expectStatus(post(client, '/in/flood', body(slow, index)), 200));
    counts.flood += 1;
    if (index % 100 !== 0) continue;
    const [, status = 0, , poison = ''] = poisons[(index / 100) % poisons.length] ?? [];
    const encoding = status === 415 ? 'zstd' : undefined;
    jobs.push(() => expectStatus(post(client, '/hooks/crm', poison, encoding), status));
    jobs.push(() => expectStatus(post(client, '/hooks/crm', body(failing, index)), 200));
    jobs.push(() => expectStatus(post(client, '/hooks/broken', body('1001', index)), 200));
    counts.failing += 1;
    counts.poison += 1;
  }
  for (const each of dear) jobs.push(() => expectStatus(post(client, '/hooks/crm', each), 200));
  for (let from = 0; from < jobs.length; from += 32) {
    await Promise.all(jobs.slice(from, from + 32).map(job => job()));
  }

  const ofHealthy = () => truth.applied.filter(each => /^10\d\d /.test(each));
  await expect.poll(() => ofHealthy().length, { timeout: 60_000, interval: 20 }).toBe(healthy);
  await expect.poll(() => truth.applied.length, { timeout: 60_000 }).toBe(healthy + dear.length);
  expect(truth.waiting()).toBe(1);
  expect((await eventsOf(client, 'queued', 'flood')).length).toBe(counts.flood);
  for (const before = truth.refused(); truth.refused() < before + 5; await pause()) {
    const { destinations } = await ask<{ destinations: { state: string }[] }>(client, '/api/destinations');
    expect(destinations.map(each => each.state)).toEqual(['open']);
  }
  expect((await eventsOf(client, 'queued', 'crm')).length).toBe(counts.failing);
  expect((await eventsOf(client, 'held', 'broken')).length).toBe(counts.poison);
  for (let person = 0; person < people; person += 1) {
    const numbers = ofHealthy().filter(each => each.startsWith(`${1000 + person} `));
    const notes = numbers.map(each => Number(each.split(' ')[1]));
    expect(notes).toEqual(notes.toSorted((a, b) => a - b));
  }

  truth.release();
  const all = healthy + dear.length + counts.flood + counts.failing;
  await expect.poll(() => truth.applied.length, { timeout: 60_000, interval: 20 }).toBe(all);
  await seenByAnOperator(client, counts.poison);
  await client.close();
  expect(await running?.end('SIGTERM')).toBe(0);
});

/** Every kind of poison is listed with its fault and its advice, once for each time it was sent. */
async function seenByAnOperator(client: Pool, sent: number): Promise<void> {
  const times = (index: number) => Math.ceil((sent - index) / poisons.length);
  const failed = await eventsOf(client, 'failed', 'crm');
  const shown = await Promise.all(failed.map(each => ask<Seen>(client, `/api/events/${each.id}`)));
  for (const [index, [name, status, code]] of poisons.entries()) {
    if (status !== 200) continue;
    const found = shown.filter(each => each.diagnostics.some(what => what.code === code));
    expect(found, name).toHaveLength(times(index));
  }
  const { refusals } = await ask<{ refusals: { status: number; reason: string }[] }>(
    client,
    '/api/refusals?limit=200',
  );
  for (const status of [400, 413, 415]) {
    const wanted = poisons.map((each, index) => (each[1] === status ? times(index) : 0));
    const found = refusals.filter(each => each.status === status && each.reason !== '');
    expect(found, String(status)).toHaveLength(wanted.reduce((sum, each) => sum + each, 0));
  }
  const ready = await ask<{ failed: number }>(client, '/readyz');
  expect(ready.failed).toBe(failed.length);
}
