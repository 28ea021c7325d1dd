import { describe, expect, it } from 'vitest';
import { runEpisode } from '../../torture/episode.ts';
import { createScoreboard, moments, zeros } from '../../torture/scoreboard.ts';

const kills = Number(process.env.KILLS ?? 60);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

describe('killed, frozen, starved and cut off again and again under load', () => {
  it(`loses nothing, keeps the order and books nothing twice in ${kills} kills (SEED=${seed})`, {
    timeout: 300_000,
  }, async () => {
    const scoreboard = createScoreboard();
    await runEpisode({ seed, amounts: { kills, others: 1 }, disk: 'small', scoreboard });
    console.log(`SEED=${seed}\n${scoreboard.text()}`);

    expect(scoreboard.faults()).toEqual([]);
    expect(Object.fromEntries(zeros.map(zero => [zero, scoreboard.of(zero)]))).toEqual(
      Object.fromEntries(zeros.map(zero => [zero, 0])),
    );
    // It was a torture indeed.
    expect(scoreboard.of('kills')).toBeGreaterThanOrEqual(kills);
    expect(scoreboard.of('answered')).toBeGreaterThan(kills * 3);
    expect(scoreboard.of('delivered')).toBeGreaterThan(kills);
    expect(scoreboard.of('interrupted bookings')).toBeGreaterThan(kills / 2);
    expect(scoreboard.of('hostile inputs')).toBeGreaterThan(kills);
    expect([...scoreboard.steps().keys()].sort()).toEqual(
      moments.map(({ name, moment }) => `${moment} ${name}`).sort(),
    );
  });
});
