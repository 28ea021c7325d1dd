import { randomBytes } from 'node:crypto';
import type { Config } from '../../src/config/config.ts';
import { createBridge, type RunningBridge } from '../../src/deliver/create-bridge.ts';
import type { Report } from '../../src/deliver/report.ts';
import type { Time } from '../../src/deliver/time/time.ts';
import { toldTime } from '../../src/deliver/time/told-time.ts';
import { openPostgresStore } from '../../src/inbox/postgres/store.ts';
import type { Store } from '../../src/inbox/store.ts';
import type { MappingFolder } from '../../src/mapping/folder.ts';
import { shortDueMarkTimes, shortTerms } from './course-config.ts';
import { type Gate, type GateOptions, gateOf } from './gate.ts';
import { type WireOptions, wireOf } from './wire.ts';

/** One process, from its start to its end. */
export interface Life {
  /** Its id in the database. */
  readonly id: string;
  readonly gate: Gate;
  /** Its own clock, which follows that of the database. */
  readonly time: Time;
  readonly store: Store;
  readonly bridge: RunningBridge;
}

/** The options of a process. */
export interface LifeOptions {
  readonly url: string;
  readonly schema: string;
  readonly config: Config;
  readonly mappings: MappingFolder;
  readonly wire: WireOptions;
  /** The error of its machine's clock, in milliseconds. */
  readonly wrongBy: number;
  readonly random: () => number;
  readonly report: (id: string, report: Report) => void;
  readonly statements: GateOptions;
}

/** The gate of a new process, and its start. */
export function newLife(options: LifeOptions): {
  readonly id: string;
  readonly gate: Gate;
  start(): Promise<Life>;
} {
  const name = randomBytes(8);
  const id = name.toString('hex');
  const gate = gateOf(id, options.statements);
  const url = new URL(options.url);
  url.searchParams.set('application_name', id);
  return {
    id,
    gate,
    async start() {
      const time = toldTime(gatedTime(gate, options.wrongBy));
      const report = (about: Report) => {
        if (!gate.isDead()) options.report(id, about);
      };
      let isNamed = false;
      const store = await openPostgresStore(
        { url: url.href, schema: options.schema },
        {
          clock: time,
          tellTime: time.tell,
          leaseTimes: shortTerms,
          dueMarkTimes: shortDueMarkTimes,
          // The first random bytes become the id of the process.
          random(size) {
            const bytes = isNamed ? randomBytes(size) : name;
            isNamed = true;
            return bytes;
          },
        },
      );
      const bridge = await createBridge({
        config: options.config,
        store,
        mappings: options.mappings,
        time,
        random: options.random,
        report,
        transport: place => wireOf({ id, gate }, place, options.wire),
      });
      await gate.running();
      bridge.worker.start();
      return { id, gate, time, store, bridge };
    },
  };
}

/** The time of a machine with a wrong clock. Timers of a frozen process wait until it continues. */
function gatedTime(gate: Gate, wrongBy: number): Time {
  return {
    now: () => Date.now() + wrongBy,
    monotonic: () => performance.now(),
    after(ms, run) {
      let isCancelled = false;
      const timer = setTimeout(
        () => gate.whenItRuns(() => isCancelled || run()),
        Math.min(Math.max(ms, 0), 2 ** 31 - 1),
      );
      return () => {
        isCancelled = true;
        clearTimeout(timer);
      };
    },
  };
}
