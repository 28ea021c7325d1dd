import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allocatorEnvironment, heapOptions, type Memory } from '../src/cli/heap-limit.ts';
import { makeControlGroup } from '../test/program/control-group.ts';
import { apiOf } from './api.ts';
import { storeFolder } from './config-text.ts';
import { runEpisode } from './episode.ts';
import { cutSenders } from './faults/cut-senders.ts';
import { expireToken } from './faults/expire-token.ts';
import { freeze } from './faults/freeze.ts';
import { jumpClock } from './faults/jump-clock.ts';
import { outage } from './faults/outage.ts';
import { type Fault, type Ground, pause } from './ground.ts';
import { lookAt, memoryPercentPerHour, type Needs, tableHead, tableLine, whatGrew } from './growth.ts';
import { createScoreboard } from './scoreboard.ts';

/**
 * `npm run soak`: one life of the real program for any time (`--minutes N`, default 60). Webhooks, including hostile
 * ones, arrive slowly, with a survivable fault every few seconds. It counts what the torture counts, and measures
 * whether memory, open files and the store grow, and the delay of the event loop. The program has the memory of a small
 * container, 128 MiB (`--memory N` for another size); a message says if this system cannot limit memory. `--seed N`
 * repeats the choices of a run. Exit status 1 if a promise was broken, or something grew.
 */
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { minutes: text, seed: text, memory: text } });
const minutes = Number(values.minutes ?? 60);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const memory = Number(values.memory ?? 128);
if (!(minutes > 0) || !Number.isSafeInteger(seed) || !(memory > 0)) {
  console.error('soak: --minutes, --seed and --memory are numbers, as in --minutes 120 --memory 128');
  process.exit(2);
}

const pace = { betweenEventsMs: 1_000, hostilePerSecond: 5 };
const livedThrough: readonly Fault[] = [freeze, cutSenders, jumpClock, expireToken, outage];
const looksEveryMs = Math.min(10_000, (minutes * 60_000) / 60);
const looksPerLine = Math.max(1, Math.round((minutes * 60_000) / looksEveryMs / 30));
const looks: Needs[] = [];
const scoreboard = createScoreboard();

const bytes = memory * 1024 * 1024;
const group = makeControlGroup(bytes);
console.log(`seed ${seed}, ${group ? `in ${memory} MiB` : 'with all the memory there is'}\n${tableHead}`);
const left = await runEpisode({
  seed,
  strike: soak,
  disk: 'of the machine',
  scoreboard,
  pace,
  ...(group && { container: { prefix: group.through, environment: environmentWithin(bytes) } }),
});
group?.remove();

const faults = scoreboard.faults();
const grew = whatGrew(looks);
console.log(`\n${scoreboard.text()}\n\nMemory rises by ${memoryPercentPerHour(looks).toFixed(1)} % an hour.`);
if (faults.length > 0) console.log(`\n${faults.slice(0, 20).join('\n')}\nThe folder is kept: ${left}`);
for (const words of grew) console.log(`GREW: ${words}`);
if (grew.length === 0) console.log('Nothing grew that should not.');
process.exit(faults.length + grew.length > 0 ? 1 : 0);

/** Causes a fault now and then, and measures the needs of the process meanwhile. */
async function soak(ground: Ground): Promise<void> {
  const { bridge, chance } = ground;
  const { pid } = bridge;
  const started = performance.now();
  const looking = setInterval(() => void look(ground, started), looksEveryMs);
  while (performance.now() - started < minutes * 60_000) {
    await pause(2_000 + chance.int(16_000));
    await chance.pick(livedThrough).strike(ground);
    // Jumps must not add up, or waiting events would expire in a long run.
    if (bridge.aheadMs !== 0) bridge.setClock(0);
    if (bridge.pid !== pid || !bridge.alive) throw new Error('it ended, though nobody had told it to');
  }
  clearInterval(looking);
}

async function look({ bridge, folder, senders }: Ground, started: number): Promise<void> {
  // A frozen process cannot report its delay.
  const lateMs = await apiOf(bridge.port).lateMs();
  if (lateMs === undefined || !bridge.alive) return;
  const file = join(folder, storeFolder, 'bridge.db');
  const events = senders.reduce((sum, { sent }) => sum + sent.length, 0);
  const needs = lookAt(bridge.pid, file, { atMs: performance.now() - started, events, lateMs });
  looks.push(needs);
  if (looks.length % looksPerLine === 0) console.log(tableLine(needs));
}

/**
 * The environment that `start` makes in a container by restarting itself. It does not do so with an IPC channel, as
 * here.
 */
function environmentWithin(limit: number): NodeJS.ProcessEnv {
  const container: Memory = { limit, heap: Number.POSITIVE_INFINITY };
  return { ...allocatorEnvironment(container), NODE_OPTIONS: heapOptions(container).join(' ') };
}
