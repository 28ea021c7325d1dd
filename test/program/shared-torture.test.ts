import { describe, expect, it } from 'vitest';
import { createScoreboard, sharedBoard, sharedZeros } from '../../torture/scoreboard.ts';
import { runSharedEpisode } from '../../torture/shared/shared-episode.ts';

const seconds = Number(process.env.SECONDS_OF_FAULTS ?? 5);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
/** Faults continue until each of these has happened, however slow the machine is: otherwise nothing was tested. */
const counted = [
  'answered',
  'process faults',
  'database faults',
  'faults that overlapped',
  'rows of lists',
  'corrected by a person',
] as const;
/** The number of events: updates and bookings. */
const events = 20;

describe('processes on one PostgreSQL that are killed, frozen and disconnected while it is killed and restarted', () => {
  it(`lose nothing, keep the order and book nothing twice in ${seconds} s of faults (SEED=${seed})`, {
    timeout: 300_000 + seconds * 10_000,
  }, async () => {
    const scoreboard = createScoreboard(sharedBoard);
    await runSharedEpisode({
      seed,
      processes: 3,
      scoreboard,
      enough: () => false,
      strikeForMs: seconds * 1_000,
      hasSeenAll: () =>
        scoreboard.of('answered') > events && counted.every(figure => scoreboard.of(figure) > 0),
    });
    console.log(`SEED=${seed}\n${scoreboard.text()}`);

    expect(scoreboard.faults()).toEqual([]);
    expect(Object.fromEntries(sharedZeros.map(zero => [zero, scoreboard.of(zero)]))).toEqual(
      Object.fromEntries(sharedZeros.map(zero => [zero, 0])),
    );
    for (const figure of [...counted, 'delivered', 'bookings'] as const)
      expect(scoreboard.of(figure), figure).toBeGreaterThan(0);
  });
});
