import { describe, expect, it } from 'vitest';
import { runEpisode } from '../../torture/episode.ts';
import { strikeAll } from '../../torture/faults/strike-all.ts';
import type { Ground } from '../../torture/ground.ts';
import { createScoreboard, moments, zeros } from '../../torture/scoreboard.ts';
import { whyNotTraced } from '../syscalls/tracer/why-not-traced.ts';

const kills = Number(process.env.KILLS ?? 12);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
/** Faults continue until each of these has happened, however slow the machine is: otherwise nothing was tested. */
const counted = [
  'answered',
  'interrupted bookings',
  'hostile inputs',
  'rows of lists',
  'corrected by a person',
] as const;
/** The maximum time for these faults. Milliseconds. */
const patienceMs = 120_000;

describe('repeated kills, freezes, full disks and lost connections under load', () => {
  it(`loses nothing, keeps the order and books nothing twice in ${kills} kills (SEED=${seed})`, {
    timeout: 900_000,
  }, async () => {
    const scoreboard = createScoreboard();
    const hasCountedAll = () => counted.every(figure => scoreboard.of(figure) > 0);
    const strike = async (ground: Ground) => {
      await strikeAll({ kills, diskLives: 1, others: 1 })(ground);
      const until = performance.now() + patienceMs;
      const enough = () => hasCountedAll() || performance.now() > until;
      while (!enough()) await strikeAll({ kills, diskLives: 0, others: 1 }, { enough })(ground);
    };
    await runEpisode({ seed, strike, disk: 'small', scoreboard });
    console.log(`SEED=${seed}\n${scoreboard.text()}`);

    expect(scoreboard.faults()).toEqual([]);
    expect(Object.fromEntries(zeros.map(zero => [zero, scoreboard.of(zero)]))).toEqual(
      Object.fromEntries(zeros.map(zero => [zero, 0])),
    );
    expect(scoreboard.of('kills')).toBeGreaterThanOrEqual(kills);
    for (const figure of [...counted, 'delivered'] as const)
      expect(scoreboard.of(figure), figure).toBeGreaterThan(0);
    const traced = whyNotTraced() === undefined;
    expect(scoreboard.of('injected disk faults') > 0, 'disk faults').toBe(traced);
    expect([...scoreboard.steps().keys()].sort()).toEqual(
      moments.map(({ name, moment }) => `${moment} ${name}`).sort(),
    );
  });
});
