import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transport } from '../../src/booking/http/transport.ts';
import type { Config } from '../../src/config/config.ts';
import { createBridge, type RunningBridge } from '../../src/deliver/create-bridge.ts';
import type { Report } from '../../src/deliver/report.ts';
import { steadyTime } from '../../src/deliver/time/steady-time.ts';
import type { Time } from '../../src/deliver/time/time.ts';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import type { Store } from '../../src/inbox/store.ts';
import type { MappingFolder } from '../../src/mapping/folder.ts';
import { faultyStore, type StoreFaults } from './faulty-store.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One run of the program, from its start to its end. */
export interface Process {
  readonly number: number;
  readonly alive: boolean;
  readonly bridge: RunningBridge;
  /** Its own clock, which follows jumps when it can. Webhooks are dated by it too. */
  readonly time: Time;
  /** The store as the bridge sees it, with its faults. */
  readonly store: Store;
  /** The store without the faults, for observation. */
  readonly real: Store;
}

/** The computer of the bridge. It can lose its power at any moment, and starts again with the data on disk. */
export interface Machine {
  /** The current process, if one runs. */
  readonly process: Process | undefined;
  readonly processes: number;
  start(): Promise<Process>;
  /** Ends the process at this moment; only the data on disk are kept. */
  crash(): void;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
  /** Resolves when the files are in the state after the last crash. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The options of a machine. */
export interface MachineOptions {
  readonly folder: string;
  readonly config: Config;
  readonly mappings: () => MappingFolder;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly report: (report: Report) => void;
  readonly transport: (process: { readonly number: number; readonly alive: boolean }) => Transport;
  readonly faults: Pick<StoreFaults, 'fateOf' | 'crash' | 'pause' | 'used'>;
}

interface Life extends Process {
  alive: boolean;
  readonly died: PromiseWithResolvers<void>;
}

/** The longest duration of a graceful stop. */
const drainMs = 60_000;

/** Makes a machine with an empty disk and no process. */
export function createMachine(options: MachineOptions): Machine {
  const { time } = options;
  mkdirSync(options.folder, { recursive: true });
  const file = join(options.folder, 'bridge.db');
  let current: Life | undefined;
  let stopping: Life | undefined;
  let processes = 0;
  let restoring: Promise<void> = Promise.resolve();

  async function start(): Promise<Process> {
    await restoring;
    processes += 1;
    const life = { number: processes, alive: true, died: Promise.withResolvers<void>() };
    // Each process has a clock of its own that follows jumps, as in the program.
    const steady = steadyTime({ ...time, after: (ms, run) => time.after(ms, () => life.alive && run()) });
    const real = await openSqliteStore(file, { clock: steady });
    const store = faultyStore(real, { ...options.faults, alive: () => life.alive });
    const bridge = await createBridge({
      config: options.config,
      store,
      mappings: options.mappings(),
      time: steady,
      random: options.random,
      report: options.report,
      transport: () => options.transport(life),
    });
    current = Object.assign(life, { bridge, time: steady, store, real });
    bridge.worker.start();
    return current;
  }

  /** Copies the current files, which are restored when the store has closed them. */
  function copyFiles(process: Process): void {
    const files = [file, `${file}-wal`].map(path => ({
      path,
      bytes: existsSync(path) ? readFileSync(path) : undefined,
    }));
    restoring = process.real.close().then(() => {
      rmSync(`${file}-shm`, { force: true });
      for (const { path, bytes } of files) {
        if (bytes) writeFileSync(path, bytes);
        else rmSync(path, { force: true });
      }
    });
  }

  return {
    get process() {
      return current;
    },
    get processes() {
      return processes;
    },
    start,
    crash() {
      const dying = current ?? stopping;
      if (!dying?.alive) return;
      dying.alive = false;
      copyFiles(dying);
      dying.died.resolve();
      current = undefined;
    },
    async stop() {
      if (!current) return;
      const ending = current;
      stopping = ending;
      current = undefined;
      await Promise.race([ending.bridge.stop(drainMs), ending.died.promise]);
      stopping = undefined;
      if (!ending.alive) return;
      ending.alive = false;
      await ending.real.close();
    },
    settled: () => restoring,
    async close() {
      await this.stop();
      await restoring;
      rmSync(options.folder, { recursive: true, force: true });
    },
  };
}
