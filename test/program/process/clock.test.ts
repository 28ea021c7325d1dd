import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDestination } from '../destination.ts';
import { freePort, type Running, startProgram } from '../program.ts';

const hour = 60 * 60_000;
const secret = 'a-secret-of-the-clock-test';
const admin = 'the-admin-token-of-the-clock-test';

const configOf = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations: {salon: {baseUrl: ${url}, token: some-token, catalog: {refresh: 1s}}}
sources:
  crm:
    verify:
      type: hmac
      secret: ${secret}
      signed: "{timestamp}.{body}"
      signature: {name: X-Signature}
      timestamp: {name: X-Timestamp, unit: s}
admin: {token: ${admin}}
`;

const mapping = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
`;

/** Starts the program with its own wall clock. */
async function started(skewMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-clock-'));
  const truth = await startDestination({ delayMs: () => 5 });
  const port = await freePort();
  const clock = join(folder, 'clock');
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'mappings/note.yaml'), mapping);
  writeFileSync(join(folder, 'config.yaml'), configOf(port, truth.url));
  writeFileSync(clock, String(skewMs));
  const preload = resolve(import.meta.dirname, 'shift-clock.js');
  const env = { CLOCK_FILE: clock, NODE_OPTIONS: `--import ${preload}` };
  let running: Running | undefined;
  onTestFinished(async () => {
    if (running && running.child.exitCode === null) await running.end('SIGKILL');
    await truth.close();
    rmSync(folder, { recursive: true, force: true });
  });
  running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
  const url = `http://127.0.0.1:${port}`;
  const api = async (path: string) => {
    const reply = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${admin}` } });
    return (await reply.json()) as Record<string, unknown>;
  };
  return {
    running,
    truth,
    api,
    ready: async () => (await (await fetch(`${url}/readyz`)).json()) as { clock?: string },
    set(ms: number) {
      writeFileSync(clock, String(ms));
      running?.child.kill('SIGUSR2');
    },
    /** Posts with the signature of a sender whose clock is right, or wrong by `offMs`. */
    async post(note: string, offMs = 0) {
      const body = JSON.stringify({ customer: 1001, note });
      const timestamp = String(Math.floor((Date.now() + offMs) / 1000));
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      return fetch(`${url}/hooks/crm`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-timestamp': timestamp,
          'x-signature': signature,
        },
        body,
      });
    },
  };
}

describe('the program on a machine whose clock is wrong', () => {
  it('asks senders to retry while that is proved, reports it, and continues when the clock is right', async () => {
    const scene = await started(-hour);
    await expect
      .poll(async () => (await scene.ready()).clock)
      .toMatch(
        /^the clock of this machine is (60|59) minutes behind that of salon; have it set by a time server$/,
      );
    const first = await scene.post('first');
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '30']);
    // A recorded webhook that is replayed an hour later says nothing about the clock.
    expect((await scene.post('replayed', -3 * hour)).status).toBe(401);
    expect(await scene.api('refusals')).toMatchObject({ refusals: [{ status: 401 }] });

    scene.set(0);
    await expect
      .poll(() => scene.running.output())
      .toMatch(/"direction":"ahead","msg":"clock jumped".*clock right again/s);
    const again = await scene.post('again');
    expect(again.status).toBe(200);
    const { id } = (await again.json()) as { id: string };
    await expect.poll(async () => (await scene.api(`events/${id}`)).status).toBe('delivered');
    expect((await scene.ready()).clock).toBe(undefined);
    expect(scene.truth.notes.get('1001')).toEqual(['again']);
  });

  it('delivers waiting calls once each, however the clock jumps', async () => {
    const scene = await started(0);
    const ids: string[] = [];
    for (const jump of [hour, -hour, 24 * hour, -24 * hour, -Date.now(), Date.UTC(2100, 0, 1) - Date.now()]) {
      const reply = await scene.post(String(ids.length));
      expect(reply.status).toBe(200);
      ids.push(((await reply.json()) as { id: string }).id);
      const jumps = () => scene.running.output().match(/clock jumped/g)?.length ?? 0;
      const before = jumps();
      scene.set(jump);
      await expect.poll(jumps, { interval: 20 }).toBe(before + 1);
      scene.set(0);
      await expect.poll(jumps, { interval: 20 }).toBe(before + 2);
    }
    for (const id of ids)
      await expect.poll(async () => (await scene.api(`events/${id}`)).status).toBe('delivered');
    expect(scene.truth.notes.get('1001')).toEqual(ids.map((_, index) => String(index)));
    expect(await scene.running.end('SIGTERM')).toBe(0);
  });
});
