import { seedOf } from './chance.ts';
import { runEpisode } from './episode.ts';
import { failDisk } from './faults/fail-disk.ts';
import { strikeAll } from './faults/strike-all.ts';
import { amountsFor, areReached, missedGoals, progress } from './goals.ts';
import type { Disk } from './scene.ts';
import { createScoreboard, sharedBoard } from './scoreboard.ts';
import { runSharedEpisode } from './shared/shared-episode.ts';
import { readRequest } from './torture-request.ts';

/**
 * `npm run torture`: kills, freezes and starves the real program while webhooks arrive and calls are sent, and counts
 * what it lost, doubled or got wrong. Goals: `--kills N`, `--bookings N` (interrupted), `--disk-faults N` and
 * `--hostile N` (inputs). It continues until all given goals are reached, at most `--minutes N` (5 without goals).
 * `--seed N` repeats the choices of a run, `--only NAME` causes only one kind of fault. Exit status 1 if a promise was
 * broken or a goal was not reached. `--store postgres --processes N`: the same with N processes (default 3) on one
 * PostgreSQL, which is attacked too. `--process-faults N` and `--database-faults N` are goals then.
 */
const request = readRequest();
const isShared = request.store === 'postgres';
const scoreboard = createScoreboard(isShared ? sharedBoard : undefined);
// A fault that is impossible on this machine is no goal; the scoreboard lists it as left out.
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
let reported = 0;
const ticking = setInterval(() => {
  console.log(progress(scoreboard, minutesGone(), request.store));
  // A run that does not finish should report the reason.
  for (const words of scoreboard.faults().slice(reported, 20)) console.log(`  ${words}`);
  reported = scoreboard.faults().length;
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
