import { seedOf } from './chance.ts';
import { runEpisode } from './episode.ts';
import { failDisk } from './faults/fail-disk.ts';
import { strikeAll } from './faults/strike-all.ts';
import { amountsFor, areReached, missedGoals, progress } from './goals.ts';
import type { Disk } from './scene.ts';
import { createScoreboard, sharedBoard } from './scoreboard.ts';
import { runSharedEpisode } from './shared/shared-episode.ts';
import { readWish } from './torture-request.ts';

/**
 * `npm run torture`: kills, freezes and starves the real program while webhooks come in and calls go out, and counts
 * what it lost, doubled or got wrong. `--kills N`, `--bookings N` (interrupted), `--disk-faults N` and `--hostile N`
 * (inputs): goes on until all that are given are reached, at most `--minutes N` (5 where nothing is given). `--seed N`
 * repeats the choices of a run, `--only NAME` brings nothing but one kind of fault. Exit status 1 where something is
 * not zero that must be, or a goal was not reached.
 *
 * `--store postgres --processes N`: the same of N processes on one PostgreSQL (3 where nothing is given), which are
 * killed, frozen and cut off while the database is too; `--process-faults N` and `--database-faults N` are goals then.
 */
const request = readWish();
const isShared = request.store === 'postgres';
const scoreboard = createScoreboard(isShared ? sharedBoard : undefined);
// What cannot be brought about here is no goal here; the scoreboard says that it was left out.
const whyNoDiskFaults = isShared ? undefined : failDisk.missing?.({ volume: undefined });
if (whyNoDiskFaults !== undefined) scoreboard.leftOut(`${failDisk.name}: ${whyNoDiskFaults}`);
const goals = new Map(
  [...request.goals].filter(([name]) => name !== 'disk-faults' || whyNoDiskFaults === undefined),
);
const areAllReached = (): boolean => request.goals.size > 0 && areReached(goals, scoreboard);
const started = performance.now();
const minutesGone = (): number => (performance.now() - started) / 60_000;
const enough = (): boolean =>
  minutesGone() >= request.minutes || areAllReached() || scoreboard.faults().length > 0;

console.log(`seed ${request.seed}`);
let told = 0;
const ticking = setInterval(() => {
  console.log(progress(scoreboard, minutesGone(), request.store));
  // A run that does not come to its end should say why.
  for (const words of scoreboard.faults().slice(told, 20)) console.log(`  ${words}`);
  told = scoreboard.faults().length;
}, 60_000);
let left: string | undefined;
for (let index = 0; !enough(); index += 1) {
  const seed = seedOf(request.seed, index);
  left = await (isShared ? sharedEpisode(seed) : episode(seed, index % 2 === 0 ? 'small' : 'of the machine'));
}
clearInterval(ticking);
const faults = scoreboard.faults();
console.log(
  `\n${scoreboard.text()}\n\n${progress(scoreboard, minutesGone(), request.store)}\nseed ${request.seed}`,
);
if (faults.length > 0) {
  console.log(`\n${faults.slice(0, 20).join('\n')}`);
  if (left !== undefined) console.log(`\nThe folder of the bridge is kept: ${left}`);
}
const missed = missedGoals(goals, scoreboard);
if (missed.length > 0) console.log(`\nNOT REACHED\n  ${missed.join('\n  ')}`);
process.exit(faults.length + missed.length > 0 ? 1 : 0);

function episode(seed: number, disk: Disk): Promise<string | undefined> {
  const strike = strikeAll(amountsFor(goals, scoreboard), { only: request.only, enough });
  return runEpisode({ seed, strike, disk, scoreboard });
}

function sharedEpisode(seed: number): Promise<string | undefined> {
  const { processes, only } = request;
  return runSharedEpisode({ seed, processes, scoreboard, only, enough, strikeForMs: 150_000 });
}
