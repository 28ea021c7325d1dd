import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedOf } from '../../../torture/chance.ts';
import { hostileWorldOf } from '../../../torture/hostile/hostile-answers.ts';
import {
  type HostileDestination,
  startHostileDestination,
} from '../../../torture/hostile/hostile-destination.ts';
import { type ControlGroup, makeControlGroup } from '../control-group.ts';
import { startDestination, type Truth } from '../destination.ts';
import { freePort, mappingsOf, type Running, startProgram } from '../program.ts';

/** The number of worlds; a seed and the number of a world repeat it. */
const worlds = Number(process.env.ANSWERS ?? 8);
const first = Number(process.env.FIRST ?? 0);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const admin = 'the-admin-token-of-the-test';
const preload = resolve(import.meta.dirname, 'measure-turns.js');
/** In units of `measure-turns.js`: some 500 ms on a usual machine. */
const longestTurn = 50;
/** The number of worlds at the same time, each with its own destination. */
const atOnce = 2;
const customers = [1001, 1002, 1003, 1004];
/** The maximum hostile time of a world, and the minimum number of its responses if they are fast. */
const hostileMs = 3_000;
const hostileAnswers = 8;

const names = Array.from({ length: atOnce }, (_, at) => `hostile${at}`);
let folder = '';
let port = 0;
let group: ControlGroup | undefined;
let hostiles: readonly HostileDestination[] = [];
let healthy: Truth;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-hostile-answers-'));
  port = await freePort();
  hostiles = await Promise.all(names.map(() => startHostileDestination()));
  healthy = await startDestination({ delayMs: () => 0 });
  mkdirSync(mappingsOf(folder));
  const destinations = hostiles.map(
    ({ url }, at) => `  ${names[at]}:
    baseUrl: ${url}
    token: some-token-of-the-test
    catalog: {refresh: 1s}
    limits: {timeout: 1s, perSecond: 10000}
    retry: {first: 20ms, max: 200ms}
`,
  );
  writeFileSync(
    join(folder, 'config.yaml'),
    `server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations:
${destinations.join('')}  healthy: {baseUrl: "${healthy.url}", token: another-token-of-the-test, limits: {perSecond: 10000}}
sources:
${[...names, 'healthy'].map(name => `  ${name}: {verify: {type: none}}\n`).join('')}admin: {token: ${admin}}
log: {level: warn}
`,
  );
  for (const name of [...names, 'healthy']) writeMapping(name);
  group = makeControlGroup(256 * 1024 * 1024);
  const heap = group ? '' : '--max-old-space-size=166 ';
  running = await startProgram({
    config: join(folder, 'config.yaml'),
    port,
    env: { NODE_OPTIONS: `${heap}--import ${preload}`, TURNS_FILE: join(folder, 'turns') },
    ...(group && { through: group.through }),
  });
  running.child.kill('SIGUSR2');
});

function writeMapping(name: string, remark = ''): void {
  const set = 'operation: updateCustomer\nset:\n  id: customer\n  note: note\n';
  const more =
    name === 'healthy' ? '' : '  customerStatus: {value: VIP}\n  additionalFields: {allergies: allergies}\n';
  const mapping = `${remark}source: ${name}\ndestination: ${name}\n${set}${more}`;
  writeFileSync(join(mappingsOf(folder), `${name}.yaml`), mapping);
}

afterAll(async () => {
  await running?.end('SIGKILL');
  await Promise.all([...hostiles, healthy].map(each => each?.close()));
  group?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it(`${worlds} worlds of hostile responses do not affect a healthy destination (SEED=${seed})`, {
  timeout: 20_000 * worlds,
}, async () => {
  for (let index = first; index < first + worlds; index += atOnce) {
    const living = Array.from({ length: Math.min(atOnce, first + worlds - index) }, (_, at) => index + at);
    await Promise.all(living.map((each, at) => liveThrough(each, names[at] ?? '', hostiles[at])));
  }
  expect(turns()).toBeLessThan(longestTurn);
});

/** Sends to a destination while it is hostile, and checks that everything arrives afterwards. */
async function liveThrough(
  index: number,
  name: string,
  hostile: HostileDestination | undefined,
): Promise<void> {
  if (!hostile) throw new Error(`there is no ${name}`);
  const world = hostileWorldOf(seedOf(seed, index));
  const place = `world ${index} of seed ${seed}: ${world.kind}`;
  hostile.world = world;
  const answersBefore = hostile.hostileAnswers();
  const rest = ` ${'<'.repeat(world.noteCharacters)}`;
  const ids = new Map<string, string>();
  for (const customer of customers) {
    const word = `h${index}-${customer}`;
    ids.set(word, await post(name, customer, word + rest));
  }
  const until = performance.now() + hostileMs;
  let good = 0;
  while (performance.now() < until && hostile.hostileAnswers() - answersBefore < hostileAnswers) {
    await post('healthy', 2000 + index, `good ${good}`);
    good += 1;
    await expectAlive(place);
    await new Promise(done => setTimeout(done, 50));
  }
  await post('healthy', 2000 + index, `good ${good}`);
  const wanted = Array.from({ length: good + 1 }, (_, at) => `good ${at}`);
  await expect.poll(() => healthy.notes.get(String(2000 + index)), { message: place }).toEqual(wanted);

  const open: string[] = [];
  const before = await statusesOf(name);
  for (const [word, id] of ids) if (before.get(id) !== 'delivered') open.push(word);
  hostile.world = undefined;
  let looks = 0;
  const missing = async () => {
    await expectAlive(place);
    const left = open.filter(word => !hostile.applied.has(word));
    // An operator would do the same; both requests return 200 if there is nothing to do.
    if (left.length > 0) await ask(`/api/destinations/${name}/resume`, {});
    looks += 1;
    const statuses = await statusesOf(name);
    for (const word of left) {
      const id = ids.get(word) ?? '';
      const status = statuses.get(id);
      // A mapping that is held because of a response continues after a person has looked at its file.
      if (status === 'held' && looks % 10 === 1)
        writeMapping(name, `# looked at ${looks} times after world ${index}\n`);
      if (status === 'failed') await ask(`/api/events/${id}/replay`, { force: true });
    }
    return left;
  };
  await expect.poll(missing, { message: place, interval: 100 }).toEqual([]);
  if (process.env.ANSWERS) console.log(index, turns().toFixed(2), peakMemory(), open.length, world.kind);
}

const turns = () => Number(readFileSync(join(folder, 'turns'), 'utf8'));

/** The maximum memory of the program so far. */
const peakMemory = () => /VmHWM:\s+(.*)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1];

async function expectAlive(place: string): Promise<void> {
  expect([running.child.exitCode, running.child.signalCode], `${place}\n${running.output()}`).toEqual([
    null,
    null,
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status, place).toBe(200);
}

/** Returns the id of the event. */
async function post(source: string, customer: number, note: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/hooks/${source}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customer, note, allergies: `${'a'.repeat(30)}!` }),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { id: string }).id;
}

async function ask(path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return reply.json();
}

/** Returns the statuses of the last events of a source by id, without the events, which may be large. */
async function statusesOf(source: string): Promise<ReadonlyMap<string, string>> {
  const { events } = (await ask(`/api/events?source=${source}&limit=50`)) as {
    events: { id: string; status: string }[];
  };
  return new Map(events.map(({ id, status }) => [id, status]));
}
