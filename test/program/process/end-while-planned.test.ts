import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDestination } from '../destination.ts';
import { freePort, type Running, startProgram } from '../program.ts';

const admin = 'the-admin-token-of-the-test';
const preload = resolve(import.meta.dirname, 'end-while-planned.js');

it('sets an event aside that ended the program twice, and continues with everything else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-ended-'));
  const destination = await startDestination({ delayMs: () => 0 });
  let running: Running | undefined;
  onTestFinished(async () => {
    await running?.end('SIGKILL');
    await destination.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const port = await freePort();
  mkdirSync(join(folder, 'mappings'));
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
  const env = { PLANNING_FILE: join(folder, 'data/bridge.db-planning'), NODE_OPTIONS: `--import ${preload}` };
  const start = async () => {
    running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
    return running;
  };
  const post = (note: string) =>
    fetch(`http://127.0.0.1:${port}/hooks/crm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: 1001, note }),
    });
  const statuses = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    const { events } = (await reply.json()) as { events: { status: string; reason?: string }[] };
    return events.map(({ status, reason }) => [status, reason]);
  };
  const ends = async (started: Running) => {
    await expect.poll(() => started.child.signalCode, { interval: 5 }).toBe('SIGKILL');
  };

  const first = await start();
  // It is planned as soon as it is stored, perhaps before the response.
  await post('ends the program').catch(() => {});
  await ends(first);
  // It may end before its first response.
  await start().then(ends, () => {});
  await start();
  expect((await post('healthy')).status).toBe(200);
  await expect.poll(statuses).toEqual([
    ['delivered', undefined],
    ['failed', 'the program ended 2 times while it planned this event, and was started again'],
  ]);
});
