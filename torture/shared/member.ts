import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/program/program.ts';
import { type Bridge, createBridge } from '../bridge.ts';
import { pause } from '../ground.ts';
import type { Scoreboard } from '../scoreboard.ts';
import type { Truth } from '../truth.ts';
import type { TorturedDatabase } from './database.ts';
import { type Relay, startRelay } from './relay.ts';
import { sharedConfigText, sharedMappingTexts } from './shared-config.ts';
import { createTrouble, type Trouble } from './trouble.ts';

/** One of the processes that share the database. */
export interface Member {
  readonly name: string;
  readonly bridge: Bridge;
  /** What it reaches the database through. */
  readonly relay: Relay;
  /** Of its way to the database. */
  readonly trouble: Trouble;
  /** Does something to the process, or to its way to the database, after whatever is being done to that now. */
  alone<T>(what: 'process' | 'way', work: () => Promise<T>): Promise<T>;
  /** Starts it, and again where it found no database: whoever runs such processes does that too. */
  start(): Promise<void>;
  /** From now on its end is our doing, whenever it comes. */
  mayEnd(): void;
  /** Ends it, and looks how it ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Ends it and its way to the database, whatever state they are in. */
  clear(): Promise<void>;
}

export interface MemberOptions {
  readonly name: string;
  /** Its own folder is made in it. */
  readonly folder: string;
  readonly database: TorturedDatabase;
  readonly databaseTrouble: Trouble;
  readonly destination: { readonly url: string; readonly token: string; readonly truth: Truth };
  readonly scoreboard: Scoreboard;
}

const startAgainMs = 300;
const patienceMs = 15_000;
/** A stop waits so long for calls in flight and for a database that is away, and a little for itself. */
const stopWithinMs = 70_000;
/** Its last words, where something is wrong. */
const lastWords = 3_000;

/** Makes one that does not run yet. */
export async function createMember(options: MemberOptions): Promise<Member> {
  const { name, database, destination, scoreboard } = options;
  const folder = join(options.folder, name);
  const relay = await startRelay(database.port);
  const port = await freePort();
  writeFiles(
    folder,
    sharedConfigText(port, database.storeUrl(relay.port), destination.url, destination.token),
  );
  const trouble = createTrouble();
  const wasTrouble = (since: number) => trouble.wasSince(since) || options.databaseTrouble.wasSince(since);
  /** Whether its end is our doing, or that of a start that we look at. */
  let isExpected = true;
  const bridge = createBridge({
    folder,
    port,
    prefix: [],
    environment: {},
    stopWithinMs,
    died() {
      destination.truth.interrupt();
      if (!isExpected) scoreboard.fault('ended by itself', `${name}: ${bridge.printed().slice(-lastWords)}`);
    },
    recovered: scoreboard.recoveredIn,
  });

  async function start(): Promise<void> {
    for (;;) {
      const began = performance.now();
      isExpected = true;
      try {
        await bridge.start();
        isExpected = false;
        return;
      } catch (error) {
        // One that does not answer has longer than any of its time limits after the last trouble.
        if (!wasTrouble(bridge.alive ? performance.now() - patienceMs : began)) throw error;
        if (bridge.alive) await bridge.end('SIGKILL');
        scoreboard.count('starts without a database');
        await pause(startAgainMs);
      }
    }
  }

  const last = { process: Promise.resolve<unknown>(undefined), way: Promise.resolve<unknown>(undefined) };
  return {
    name,
    bridge,
    relay,
    trouble,
    alone(what, work) {
      const now = last[what].then(work);
      last[what] = now.catch(() => undefined);
      return now;
    },
    start,
    mayEnd() {
      isExpected = true;
    },
    async end(signal) {
      const began = performance.now();
      isExpected = true;
      const status = await bridge.end(signal);
      if (signal === 'SIGTERM' && status !== 0 && !wasTrouble(began))
        scoreboard.fault('graceful stops that failed', `${name}: status ${status}`);
    },
    async clear() {
      isExpected = true;
      await bridge.end('SIGKILL');
      await relay.end();
    },
  };
}

function writeFiles(folder: string, config: string): void {
  mkdirSync(join(folder, 'mappings'), { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), config);
  for (const [name, text] of Object.entries(sharedMappingTexts()))
    writeFileSync(join(folder, `mappings/${name}.yaml`), text);
}
