import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Chance, chanceOf } from '../../torture/chance.ts';
import { freePort, type Running, startProgram } from './program.ts';

/** The number of changes of the sources: CHANGES=1000 for more. The seed repeats a run. */
const changes = Number(process.env.CHANGES ?? 6);
const kills = Math.max(1, Math.round(changes / 25));
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const token = 'an-admin-token-of-some-length';

/** The sources in a version of the config: permanent ones, and some that come and go. */
interface Version {
  readonly lasting: readonly [string, string];
  readonly passing: readonly string[];
}

const secretOf = (name: string, round: number) => `a-secret-of-${name}-${round}`;

function configOf(port: number, { lasting, passing }: Version): string {
  const source = (name: string, secrets: readonly string[]) =>
    `  ${name}:\n    verify: {type: header-token, name: x-token, secret: [${secrets.join(', ')}]}\n`;
  const others = passing.map(name => source(name, [secretOf(name, 0)])).join('');
  return `server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
admin: {token: ${token}}
destinations: {salon: {baseUrl: "http://127.0.0.1:9", token: some-token-of-the-account}}
sources:
${source('lasting', lasting)}${others}`;
}

/** Replaces the config with a text: at once, or in two pieces as a careless editor does. */
async function write(file: string, text: string, chance: Chance): Promise<void> {
  if (chance.maybe(0.5)) {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    return;
  }
  writeFileSync(file, text.slice(0, chance.int(text.length)));
  await sleep(chance.int(60));
  writeFileSync(file, text);
}

it(`no webhook is refused or lost that each good version takes, in ${changes} changes (SEED=${seed})`, {
  timeout: 180_000 + changes * 5_000,
}, async () => {
  const chance = chanceOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-changing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'mappings'));
  const file = join(folder, 'config.yaml');
  const port = await freePort();
  let version: Version = { lasting: [secretOf('lasting', 0), secretOf('lasting', 1)], passing: [] };
  writeFileSync(file, configOf(port, version));
  const start = () => startProgram({ config: file, port });
  let program: Running = await start();
  onTestFinished(async () => void (await program.end('SIGKILL')));

  const answered: string[] = [];
  const refused: number[] = [];
  let sent = 0;
  let over = false;
  const post = (name: string, secret: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/hooks/${name}`, {
      method: 'POST',
      headers: { 'x-token': secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Posts with the secret that the previous, this and the next version accept. */
  async function send(): Promise<void> {
    while (!over) {
      sent += 1;
      const body = { number: sent };
      let answer = await post('lasting', version.lasting[1], body).catch(() => undefined);
      // A busy machine refuses some requests, and senders retry.
      for (let again = 0; again < 100 && answer?.status === 503; again += 1) {
        await sleep(100);
        answer = await post('lasting', version.lasting[1], body).catch(() => undefined);
      }
      if (answer?.status === 200) answered.push(((await answer.json()) as { id: string }).id);
      else if (answer) refused.push(answer.status);
      await sleep(20);
    }
  }
  const sending = [send(), send()];

  for (let change = 1; change <= changes; change += 1) {
    if (chance.maybe(0.4)) {
      const good = configOf(port, version);
      const bad = chance.maybe(0.5) ? good.replace('header-token', 'header-tokn') : `${good}  x: {`;
      await write(file, bad, chance);
      await sleep(chance.int(1_200));
    }
    const name = `source${change}`;
    const next: Version = {
      lasting: [version.lasting[1], secretOf('lasting', change + 1)],
      passing: [...version.passing.slice(chance.int(3)), name],
    };
    await write(file, configOf(port, next), chance);
    if (change % Math.ceil(changes / kills) === 0) {
      await program.end('SIGKILL');
      program = await start();
    }
    await expect
      .poll(async () => (await post(name, secretOf(name, 0), {}).catch(() => undefined))?.status)
      .toBe(200);
    await expect
      .poll(
        async () =>
          (await post('lasting', secretOf('lasting', change + 1), {}).catch(() => undefined))?.status,
      )
      .toBe(200);
    version = next;
  }
  over = true;
  await Promise.all(sending);
  await program.end('SIGTERM');
  program = await start();
  const stored = new Set<string>();
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const url = `http://127.0.0.1:${port}/api/events?source=lasting&limit=200${from}`;
    const page = (await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json()) as {
      events: { id: string }[];
      next?: string;
    };
    for (const { id } of page.events) stored.add(id);
    cursor = page.next ?? undefined;
  }
  expect(refused).toEqual([]);
  expect(answered.filter(id => !stored.has(id))).toEqual([]);
  expect(answered.length).toBeGreaterThan(changes);
});
