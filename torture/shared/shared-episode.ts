import { seedOf } from '../chance.ts';
import { pause, type Work } from '../ground.ts';
import { judge } from '../judge.ts';
import type { Scoreboard } from '../scoreboard.ts';
import type { Sent } from '../sender.ts';
import { strikeShared } from './faults/strike-shared.ts';
import { keepRows, lookAtRows } from './look-at-rows.ts';
import { createPerson, type Person } from './person.ts';
import { comeToSharedRest } from './rest.ts';
import { openSharedGround, type SharedGround } from './shared-ground.ts';

/** The options of an episode of several processes on one PostgreSQL. The same seed makes the same choices. */
export interface SharedEpisodeOptions {
  readonly seed: number;
  readonly processes: number;
  readonly scoreboard: Scoreboard;
  /** Only faults of this name. */
  readonly only?: string | undefined;
  readonly enough: () => boolean;
  /** The duration of the faults in milliseconds. */
  readonly strikeForMs: number;
  /** See `SharedStrikes`. */
  readonly hasSeenAll?: () => boolean;
}

/**
 * One episode: processes on an empty database, with senders, a person and a destination, while faults strike in
 * parallel. Then everything comes to rest and is judged. Findings are counted on the scoreboard. Returns the folder
 * that is kept for inspection, if anything was found.
 */
export async function runSharedEpisode(options: SharedEpisodeOptions): Promise<string | undefined> {
  const { scoreboard, seed } = options;
  const found = (): number => scoreboard.faults().length;
  const before = found();
  const ground = await openSharedGround(options);
  let work: Work = 'go on';
  const isOver = () => work !== 'go on';
  try {
    await Promise.all(ground.members.map(each => each.start()));
    const find = finder(ground);
    const person = createPerson(ground, find, seedOf(seed, 3));
    const answered = Promise.all(ground.senders.map(sender => sender.run(() => work)));
    const looking = person.run(isOver);
    const disturbing = keepOpenTransaction(ground, isOver);
    const enough = () => options.enough() || found() > before;
    const { only, strikeForMs: forMs, hasSeenAll } = options;
    await strikeShared(ground, { seed, only, enough, forMs, hasSeenAll });
    const since = performance.now();
    ground.destination.mood = 'calm';
    work = 'finish';
    await looking;
    const seen = await comeToSharedRest(ground, { since, answered, find });
    await disturbing;
    await judgeShared(ground, person, seen);
    if (found() > before) await keepRows(ground);
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    scoreboard.fault('did not come back', words);
  } finally {
    work = 'leave';
    await ground.clear(found() > before);
  }
  return found() > before ? ground.folder : undefined;
}

/** Finds an event by its id. */
function finder({ senders }: SharedGround): (id: string) => Sent | undefined {
  const known = new Map<string, Sent>();
  const upTo = senders.map(() => 0);
  return id => {
    for (const [index, { sent }] of senders.entries()) {
      for (const each of sent.slice(upTo[index])) for (const own of each.ids) known.set(own, each);
      upTo[index] = sent.length;
    }
    return known.get(id);
  };
}

const lookEveryMs = 200;

/** Keeps a transaction of another program open all the time; if the database ends it, another one is opened. */
async function keepOpenTransaction(
  { database, scoreboard }: SharedGround,
  isOver: () => boolean,
): Promise<void> {
  let end: (() => Promise<void>) | undefined;
  let isThere = false;
  while (!isOver()) {
    if (!isThere) {
      isThere = true;
      try {
        end = await database.openTransaction(() => {
          isThere = false;
        });
        scoreboard.count('open transactions');
      } catch {
        isThere = false;
      }
    }
    await pause(lookEveryMs);
  }
  await end?.();
}

async function judgeShared(
  ground: SharedGround,
  { givenUp }: Person,
  seen: Awaited<ReturnType<typeof comeToSharedRest>>,
): Promise<void> {
  const { members, senders, destination, scoreboard } = ground;
  await Promise.all(members.map(each => each.end('SIGTERM')));
  await lookAtRows(ground);
  const sent = senders.flatMap(sender => sender.sent);
  judge({ sent, hostileIds: new Set(), seen, truth: destination.truth, givenUp }, scoreboard);
}
