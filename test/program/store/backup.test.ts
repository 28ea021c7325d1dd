import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDestination, type Truth } from '../destination.ts';
import { bookingMapping, updateMapping } from '../mappings.ts';
import { freePort, program, type Running, startProgram } from '../program.ts';

const token = 'the-admin-token-of-the-backup-test';

const config = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:data/bridge.db
destinations:
  salon: {baseUrl: ${url}, token: some-token, limits: {concurrency: 8, perSecond: 20, timeout: 5m}}
sources:
  crm: {verify: {type: none}, eventId: id}
admin: {token: ${token}}
log: {level: warn}
`;

const mappings = { 'update.yaml': updateMapping, 'booking.yaml': bookingMapping };

let folder: string;
let port: number;
let truth: Truth;
let running: Running | undefined;
/** The destination responds when it resolves. */
let gate = Promise.resolve();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-backup-'));
  truth = await startDestination({ delayMs: () => 5, gate: () => gate });
  port = await freePort();
  mkdirSync(join(folder, 'mappings'));
  for (const [name, text] of Object.entries(mappings)) writeFileSync(join(folder, 'mappings', name), text);
  writeFileSync(join(folder, 'config.yaml'), config(port, truth.url));
});

afterEach(async () => {
  await running?.end('SIGKILL');
  await truth.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  running = await startProgram({ config: join(folder, 'config.yaml'), port });
}

function fieldbridge(...args: string[]): string {
  return execFileSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

async function api<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as Body;
}

interface Listed {
  readonly events: readonly { readonly id: string; readonly status: string }[];
}

async function idsOf(status: string): Promise<readonly string[]> {
  return (await api<Listed>('GET', `/events?limit=200&status=${status}`)).events.map(event => event.id);
}

/** Sends bookings and updates alternately, for different people. */
async function post(from: number, to: number): Promise<void> {
  for (let each = from; each < to; each += 1) {
    const event =
      each % 2 === 0
        ? { id: `e${each}`, kind: 'booking', appointment: `a${each}` }
        : { id: `e${each}`, kind: 'update', customer: 1000 + each, note: `n${each}` };
    const reply = await fetch(`http://127.0.0.1:${port}/hooks/crm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    });
    expect(reply.status).toBe(200);
  }
}

function received(): number {
  return [...truth.bookings.values()].reduce((sum, each) => sum + each, truth.notes.size);
}

function restore(from: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `data/bridge.db${end}`), { force: true });
  copyFileSync(from, join(folder, 'data/bridge.db'));
}

async function untilNothingIs(status: string): Promise<void> {
  await expect.poll(() => idsOf(status), { interval: 100 }).toEqual([]);
}

describe('a backup under load', () => {
  it('starts held after it was restored, sends nothing before a person resumes it, and books nothing twice', async () => {
    await start();
    const posting = Promise.all([0, 30, 60, 90].map(from => post(from, from + 30)));
    await expect.poll(received).toBeGreaterThan(5);
    // However slow the senders are, some calls are in flight and others wait while the backup is made.
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    await expect.poll(async () => (await idsOf('queued')).length).toBeGreaterThan(20);
    const copy = join(folder, 'copy.db');
    const said = fieldbridge('backup', 'copy.db');
    expect(said).toMatch(/^copy\.db: a backup of data\/bridge\.db, \d+ KiB\n/);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(() => fieldbridge('backup', 'copy.db')).toThrow(/is there already/);
    expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([]);
    opened.resolve();
    await posting;
    await untilNothingIs('queued');
    // The backup does not contain what happened since: the hardest case for restoring it.
    await running?.end('SIGTERM');
    const before = received();
    restore(copy);

    await start();
    expect(running?.output()).toMatch(
      /"this store is a backup of .*bridge\.db, made 2.*store is a copy, sending nothing/,
    );
    await post(150, 160);
    await new Promise(done => setTimeout(done, 1_500));
    expect(received()).toBe(before);
    const { destinations } = await api<{ destinations: { state: string; reason: string }[] }>(
      'GET',
      '/destinations',
    );
    expect(destinations[0]).toMatchObject({
      state: 'paused',
      reason: expect.stringMatching(/look at what waits/),
    });
    expect((await idsOf('held')).length).toBeGreaterThan(20);

    await running?.end('SIGKILL');
    await start();
    await new Promise(done => setTimeout(done, 500));
    expect(received()).toBe(before);

    await api('POST', '/destinations/salon/resume', { reason: 'the old one is gone' });
    await untilNothingIs('held');
    await untilNothingIs('queued');
    expect([...truth.bookings].filter(([, times]) => times > 1)).toEqual([]);
    for (let each = 150; each < 160; each += 2) expect(truth.bookings.get(`a${each}`)).toBe(1);
    const uncertain = await idsOf('uncertain');
    expect(uncertain.length).toBeGreaterThan(5);
    const [first] = uncertain;
    for (const id of uncertain) {
      expect(await api('GET', `/events/${id}`)).toMatchObject({
        reason: expect.stringMatching(/this store is a copy|interrupted while sending/),
      });
    }
    expect(
      await api('POST', `/events/${first}/resolve`, { outcome: 'booked', reason: 'it is in the calendar' }),
    ).toMatchObject({ status: 'delivered' });
  });
});

describe('a backup to the output', () => {
  it('is complete, and leaves no files beside the store, although its reader may end early', async () => {
    await start();
    await post(0, 10);
    await untilNothingIs('queued');
    const beside = readdirSync(join(folder, 'data')).toSorted();
    const copy = join(folder, 'copy.db');
    const target = openSync(copy, 'w');
    execFileSync(process.execPath, [program, 'backup', '-'], {
      cwd: folder,
      stdio: ['ignore', target, 'pipe'],
    });
    closeSync(target);
    const cut = `'${process.execPath}' '${program}' backup - | head -c 100 > /dev/null`;
    const { status, stderr } = spawnSync('sh', ['-c', cut], { cwd: folder, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(
      [...beside, 'bridge.db-last-backup'].toSorted(),
    );
    await running?.end('SIGTERM');
    restore(copy);
    await start();
    expect(running?.output()).toContain('store is a copy, sending nothing');
    expect(await idsOf('delivered')).toHaveLength(10);
  });
});

describe('a store whose file was copied', () => {
  it('starts held if the copy replaces the store while something waits', async () => {
    await start();
    await api('POST', '/destinations/salon/pause');
    await post(0, 4);
    await running?.end('SIGKILL');
    const copy = join(folder, 'copy.db');
    copyFileSync(join(folder, 'data/bridge.db-wal'), `${copy}-wal`);
    copyFileSync(join(folder, 'data/bridge.db'), copy);
    await start();
    await api('POST', '/destinations/salon/resume');
    await untilNothingIs('queued');
    await untilNothingIs('held');
    expect(received()).toBe(4);
    await running?.end('SIGTERM');
    restore(copy);
    copyFileSync(`${copy}-wal`, join(folder, 'data/bridge.db-wal'));
    await start();
    expect(running?.output()).toMatch(/the file of this store is a copy.*store is a copy, sending nothing/);
    await api('POST', '/destinations/salon/resume');
    await untilNothingIs('held');
    await untilNothingIs('queued');
    expect([...truth.bookings.values()]).toEqual([1, 1]);
    expect(await idsOf('uncertain')).toHaveLength(2);
  });
});
