import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';
import { type Chance, chanceOf } from '../../torture/chance.ts';
import { freePort, type Running, startProgram } from './program.ts';

/** The number of changes of the sources: CHANGES=1000 for more. The seed repeats a run. */
const changes = Number(process.env.CHANGES ?? 8);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const token = 'an-admin-token-of-some-length';
const mostRepeats = 100;
const lastLine = '# the last line\n';

/** A bridge whose config is changed through `/api/setup`, as the page does it. */
interface Scene {
  readonly folder: string;
  readonly file: string;
  readonly port: number;
  readonly chance: Chance;
  api(method: string, path: string, body?: object): Promise<Response>;
  kill(): Promise<void>;
}

async function openScene(chance: Chance): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-by-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'mappings'));
  mkdirSync(join(folder, 'secrets'));
  const file = join(folder, 'config.yaml');
  const port = await freePort();
  writeFileSync(join(folder, 'secrets/lasting-secret'), 'the-first-secret-of-all\n');
  // Long enough that writing it takes a while.
  const long = `# ${'x'.repeat(98)}\n`.repeat(2_000);
  writeFileSync(
    file,
    `${long}server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
admin: {token: ${token}, edit: true}
destinations: {salon: {baseUrl: "http://127.0.0.1:9", token: some-token-of-the-account}}
sources:
  lasting: # it stays
    verify: {type: query-token, name: token}
    secret: [{file: secrets/lasting-secret}]
${lastLine}`,
  );
  const start = () => startProgram({ config: file, port });
  let program: Running = await start();
  onTestFinished(async () => void (await program.end('SIGKILL')));
  return {
    folder,
    file,
    port,
    chance,
    api: (method, path, body) =>
      fetch(`http://127.0.0.1:${port}/api/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    async kill() {
      await program.end('SIGKILL');
      program = await start();
    },
  };
}

/** Reads the config continuously in a thread; `end` returns how often it was incomplete. */
function watchFile(file: string): { end(): Promise<{ readonly looks: number; readonly torn: number }> } {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const { readFileSync } = require('node:fs');
    let looks = 0, torn = 0, over = false;
    parentPort.on('message', () => { over = true; });
    const look = () => {
      for (let each = 0; each < 20; each += 1) {
        looks += 1;
        if (!readFileSync(workerData.file, 'latin1').endsWith(workerData.lastLine)) torn += 1;
      }
      if (over) { parentPort.postMessage({ looks, torn }); parentPort.close(); }
      else setTimeout(look, 1);
    };
    look();`,
    { eval: true, workerData: { file, lastLine } },
  );
  return {
    end: () =>
      new Promise(done => {
        worker.once('message', done);
        worker.postMessage('end');
      }),
  };
}

/** Returns the secrets of the permanent source in the config and in the files beside it, the newest first. */
function secretsNow({ folder, file }: Scene): readonly string[] {
  const document = parseDocument(readFileSync(file, 'utf8'));
  expect(document.errors).toEqual([]);
  const listed = document.getIn(['sources', 'lasting', 'secret']) as { toJSON(): unknown };
  const files = [listed.toJSON()].flat() as readonly { file: string }[];
  return files.map(each => readFileSync(join(folder, each.file), 'utf8').trim());
}

/** Posts continuously with a valid secret, whatever changes meanwhile. */
function beginSending({ port }: Scene, secret: string) {
  const answered: string[] = [];
  const refused: string[] = [];
  let current = secret;
  let over = false;
  let number = 0;
  const post = (by: string) => {
    number += 1;
    return fetch(`http://127.0.0.1:${port}/hooks/lasting?token=${by}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number }),
    }).catch(() => undefined);
  };
  let inFlight = Promise.resolve();
  async function sendOne(): Promise<void> {
    let answer = await post(current);
    // A busy machine refuses some requests, and senders retry.
    for (let again = 0; again < mostRepeats && answer?.status === 503; again += 1) {
      await sleep(100);
      answer = await post(current);
    }
    if (answer?.status === 200) {
      // A kill may cut the response off: then there was no response.
      const body = (await answer.json().catch(() => undefined)) as { id: string } | undefined;
      if (body) answered.push(body.id);
    } else if (answer) refused.push(`${answer.status} ${await answer.text().catch(() => '')}`);
  }
  const sending = (async () => {
    while (!over) {
      inFlight = sendOne();
      await inFlight;
      await sleep(10);
    }
  })();
  return {
    answered,
    refused,
    /** Waits until a secret is valid, then continues with it. */
    async use(next: string) {
      await expect.poll(async () => (await post(next))?.status).toBe(200);
      current = next;
      await inFlight;
    },
    async end() {
      over = true;
      await sending;
    },
  };
}

type Sending = ReturnType<typeof beginSending>;

/** Requests one change like the page; during some changes the program is killed. */
async function change(scene: Scene, round: number, sending: Sending): Promise<void> {
  const { chance, api } = scene;
  const deed = chance.pick([
    'add',
    'add',
    'secret',
    'secret',
    'settle',
    'pause',
    'resume',
    'remove',
    'taken',
  ]);
  const name = `source${deed === 'add' ? round : chance.int(round)}`;
  if (deed === 'settle') await sending.use(secretsNow(scene)[0] ?? '');
  const asked =
    deed === 'add'
      ? api('POST', 'setup/sources', { name })
      : deed === 'taken'
        ? api('POST', 'setup/sources', { name: 'lasting' })
        : deed === 'secret' || deed === 'settle'
          ? api('POST', `setup/sources/lasting/${deed === 'secret' ? 'secret' : 'secret/settle'}`, {})
          : api('POST', `setup/sources/${name}/${deed}`, {});
  const answer = asked.catch(() => undefined);
  if (round % 6 === 5) {
    await sleep(chance.int(60));
    await scene.kill();
  }
  const status = (await answer)?.status;
  // A missing source cannot be changed.
  if (status !== undefined) expect([200, 404, 409]).toContain(status);
  if (deed === 'taken' && status !== undefined) expect(status).toBe(409);
  if (deed === 'settle' && status === 200) expect(secretsNow(scene)).toHaveLength(1);
}

/** A person breaks the config: the page refuses to change it, and leaves it unchanged. */
async function breakByHand({ file, chance, api }: Scene): Promise<void> {
  const good = readFileSync(file, 'utf8');
  const bad = chance.maybe(0.5)
    ? good.replace('query-token', 'query-tokn')
    : good.replace(lastLine, `x: {\n${lastLine}`);
  const put = (text: string) => {
    writeFileSync(`${file}.by-hand`, text);
    renameSync(`${file}.by-hand`, file);
  };
  put(bad);
  const answer = await api('POST', 'setup/sources', { name: 'while-broken' });
  expect(answer.status).toBe(409);
  expect(readFileSync(file, 'utf8')).toBe(bad);
  put(good);
}

async function storedIds({ api }: Scene): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = (await (await api('GET', `events?source=lasting&limit=200${from}`)).json()) as {
      events: { id: string }[];
      next?: string;
    };
    for (const { id } of page.events) stored.add(id);
    cursor = page.next ?? undefined;
  }
  return stored;
}

it(`the config is whole after each of ${changes} changes of the page, and no webhook is refused or lost (SEED=${seed})`, {
  timeout: 120_000 + changes * 5_000,
}, async () => {
  const scene = await openScene(chanceOf(seed));
  const watched = watchFile(scene.file);
  const sending = beginSending(scene, secretsNow(scene)[0] ?? '');
  for (let round = 0; round < changes; round += 1) {
    if (scene.chance.maybe(0.2)) await breakByHand(scene);
    const before = sending.answered.length;
    await change(scene, round, sending);
    expect(secretsNow(scene).length).toBeGreaterThan(0);
    // A fast machine may change the config before the next webhook arrives.
    await expect.poll(() => sending.answered.length).toBeGreaterThan(before);
  }
  await sending.use(secretsNow(scene)[0] ?? '');
  await expect.poll(() => sending.answered.length).toBeGreaterThan(changes);
  await sending.end();
  const { looks, torn } = await watched.end();
  await scene.kill();
  const stored = await storedIds(scene);
  expect(torn).toBe(0);
  expect(looks).toBeGreaterThan(changes);
  expect(sending.refused).toEqual([]);
  expect(sending.answered.filter(id => !stored.has(id))).toEqual([]);
  expect(sending.answered.length).toBeGreaterThan(changes);
  expect(readFileSync(scene.file, 'utf8').includes('# it stays\n')).toBe(true);
});
