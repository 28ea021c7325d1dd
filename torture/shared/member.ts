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

/** One of the processes with a shared database. */
export interface Member {
  readonly name: string;
  readonly bridge: Bridge;
  /** Its connection to the database. */
  readonly relay: Relay;
  /** Trouble of that connection. */
  readonly trouble: Trouble;
  /** Does something to the process, or to its connection to the database, after any other work on it. */
  alone<T>(what: 'process' | 'way', work: () => Promise<T>): Promise<T>;
  /** Starts it, repeatedly if there is no database, as a supervisor would. */
  start(): Promise<void>;
  /** Marks every later end as caused by the torture. */
  mayEnd(): void;
  /** Ends it, and checks how it ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Ends it and its connection to the database in any state. */
  clear(): Promise<void>;
}

export interface MemberOptions {
  readonly name: string;
  /** The folder in which it makes a folder of its own. */
  readonly folder: string;
  readonly database: TorturedDatabase;
  readonly databaseTrouble: Trouble;
  readonly destination: { readonly url: string; readonly token: string; readonly truth: Truth };
  readonly scoreboard: Scoreboard;
}

const startAgainMs = 300;
const patienceMs = 15_000;
/** The time limit of a stop: for calls in flight, for a database that is down, and a little more. */
const stopWithinMs = 70_000;
/** The length of its last output, which is shown after a fault. */
const lastOutputCharacters = 3_000;

/** Makes a member that does not run yet. */
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
  /** Whether its end is caused by the torture, or is a start that failed. */
  let isExpected = true;
  const bridge = createBridge({
    folder,
    port,
    prefix: [],
    environment: {},
    stopWithinMs,
    died() {
      destination.truth.interrupt();
      if (!isExpected)
        scoreboard.fault('ended by itself', `${name}: ${bridge.printed().slice(-lastOutputCharacters)}`);
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
        // A process that does not respond has more time than any of its own time limits after the last trouble.
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
