import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chance, chanceOf, seedOf } from '../chance.ts';
import { type Destination, startDestination } from '../destination.ts';
import type { Scoreboard } from '../scoreboard.ts';
import { createSender, type Sender } from '../sender.ts';
import { startTorturedDatabase, type TorturedDatabase } from './database.ts';
import { createMember, type Member } from './member.ts';
import { placeOf } from './shared-config.ts';
import { createTrouble, type Trouble } from './trouble.ts';

/** Everything that a fault of processes with a shared database may use. */
export interface SharedGround {
  readonly database: TorturedDatabase;
  /** Trouble of the database itself. */
  readonly trouble: Trouble;
  readonly members: readonly Member[];
  /** An additional process that is started and ended during the run. */
  readonly guest: Member;
  readonly destination: Destination;
  readonly senders: readonly Sender[];
  readonly scoreboard: Scoreboard;
  readonly folder: string;
  /** Ends everything; `keep` keeps the folder, with the output of the processes. */
  clear(keep: boolean): Promise<void>;
}

/** One kind of fault for processes with a shared database. */
export interface SharedFault {
  /** Its name for `--only`. */
  readonly name: string;
  readonly of: 'process' | 'database';
  /** How often it is chosen, compared with the others. */
  readonly weight: number;
  /** Causes it once, and leaves everything as it was. It always uses the same number of random choices of `chance`. */
  strike(ground: SharedGround, chance: Chance): Promise<void>;
}

export interface SharedGroundOptions {
  readonly seed: number;
  readonly processes: number;
  readonly scoreboard: Scoreboard;
}

const fewestSenders = 18;
const mostSenders = 24;
const answerWithinMs = 4_000;
const longestBetweenMs = 60;
/** With more events than this that the destination has not seen, senders wait (see `openScene`). */
const patientAbove = 250;
const lastEvents = 40;
/** The statuses with which a bridge may refuse a webhook temporarily. */
const rightRefusals: ReadonlySet<number> = new Set([429, 503]);

/** Prepares everything: an empty running database, idle senders, and processes that are not started. */
export async function openSharedGround(options: SharedGroundOptions): Promise<SharedGround> {
  const { seed, scoreboard } = options;
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-torture-'));
  const database = await startTorturedDatabase();
  const destination = await startDestination(chanceOf(seedOf(seed, 1)), 'some-token', () =>
    scoreboard.count('interrupted bookings'),
  );
  destination.mood = 'tardy';
  const trouble = createTrouble();
  const names = Array.from({ length: options.processes }, (_, index) => `process-${index + 1}`);
  const common = { folder, database, databaseTrouble: trouble, destination, scoreboard };
  const members = await Promise.all(names.map(name => createMember({ ...common, name })));
  const guest = await createMember({ ...common, name: 'guest' });
  const senders = createSenders(options, destination, [...members, guest]);
  return {
    database,
    trouble,
    members,
    guest,
    destination,
    senders,
    scoreboard,
    folder,
    async clear(keep) {
      for (const each of [...members, guest]) {
        await each.clear();
        if (keep) writeFileSync(join(folder, `${each.name}.printed`), each.bridge.printed());
      }
      await destination.close();
      await database.end();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createSenders(
  { seed, scoreboard }: SharedGroundOptions,
  { truth }: Destination,
  members: readonly Member[],
): readonly Sender[] {
  const chance = chanceOf(seedOf(seed, 2));
  const count = fewestSenders + chance.int(mostSenders - fewestSenders + 1);
  const unseen = ({ sent }: Sender) =>
    sent.slice(-lastEvents).filter(({ event }) => !truth.seen.has(event)).length;
  // Each sender has its own part, so that one that waits for a stopped destination does not stop the others.
  const most = Math.ceil(patientAbove / count);
  const senders = Array.from({ length: count }, (_, number): Sender => {
    const own = chanceOf(seedOf(seed, 100 + number));
    const sender: Sender = createSender({
      port: () => targetOf(members, own).bridge.port,
      number,
      more: { place: placeOf(String(1000 + number)) },
      chance: own,
      patient: () => unseen(sender) > most,
      betweenEventsMs: 10 + chance.int(longestBetweenMs),
      answerWithinMs,
      bringsLists: number % 4 === 1,
      scoreboard,
      refused(status, words) {
        if (!rightRefusals.has(status)) scoreboard.fault('wrong answers', `${status}: ${words}`);
      },
    });
    return sender;
  });
  return senders;
}

/** Picks a process like a load balancer without health checks: frozen processes get their share. */
function targetOf(members: readonly Member[], chance: Chance): Member {
  const there = members.filter(({ bridge }) => bridge.alive);
  return chance.pick(there.length > 0 ? there : members);
}
