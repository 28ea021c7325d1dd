import { describe, expect, it } from 'vitest';
import { createScoreboard, sharedBoard, sharedZeros } from '../../torture/scoreboard.ts';
import { runSharedEpisode } from '../../torture/shared/shared-episode.ts';

const seconds = Number(process.env.SECONDS_OF_FAULTS ?? 5);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

describe('processes on one PostgreSQL, killed, frozen and cut off while it is killed and restarted', () => {
  it(`lose nothing, keep the order and book nothing twice in ${seconds} s of faults (SEED=${seed})`, {
    timeout: 300_000 + seconds * 1_000,
  }, async () => {
    const scoreboard = createScoreboard(sharedBoard);
    await runSharedEpisode({
      seed,
      processes: 3,
      scoreboard,
      enough: () => false,
      strikeForMs: seconds * 1_000,
    });
    console.log(`SEED=${seed}\n${scoreboard.text()}`);

    expect(scoreboard.faults()).toEqual([]);
    expect(Object.fromEntries(sharedZeros.map(zero => [zero, scoreboard.of(zero)]))).toEqual(
      Object.fromEntries(sharedZeros.map(zero => [zero, 0])),
    );
    // It was a torture indeed.
    for (const figure of [
      'answered',
      'delivered',
      'bookings',
      'process faults',
      'database faults',
      'rows of lists',
      'corrected by a person',
    ] as const)
      expect(scoreboard.of(figure), figure).toBeGreaterThan(0);
    expect(scoreboard.of('faults that overlapped')).toBeGreaterThan(0);
  });
});
