import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { chanceOf, seedOf } from '../../../torture/chance.ts';
import { floodOf, sendFlood } from '../../../torture/hostile/floods.ts';
import { configText, mappings } from '../../../torture/hostile/hostile-config.ts';
import { makeControlGroup } from '../control-group.ts';
import { freePort, mappingsOf, startProgram } from '../program.ts';

const floods = Number(process.env.FLOODS ?? 12);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const preload = resolve(import.meta.dirname, 'measure-turns.js');
/** As `measure-turns.js` counts. The longest turn is that in which 300 connections are made. */
const longestTurn = 100;
const mostFloodMs = 3_000;

it(`${floods} floods neither end the program, nor keep a webhook out (SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-floods-'));
  const group = makeControlGroup(256 * 1024 * 1024);
  const sandbox = await startSandbox();
  const port = await freePort();
  mkdirSync(mappingsOf(folder));
  for (const [name, text] of Object.entries(mappings))
    writeFileSync(join(mappingsOf(folder), `${name}.yaml`), text);
  writeFileSync(join(folder, 'config.yaml'), configText(port, sandbox));
  const heap = group ? '' : '--max-old-space-size=166 ';
  const running = await startProgram({
    config: join(folder, 'config.yaml'),
    port,
    env: { NODE_OPTIONS: `${heap}--import ${preload}`, TURNS_FILE: join(folder, 'turns') },
    ...(group && { through: group.through }),
  });
  onTestFinished(async () => {
    await running.end('SIGKILL');
    await sandbox.close();
    group?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  running.child.kill('SIGUSR2');

  const url = `http://127.0.0.1:${port}`;
  const postGood = async (number: number): Promise<number> => {
    const body = JSON.stringify({ normal: 'yes', customer: 1009, note: `normal ${number}` });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${url}/hooks/open`, { method: 'POST', headers, body });
    await reply.text();
    return reply.status;
  };
  let good = 0;
  for (let index = 0; index < floods; index += 1) {
    const flood = floodOf(chanceOf(seedOf(seed, index)));
    let isOver = false;
    const sending = sendFlood(port, flood, mostFloodMs).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      expect([index, flood.kind, await postGood(good)]).toEqual([index, flood.kind, 200]);
      good += 1;
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    await sending;
    const end = [running.child.exitCode, running.child.signalCode];
    expect([index, flood.kind, ...end], running.output()).toEqual([index, flood.kind, null, null]);
  }
  const notes = () => sandbox.customer(1009)?.updates.map(({ note }) => note) ?? [];
  await expect.poll(notes).toEqual(Array.from({ length: good }, (_, number) => `normal ${number}`));
  expect(Number(readFileSync(join(folder, 'turns'), 'utf8'))).toBeLessThan(longestTurn);
});
