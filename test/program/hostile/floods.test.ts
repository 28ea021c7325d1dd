import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { mostConnections } from '../../../src/server/http/connections.ts';
import { chanceOf, seedOf } from '../../../torture/chance.ts';
import { exchange } from '../../../torture/hostile/exchange.ts';
import {
  type Flood,
  floodOf,
  longQuery,
  manyHeaders,
  oneByteChunks,
  openFlood,
  pipelinedMetrics,
} from '../../../torture/hostile/floods.ts';
import { configText, mappings } from '../../../torture/hostile/hostile-config.ts';
import { makeControlGroup } from '../control-group.ts';
import { freePort, mappingsOf, type Running, startProgram } from '../program.ts';

const count = Number(process.env.FLOODS ?? 8);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const preload = resolve(import.meta.dirname, 'measure-turns.js');
/** The memory of a small container. */
const memoryBytes = 256 * 1024 * 1024;
/**
 * In units of `measure-turns.js`, half a second on a usual machine. Beyond half a second the program refuses
 * webhooks.
 */
const longestTurn = 50;
/** Some floods never end: a pipeline is processed for minutes. Data up to this time are enough. */
const mostFloodMs = 3_000;

const flood = (kind: string, connections: number, text: string): Flood => ({
  kind,
  connections,
  bytes: Buffer.from(text),
});

/** The first four are the worst of their kinds. The others are random. */
const floods: readonly Flood[] = [
  flood('3,000 query names on each of the connections', mostConnections.webhooks, longQuery(3_000)),
  flood('900 headers on each of the connections', mostConnections.webhooks, manyHeaders(900)),
  flood('a million chunks of one byte', 1, oneByteChunks(1_000_000)),
  flood('1,700 requests in each read', 64, pipelinedMetrics(20_000)),
  ...Array.from({ length: count }, (_, index) => floodOf(chanceOf(seedOf(seed, index)))),
];

/** Posts a webhook until it is accepted, like a sender. */
async function postUntilTaken(port: number, note: string): Promise<void> {
  const body = JSON.stringify({ normal: 'yes', customer: 1009, note });
  const head = `POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.from(head + body);
  const status = async () => (await exchange(port, [{ bytes }], { manners: 'waits' })).answers[0]?.status;
  await expect.poll(status).toBe(200);
}

async function start(port: number, folder: string, config: string): Promise<Running> {
  mkdirSync(mappingsOf(folder));
  for (const [name, text] of Object.entries(mappings))
    writeFileSync(join(mappingsOf(folder), `${name}.yaml`), text);
  writeFileSync(join(folder, 'config.yaml'), config);
  const group = makeControlGroup(memoryBytes);
  // Without a control group, the heap gets the size that the program would choose for this memory.
  const heap = group ? '' : '--max-old-space-size=166 ';
  const running = await startProgram({
    config: join(folder, 'config.yaml'),
    port,
    env: { NODE_OPTIONS: `${heap}--import ${preload}`, TURNS_FILE: join(folder, 'turns') },
    ...(group && { through: group.through }),
  });
  onTestFinished(async () => {
    await running.end('SIGKILL');
    group?.remove();
  });
  return running;
}

it(`${floods.length} floods neither end the program, nor refuse or delay a webhook for long (SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-floods-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const port = await freePort();
  const running = await start(port, folder, configText(port, sandbox));
  running.child.kill('SIGUSR2');

  // A webhook whose response arrived too late for its sender was sent twice.
  const delivered = () => [...new Set(sandbox.customer(1009)?.updates.map(({ note }) => note))];
  const sent: string[] = [];
  for (const [index, each] of floods.entries()) {
    const until = performance.now() + mostFloodMs;
    const open = openFlood(port, each);
    do {
      const note = `normal ${sent.length}`;
      sent.push(note);
      await postUntilTaken(port, note);
      await expect.poll(() => delivered().at(-1)).toBe(note);
    } while (!open.isTaken() && performance.now() < until);
    open.end();
    const end = [running.child.exitCode, running.child.signalCode];
    expect([index, each.kind, ...end], running.output()).toEqual([index, each.kind, null, null]);
  }
  expect(delivered()).toEqual(sent);
  const longestUnits = Number(readFileSync(join(folder, 'turns'), 'utf8'));
  if (process.env.FLOODS) process.stdout.write(`longest turn ${longestUnits} units\n`);
  expect(longestUnits).toBeLessThan(longestTurn);
});
