import { type CommonThing, commonThings, differencesAmong } from '../../inbox/decide/common-things.ts';
import type { DestinationRecord } from '../../inbox/destination-record.ts';
import type { Asked, ProcessRecord, SelfReport, SharedNews, SharedWork } from '../../inbox/shared-work.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Destination } from '../destinations/destination.ts';
import type { MappingSet } from '../mappings/mapping-set.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import { tellChanges } from './tell-changes.ts';

/** Synchronises this process with the others on its store. */
export interface WorkSharing {
  /** Checks the others at once, and then regularly until `stop`. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Hands work without a call in flight over to other processes, when this process begins nothing new. */
  leave(): Promise<void>;
  /** Returns the processes at the last read. */
  processes(): SharingProcesses;
}

/** The processes on one store. */
export interface SharingProcesses {
  /** All processes, including this one. */
  readonly all: readonly ProcessRecord[];
  /** The id of this one. */
  readonly own: string;
  /** The differences between the processes that last longer than a rollout. */
  readonly differIn: readonly CommonThing[];
}

/** The longest rollout of a new version, during which processes may differ. Milliseconds. */
const rollOutMs = 10 * 60_000;

/** The parts that are synchronised between processes. */
export interface SharingOptions {
  readonly shared: SharedWork;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly mappings: MappingSet;
  readonly self: () => SelfReport;
  /** Called when this process begins to plan. */
  readonly beginPlanning: () => Promise<void>;
  /** Called when another process may have left work to do. */
  readonly wake: () => void;
  readonly time: Time;
  readonly random: () => number;
  readonly report: (report: Report) => void;
}

/** The interval for checking the events that other processes accepted or planned. Milliseconds. */
const wakeEveryMs = 250;

/** Makes the synchronisation; nothing is read before `start`. */
export function createWorkSharing(options: SharingOptions): WorkSharing {
  const { shared, time, random } = options;
  let processes: readonly ProcessRecord[] = [];
  const differSince = new Map<CommonThing, number>();
  let isPlanning = false;
  /** True if the store could not be read; the worker checks whether it is back. */
  let isAway = false;
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let cancelLook = () => {};
  let cancelWake = () => {};

  /** By destination: the epoch in which this process last began to deliver there. */
  const led = new Map<string, number>();
  let records: Records = new Map();
  /** By destination: the catalog that was saved last but is not used here, because this process led when it was read. */
  const unadopted = new Map<string, string>();

  async function look(): Promise<void> {
    // The process that planned meanwhile may have used other mappings.
    if (!shared.plans()) isPlanning = false;
    // A lost destination belongs to another process, even if it comes back in a moment: nothing is sent before its
    // record is read.
    for (const [name, destination] of options.destinations)
      if (!shared.delivers(name)) destination.follow(records.get(name));
    try {
      const news = await shared.look(options.self());
      tellChanges({ before: processes, after: news.processes, own: shared.process }, options.report);
      processes = news.processes;
      noteDifferences(processes, differSince, time.monotonic());
      records = new Map(news.destinations.map(record => [record.name, record]));
      for (const [name, snapshot] of news.catalogs) unadopted.set(name, snapshot);
      await takeOver(news, { records, led, unadopted }, options);
      if (shared.plans() && !isPlanning) await options.beginPlanning();
      isPlanning = shared.plans();
      isAway = false;
    } catch (error) {
      isAway = true;
      // The known state stays valid; the store itself reports that it is not available.
      if (!(error instanceof StoreUnavailable))
        options.report({ what: 'cannot share work between processes', error });
    }
  }

  /** Spreads the reads of the processes over time. */
  function lookAgain(): void {
    cancelLook = time.after(shared.lookEveryMs * (0.8 + 0.4 * random()), () => {
      looking = look().finally(() => {
        if (!isStopped) lookAgain();
      });
    });
  }

  function wakeAgain(): void {
    cancelWake = time.after(wakeEveryMs * (0.8 + 0.4 * random()), () => {
      if (processes.length > 1 && !isAway) options.wake();
      wakeAgain();
    });
  }

  return {
    async start() {
      await look();
      lookAgain();
      wakeAgain();
    },
    async stop() {
      isStopped = true;
      cancelLook();
      cancelWake();
      await looking;
    },
    async leave() {
      try {
        await shared.leave();
      } catch (error) {
        // Otherwise others take over when the store is closed, or when the lease ends.
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    },
    processes: () => ({
      all: processes,
      own: shared.process,
      differIn: [...differSince]
        .filter(([, since]) => time.monotonic() - since > rollOutMs)
        .map(([thing]) => thing),
    }),
  };
}

function noteDifferences(
  processes: readonly ProcessRecord[],
  differSince: Map<CommonThing, number>,
  now: number,
): void {
  const different = differencesAmong(processes);
  for (const thing of commonThings) {
    if (!different.includes(thing)) differSince.delete(thing);
    else if (!differSince.has(thing)) differSince.set(thing, now);
  }
}

/** The last read records of the destinations, by name. */
type Records = ReadonlyMap<string, DestinationRecord>;

/** The changed destinations by name; entries are removed when they are applied. */
interface Known {
  readonly records: Records;
  readonly led: Map<string, number>;
  readonly unadopted: Map<string, string>;
}

/** Applies new data in this process. */
async function takeOver(
  news: SharedNews,
  { records, led, unadopted }: Known,
  { shared, destinations, mappings }: SharingOptions,
): Promise<void> {
  for (const [name, destination] of destinations) {
    const epoch = news.epochs.get(name);
    if (epoch === undefined || led.get(name) !== epoch) {
      // A new owner starts with the catalog that the previous owner saved last.
      const snapshot = unadopted.get(name);
      if (snapshot !== undefined) destination.catalog.adopt(snapshot);
      unadopted.delete(name);
      destination.follow(records.get(name));
    }
    if (epoch === undefined) continue;
    destination.lead(records.get(name));
    led.set(name, epoch);
  }
  if (!shared.plans()) mappings.useHolds(news.holds);
  else for (const hold of news.holds) if (!mappings.held(hold.mapping)) mappings.hold(hold);
  for (const asked of news.asked) {
    const destination = destinations.get(asked.destination);
    if (!destination || (await obey(asked, destination))) await shared.obeyed(asked);
  }
}

/** Returns true if the result is stored. Otherwise the next owner gets the command, if there is one. */
async function obey({ what }: Asked, destination: Destination): Promise<boolean> {
  if (what === 'resume') await destination.resume();
  else if (destination.status().state !== 'paused') await destination.pause();
  return !destination.isUnsaved();
}
