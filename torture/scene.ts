import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/program/program.ts';
import { createBridge } from './bridge.ts';
import { chanceOf, seedOf } from './chance.ts';
import { configText, mappingTexts, storeFolder } from './config-text.ts';
import { type Destination, startDestination } from './destination.ts';
import { dearSources } from './faults/dear-expressions.ts';
import { writeToken } from './faults/expire-token.ts';
import type { Ground } from './ground.ts';
import { hostileSources } from './hostile/hostile-config.ts';
import { hostileSourceNames } from './hostile/hostile-requests.ts';
import type { Scoreboard } from './scoreboard.ts';
import { createSender, type Sender } from './sender.ts';
import { mountVolume, whyNoVolume } from './volume.ts';

/** `small`: a disk of its own, which can be filled, if mounting is allowed. */
export type Disk = 'small' | 'of the machine';

/** A ground that can be removed. */
export interface Scene extends Ground {
  /** Ends everything; `keep` keeps the folder, with the output of the bridge. */
  clear(keep: boolean): Promise<void>;
}

/** The speed of the senders. */
export interface Pace {
  /** The pause of a sender after each event in milliseconds. */
  readonly betweenEventsMs: number;
  /** The average of all hostile senders together. */
  readonly hostilePerSecond: number;
}

/** The maximum: more hostile webhooks would leave too little processor time for the kills. */
export const fullPace: Pace = { betweenEventsMs: 0, hostilePerSecond: 110 };

/** The limits of a program: a command in front of it, and its environment. */
export interface Container {
  readonly prefix: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** The options of a scene. */
export interface SceneOptions {
  readonly seed: number;
  readonly disk: Disk;
  readonly scoreboard: Scoreboard;
  /** The default is the full pace. */
  readonly pace?: Pace;
  /** The container of the program, on the disk of the machine. */
  readonly container?: Container;
}

const fewestSenders = 8;
const mostSenders = 16;
/**
 * With more accepted events than this that the destination has not seen, senders wait. Only the last events of each
 * sender count, because some events never reach the destination, and over a long time these would add up.
 */
const patientAbove = 250;
const lastEvents = 60;
const lookEveryMs = 20;

/** Prepares a scene: a new store, a destination, idle senders, and a bridge that is not started. */
export async function openScene(options: SceneOptions): Promise<Scene> {
  const { seed, disk, scoreboard, pace = fullPace, container } = options;
  const chance = chanceOf(seedOf(seed, 0));
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-torture-'));
  mkdirSync(join(folder, storeFolder));
  const small = disk === 'small' && whyNoVolume() === undefined;
  const volume = small ? await mountVolume(join(folder, storeFolder)) : undefined;
  const destination = await startDestination(chanceOf(seedOf(seed, 1)), 'the-first-token', () =>
    scoreboard.count('interrupted bookings'),
  );
  const port = await freePort();
  writeFiles(folder, port, destination);
  const bridge = createBridge({
    folder,
    port,
    prefix: volume?.prefix ?? container?.prefix ?? [],
    environment: container?.environment ?? {},
    died: () => destination.truth.interrupt(),
    recovered: scoreboard.recoveredIn,
  });
  const count = fewestSenders + chance.int(mostSenders - fewestSenders + 1);
  const unseen = ({ sent }: Sender): number =>
    sent.slice(-lastEvents).filter(({ event }) => !destination.truth.seen.has(event)).length;
  const isBacklog = cached(
    () => senders.reduce((sum, sender) => sum + unseen(sender), 0) > patientAbove,
    lookEveryMs,
  );
  const senders: readonly Sender[] = Array.from({ length: count }, (_, number) =>
    createSender({
      port: () => port,
      number,
      chance: chanceOf(seedOf(seed, 100 + number)),
      patient: isBacklog,
      betweenEventsMs: pace.betweenEventsMs,
      bringsLists: number % 4 === 1,
      scoreboard,
    }),
  );

  return {
    bridge,
    destination,
    senders,
    volume,
    chance,
    scoreboard,
    folder,
    async clear(keep) {
      await bridge.end('SIGKILL');
      await destination.close();
      if (keep) volume?.keep(join(folder, 'kept'));
      await volume?.close();
      if (keep) writeFileSync(join(folder, 'printed'), bridge.printed());
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a cached result that is at most `everyMs` old. */
function cached(look: () => boolean, everyMs: number): () => boolean {
  let at = Number.NEGATIVE_INFINITY;
  let was = false;
  return () => {
    if (performance.now() - at >= everyMs) {
      at = performance.now();
      was = look();
    }
    return was;
  };
}

function writeFiles(folder: string, port: number, destination: Destination): void {
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(
    join(folder, 'config.yaml'),
    configText(port, destination.url, `${hostileSources}\n${dearSources}`),
  );
  for (const [name, text] of Object.entries(mappingTexts(hostileSourceNames)))
    writeFileSync(join(folder, `mappings/${name}.yaml`), text);
  writeToken({ folder, destination });
}
