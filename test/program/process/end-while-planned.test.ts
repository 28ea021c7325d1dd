import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDestination } from '../destination.ts';
import { freePort, type Running, startProgram } from '../program.ts';

const admin = 'the-admin-token-of-the-test';
const preload = resolve(import.meta.dirname, 'end-while-planned.js');

/** A bridge that certain events end while it plans them; every start of it is a new process on the same store. */
async function scene() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-ended-'));
  const destination = await startDestination({ delayMs: () => 0 });
  let running: Running | undefined;
  onTestFinished(async () => {
    await running?.end('SIGKILL');
    await destination.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const port = await freePort();
  const kills = join(folder, 'kills');
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(kills, '');
  writeFileSync(
    join(join(folder, 'mappings'), 'crm.yaml'),
    'source: crm\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: $string(note)}\n',
  );
  writeFileSync(
    join(folder, 'config.yaml'),
    `server: {port: ${port}}
store: sqlite:data/bridge.db
destinations: {salon: {baseUrl: "${destination.url}", token: some-token-of-the-test}}
sources: {crm: {verify: {type: none}}}
admin: {token: ${admin}}
`,
  );
  const env = {
    PLANNING_FILE: join(folder, 'data/bridge.db-planning'),
    KILLS_FILE: kills,
    NODE_OPTIONS: `--import ${preload}`,
  };
  const start = async () => {
    running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
  };
  const ends = async () => {
    await expect.poll(() => running?.child.signalCode, { interval: 5, timeout: 60_000 }).toBe('SIGKILL');
  };
  return {
    start,
    ends,
    /** Starts it; it ends itself, perhaps before its first response. */
    startUntilEnd: () => start().then(ends, () => {}),
    kills: () => readFileSync(kills, 'latin1').length,
    post: (note: string, customer = 1001) =>
      fetch(`http://127.0.0.1:${port}/hooks/crm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ customer, note }),
      }),
    async statuses() {
      const reply = await fetch(`http://127.0.0.1:${port}/api/events`, {
        headers: { authorization: `Bearer ${admin}` },
      });
      const { events } = (await reply.json()) as { events: { status: string; reason?: string }[] };
      return events.map(({ status, reason }) => (reason === undefined ? status : `${status}: ${reason}`));
    },
  };
}

it('sets an event aside that ended the program three times, and continues with everything else', async () => {
  const { start, startUntilEnd, ends, kills, post, statuses } = await scene();
  await start();
  // It is planned as soon as it is stored, perhaps before the response.
  await post('ends the program').catch(() => {});
  await ends();
  await startUntilEnd();
  expect(kills()).toBe(2);
  await start();
  // From now on it is planned last, so the others do not wait for it, and are not lost with it.
  expect((await post('healthy')).status).toBe(200);
  await expect.poll(statuses, { interval: 20 }).toEqual(['delivered', 'queued']);
  await ends();
  await start();
  const failed =
    'failed: the program ended 3 times while it planned this event, the last time while it planned nothing else';
  await expect.poll(statuses).toEqual(['delivered', failed]);
  expect(kills()).toBe(3);
});

it('delivers an event that met two kills, without the values that a newer event has set since', async () => {
  const { start, startUntilEnd, ends, kills, post, statuses } = await scene();
  await start();
  await post('meets two kills').catch(() => {});
  await ends();
  await startUntilEnd();
  expect(kills()).toBe(2);
  await start();
  expect((await post('newer')).status).toBe(200);
  const skipped = 'skipped: newer events of this person have set everything since';
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['delivered', skipped]);
});

it('delivers an event that met two kills and that nothing follows', async () => {
  const { start, startUntilEnd, ends, post, statuses } = await scene();
  await start();
  await post('meets two kills').catch(() => {});
  await ends();
  await startUntilEnd();
  await start();
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['delivered']);
});
