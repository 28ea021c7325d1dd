import { parseArgs } from 'node:util';
import { seedOf } from './chance.ts';
import { runEpisode } from './episode.ts';
import { faultNames } from './faults/faults.ts';
import { createScoreboard } from './scoreboard.ts';

/**
 * `npm run torture`: kills, freezes and starves the real program while webhooks come in and calls go out, and counts
 * what it lost, doubled or got wrong. `--minutes N` or `--kills N` says how long (5 minutes where neither is given),
 * `--seed N` repeats the choices of a run, `--only NAME` brings nothing but one kind of fault. Exit status 1 where
 * something is not zero that must be.
 */
const wish = readWish();
const scoreboard = createScoreboard();
const started = performance.now();
const amounts = { kills: 80, others: 4 };
const minutesGone = (): number => (performance.now() - started) / 60_000;
const enough = (): boolean =>
  minutesGone() >= wish.minutes || scoreboard.of('kills') >= wish.kills || scoreboard.faults().length > 0;

console.log(`seed ${wish.seed}`);
const ticking = setInterval(() => {
  console.log(`${minutesGone().toFixed(1)} min: ${scoreboard.line()}`);
}, 15_000);
let left: string | undefined;
for (let index = 0; !enough(); index += 1) {
  const disk = index % 2 === 0 ? 'small' : 'of the machine';
  left = await runEpisode({
    seed: seedOf(wish.seed, index),
    amounts,
    only: wish.only,
    disk,
    scoreboard,
    enough,
  });
}
clearInterval(ticking);
const faults = scoreboard.faults();
console.log(`\n${scoreboard.text()}\n\n${minutesGone().toFixed(1)} minutes, seed ${wish.seed}`);
if (faults.length > 0) {
  console.log(`\n${faults.slice(0, 20).join('\n')}`);
  if (left !== undefined) console.log(`\nThe folder of the bridge is kept: ${left}`);
}
process.exit(faults.length > 0 ? 1 : 0);

function readWish(): { minutes: number; kills: number; seed: number; only: string | undefined } {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { only } = values;
  if (only !== undefined && !faultNames.includes(only)) refuse(`--only is one of ${faultNames.join(', ')}`);
  const kills = number('kills', values.kills) ?? Number.POSITIVE_INFINITY;
  const minutes =
    number('minutes', values.minutes) ?? (values.kills === undefined ? 5 : Number.POSITIVE_INFINITY);
  return { minutes, kills, seed: number('seed', values.seed) ?? Date.now() % 1_000_000_000, only };
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    refuse(`--${name} is a number, as in --${name} 10`);
  return value;
}

function refuse(words: string): never {
  console.error(`torture: ${words}`);
  process.exit(2);
}
