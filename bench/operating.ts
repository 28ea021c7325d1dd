import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, program } from '../test/program/program.ts';
import { writeLocations } from './many-accounts.ts';
import { adminToken, homeOf, start, startHelper, stop } from './processes.ts';
import { heading, row, verdict } from './report.ts';

const locations = { destinations: 200, sources: 400, fields: 300, events: 100_000 };

/** Measures the commands for an operator with many locations, and the size of the metrics. */
export async function operating(): Promise<void> {
  const account = await startHelper('many-accounts.ts', String(locations.fields));
  const home = homeOf('operating');
  const port = await freePort();
  await writeLocations(home, { port, account: account.url }, locations);
  heading('200 destinations, 400 sources and 400 mappings, and 100,000 stored events');
  const begun = { name: 'a start of the program', seconds: await secondsOf(program, '--version') };
  const read = {
    name: 'reading and parsing the bodies alone',
    seconds: await secondsOf('-e', readBodies, join(home, 'bridge.db')),
  };
  for (const { name, seconds } of [begun, read]) row(name, `${seconds.toFixed(2)} s`);
  await measure(home, ['check', '--offline'], 2, read);
  await measure(home, ['check'], 3, read);
  await measure(home, ['coverage'], 8, read);
  const bridge = start([program, 'start', '--config', join(home, 'config.yaml')]);
  const metrics = await untilTold(`http://127.0.0.1:${port}/metrics`);
  // The bridge is still processing the events that it found at its start.
  const first = await secondsOf(program, 'events', 'list', '--config', join(home, 'config.yaml'));
  row('`fieldbridge events list` directly after the start', `${first.toFixed(2)} s`);
  await measure(home, ['events', 'list'], 0.5, begun);
  await measure(home, ['destinations', 'list'], 0.5, begun);
  await measure(home, ['erase', '--text', 'someone5000@example.org', '--preview'], 15, read);
  await postToAll(port);
  const used = (await untilTold(`http://127.0.0.1:${port}/metrics`)).length;
  const bytes = (value: number) => `${Math.round(value / 1000)} kB`;
  verdict('/metrics after the start', metrics.length, value => value < 1_000_000, 'under 1 MB', bytes);
  verdict('/metrics where all is in use', used, value => value < 1_000_000, 'under 1 MB', bytes);
  await stop(bridge);
  await stop(account.child);
}

/** The unavoidable part of a command's time, measured in the same run. */
interface Limit {
  readonly name: string;
  readonly seconds: number;
}

/** Reads all bodies of a store and parses them. */
const readBodies = `const { DatabaseSync } = require('node:sqlite');
const rows = new DatabaseSync(process.argv[1], { readOnly: true }).prepare('SELECT body FROM request').iterate();
for (const { body } of rows) JSON.parse(Buffer.from(body).toString());`;

async function secondsOf(...words: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = start(words);
  child.stdout?.resume();
  await once(child, 'exit');
  return (performance.now() - started) / 1000;
}

/** Measures the duration of a command, also as a multiple of a limit, and its maximum memory. */
async function measure(home: string, words: readonly string[], seconds: number, limit: Limit): Promise<void> {
  const started = performance.now();
  const child = start([program, ...words, '--config', join(home, 'config.yaml')]);
  child.stdout?.resume();
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, peakMebibytes(child.pid));
  }, 20);
  await once(child, 'exit');
  clearInterval(looking);
  const name = `\`fieldbridge ${words.join(' ')}\``;
  const took = (performance.now() - started) / 1000;
  verdict(
    name,
    took,
    value => value < seconds,
    `under ${seconds} s`,
    value => `${value.toFixed(2)} s`,
  );
  row(`of ${limit.name}`, `${(took / limit.seconds).toFixed(1)} times`);
  verdict(
    'its memory',
    most,
    value => value < 200,
    'under 200 MiB',
    value => `${value.toFixed(0)} MiB`,
  );
}

function peakMebibytes(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function untilTold(url: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${adminToken}` } }).catch(
      () => undefined,
    );
    if (reply?.ok) return reply.text();
    await new Promise(done => setTimeout(done, 100));
  }
  throw new Error(`${url} tells nothing`);
}

/** Posts a webhook to each source, and waits some time for their delivery. */
async function postToAll(port: number): Promise<void> {
  for (let at = 0; at < locations.sources; at += 1) {
    const body = JSON.stringify({
      id: `used-${at}`,
      customer: 5_000_000 + at,
      note: 'n',
      answers: { q1: 'a' },
    });
    const headers = { 'content-type': 'application/json' };
    await fetch(`http://127.0.0.1:${port}/hooks/form-${at}`, { method: 'POST', headers, body });
  }
  await new Promise(done => setTimeout(done, 10_000));
}
