import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { chanceOf, seedOf } from '../../../torture/chance.ts';
import { adminToken, configText, mappings } from '../../../torture/hostile/hostile-config.ts';
import { attack } from '../../../torture/hostile/hostile-requests.ts';
import { createLedger, type Ledger, makeAttack, sendByClient } from '../../../torture/hostile/make-attack.ts';
import { freePort, mappingsOf, type Running, startProgram } from '../program.ts';

const bodies = Number(process.env.BODIES ?? 1_500);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const batch = 1_000;
const atOnce = 24;

let folder = '';
let sandbox: Sandbox | undefined;
let running: Running | undefined;

afterEach(async () => {
  await running?.end('SIGKILL');
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<number> {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-hostile-'));
  sandbox = await startSandbox();
  const port = await freePort();
  mkdirSync(mappingsOf(folder));
  for (const [name, text] of Object.entries(mappings))
    writeFileSync(join(mappingsOf(folder), `${name}.yaml`), text);
  writeFileSync(join(folder, 'config.yaml'), configText(port, sandbox));
  const watch = pathToFileURL(join(import.meta.dirname, 'watch-prototypes.ts'));
  const env = { NODE_OPTIONS: `--import=${watch}` };
  running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
  return port;
}

/** Requests the state of the process's prototypes. */
async function prototypes(program: Running | undefined): Promise<readonly string[]> {
  const printed = () =>
    program
      ?.output()
      .split('\n')
      .filter(line => line.startsWith('prototypes:')) ?? [];
  const before = printed().length;
  program?.child.kill('SIGUSR2');
  await expect.poll(() => printed().length).toBe(before + 1);
  return printed();
}

/** Runs tasks, some of them in parallel. */
async function each(from: number, to: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function ask(client: Pool, path: string): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const reply = await client.request({ method: 'GET', path, headers });
  return { status: reply.statusCode, body: await reply.body.json() };
}

/** Sends a normal webhook, which must always be accepted. */
async function sendNormal(client: Pool, number: number, ledger: Ledger): Promise<string> {
  const payload = {
    normal: 'yes',
    customer: 1009,
    note: `normal ${number}`,
    dob: '1990-12-31',
    topics: ['Pflege'],
    optin: 'yes',
  };
  for (;;) {
    const { answers } = await sendByClient(client, {
      path: '/hooks/open',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(payload)),
      chunked: false,
    });
    const [{ status, body } = { status: 0, body: '' }] = answers;
    if (status === 503) continue;
    expect([status, body]).toEqual([200, expect.stringContaining('"queued"')]);
    const { id } = JSON.parse(body) as { id: string };
    ledger.answered.add(id);
    return id;
  }
}

/** Returns the status of every stored event, by id. */
async function storedEvents(client: Pool): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor = '';
  do {
    const { body } = await ask(client, `/api/events?limit=200${cursor && `&cursor=${cursor}`}`);
    const page = body as { events: readonly { id: string; status: string }[]; next?: string };
    for (const { id, status } of page.events) found.set(id, status);
    cursor = page.next === undefined ? '' : encodeURIComponent(page.next);
  } while (cursor !== '');
  return found;
}

/** Counts each value: `200: 7, 400: 5`. */
function counted(all: Iterable<string | number>): string {
  const counts = new Map<string | number, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
}

async function untilDelivered(client: Pool, id: string): Promise<unknown> {
  for (;;) {
    const { body } = await ask(client, `/api/events/${id}`);
    const { status } = body as { status: string };
    if (status !== 'queued') return body;
    await new Promise(done => setTimeout(done, 200));
  }
}

/** Returns why mappings and destinations are held: no event may cause that for all others. */
async function heldBecause(client: Pool): Promise<readonly unknown[]> {
  const { mappings } = (await ask(client, '/api/mappings')).body as {
    mappings: readonly { held: unknown; diagnostics: unknown }[];
  };
  const { destinations } = (await ask(client, '/api/destinations')).body as {
    destinations: readonly { state: string }[];
  };
  return [
    ...mappings.filter(({ held }) => held !== null),
    ...destinations.filter(({ state }) => state !== 'open'),
  ];
}

describe('hostile senders', () => {
  it(`with ${bodies} bodies neither end the program nor change its behaviour (SEED=${seed})`, {
    timeout: 600_000,
  }, async () => {
    const port = await start();
    const client = new Pool(`http://127.0.0.1:${port}`, { connections: 16 });
    const ledger = createLedger();
    let last = '';
    await prototypes(running);
    const started = performance.now();
    for (let from = 0; from < bodies; from += batch) {
      await each(from, Math.min(bodies, from + batch), async index => {
        const what = attack(chanceOf(seedOf(seed, index)));
        try {
          await makeAttack(what, port, client, ledger);
        } catch (error) {
          ledger.wrong.push(`${index} ${what.kind}: ${error}`);
        }
      });
      expect([running?.child.exitCode, running?.child.signalCode], running?.output()).toEqual([null, null]);
      expect(ledger.wrong).toEqual([]);
      expect((await ask(client, '/healthz')).status).toBe(200);
      expect(new Set(await prototypes(running))).toEqual(new Set(['prototypes: as before']));
      last = await sendNormal(client, from / batch, ledger);
    }
    const sent = performance.now();
    expect(await untilDelivered(client, last)).toMatchObject({ status: 'delivered' });
    const done = performance.now();

    const stored = await storedEvents(client);
    const lost = [...ledger.answered].filter(id => !stored.has(id));
    const unexpected = [...stored.keys()].filter(id => !ledger.answered.has(id));
    console.log(
      `SEED=${seed}: ${bodies} bodies in ${Math.round(sent - started)} ms, delivered after ${Math.round(done - sent)} ms more;`,
      `${unexpected.length} of at most ${ledger.unanswered} events unanswered.`,
      `Answers: ${counted(ledger.statuses)}. Events: ${counted(stored.values())}.`,
      `Calls: ${counted(sandbox?.calls().map(({ operation }) => operation) ?? [])}`,
    );
    expect(lost).toEqual([]);
    expect(unexpected.length).toBeLessThanOrEqual(ledger.unanswered);
    expect(stored.size).toBeGreaterThan(bodies / 5);
    expect(await heldBecause(client)).toEqual([]);
    expect([...stored.values()]).not.toContain('held');

    const notes = sandbox?.customer(1009)?.updates.map(({ note }) => note);
    expect(notes).toEqual(
      Array.from({ length: Math.ceil(bodies / batch) }, (_, number) => `normal ${number}`),
    );
    expect(sandbox?.customer(1009)?.additionalFields).toMatchObject({
      birthdate: '31.12.1990',
      interests: 'Pflege',
      newsletter: 'true',
    });
    const faults =
      /unexpectedly|worker failed|cannot (process a call|interpret an answer|probe a destination|plan an event|evaluate alerts|store the result)|Error/;
    expect(
      running
        ?.output()
        .split('\n')
        .filter(line => faults.test(line)),
    ).toEqual([]);
    await client.close();
    expect(await running?.end('SIGTERM')).toBe(0);
  });
});
