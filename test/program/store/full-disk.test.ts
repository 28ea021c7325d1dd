import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startDestination, type Truth } from '../destination.ts';
import { freePort, program } from '../program.ts';

const token = 'the-admin-token-of-the-disk-test';
const mayMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0;

const config = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:disk/bridge.db
destinations: {salon: {baseUrl: ${url}, token: some-token}}
sources: {crm: {verify: {type: none}}}
admin: {token: ${token}}
log: {level: warn}
`;

const mapping = `
source: crm
destination: salon
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: appointment
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`;

let folder = '';
let child: ChildProcess | undefined;
let truth: Truth | undefined;

afterEach(async () => {
  const ended = new Promise(done => child?.once('exit', done));
  child?.kill('SIGKILL');
  if (child) await ended;
  await truth?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Fills the disk with a file, at the end byte by byte. */
function fillUp(path: string): void {
  const descriptor = openSync(path, 'w');
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      if (writeSync(descriptor, Buffer.alloc(size, 1)) < size) size = Math.floor(size / 2);
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(descriptor);
}

describe.skipIf(!mayMount)('a disk that other programs fill', () => {
  it('accepts no more webhooks, stores the results of sent calls, and continues automatically', async () => {
    let delayMs = 5;
    folder = mkdtempSync(join(tmpdir(), 'fieldbridge-disk-'));
    truth = await startDestination({ delayMs: () => delayMs });
    const port = await freePort();
    mkdirSync(join(folder, 'mappings'));
    mkdirSync(join(folder, 'disk'));
    writeFileSync(join(folder, 'mappings/booking.yaml'), mapping);
    writeFileSync(join(folder, 'config.yaml'), config(port, truth.url));
    const script = `mount -t tmpfs -o size=40m none ${folder}/disk && exec "$0" "$@"`;
    const start = [program, 'start', '--config', join(folder, 'config.yaml')];
    child = spawn('unshare', ['-rm', 'sh', '-c', script, process.execPath, ...start], { stdio: 'ignore' });
    const disk = `/proc/${child.pid}/root${folder}/disk`;
    const url = `http://127.0.0.1:${port}`;
    const ready = async () => {
      const reply = await fetch(`${url}/readyz`).catch(() => undefined);
      return reply && { status: reply.status, body: (await reply.json()) as { reason?: string } };
    };
    const post = (appointment: string) =>
      fetch(`${url}/hooks/crm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ appointment, comment: 'x'.repeat(500) }),
      });
    const statusOf = async (id: string) => {
      const reply = await fetch(`${url}/api/events/${id}`, { headers: { authorization: `Bearer ${token}` } });
      return ((await reply.json()) as { status: string }).status;
    };
    await expect.poll(async () => (await ready())?.status).toBe(200);
    expect(statSync(join(disk, 'bridge.db-ballast')).size).toBeGreaterThan(2_000_000);

    await post('a0');
    await expect.poll(() => truth?.bookings.size).toBe(1);
    delayMs = 3_000;
    const sent: string[] = [];
    for (const appointment of ['a1', 'a2', 'a3', 'a4']) {
      sent.push(((await (await post(appointment)).json()) as { id: string }).id);
    }
    await expect.poll(() => truth?.bookings.size, { interval: 10 }).toBe(5);
    fillUp(join(disk, 'filler'));

    const refused = await post('a5');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    await expect.poll(ready).toMatchObject({
      status: 503,
      body: {
        reason: expect.stringMatching(
          /^the disk is full except for .* webhooks are accepted again as soon as/,
        ),
      },
    });
    for (const id of sent) await expect.poll(() => statusOf(id)).toBe('delivered');
    expect(existsSync(join(disk, 'bridge.db-ballast'))).toBe(false);
    expect((await post('a5')).status).toBe(503);

    rmSync(join(disk, 'filler'));
    await expect.poll(async () => (await post('a6')).status).toBe(200);
    await expect.poll(async () => (await ready())?.status).toBe(200);
    expect(statSync(join(disk, 'bridge.db-ballast')).size).toBeGreaterThan(2_000_000);
    await expect.poll(() => truth?.bookings.get('a6')).toBe(1);
    expect([...truth.bookings.entries()].sort()).toEqual(
      ['a0', 'a1', 'a2', 'a3', 'a4', 'a6'].map(each => [each, 1]),
    );
  });
});
