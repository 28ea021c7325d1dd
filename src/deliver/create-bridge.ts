import type { Transport } from '../booking/http/transport.ts';
import type { Config } from '../config/config.ts';
import type { Added } from '../inbox/event.ts';
import type { SelfReport } from '../inbox/shared-work.ts';
import type { Store } from '../inbox/store.ts';
import type { MappingFolder } from '../mapping/folder.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { storeTraced } from '../traces/spans.ts';
import type { Traces } from '../traces/traces.ts';
import type { Bridge } from './bridge.ts';
import type { Destination } from './destinations/destination.ts';
import { destinationView } from './destinations/destination-view.ts';
import { createMissingDestinations } from './destinations/missing-destinations.ts';
import { probeDestination } from './destinations/probe-destination.ts';
import { readCatalogsAgain } from './destinations/read-again.ts';
import { restoreDestinations } from './destinations/restore-destinations.ts';
import { createMappingHolds } from './mappings/mapping-holds.ts';
import { createMappingSet, type MappingSet } from './mappings/mapping-set.ts';
import { mappingViews } from './mappings/mapping-views.ts';
import { createOutcomeWaiters, type OutcomeWaiters } from './outcome-waiters.ts';
import { giveWay, pauseTimesOfLists } from './planning/give-way.ts';
import type { PlanningContext } from './planning/plan-event.ts';
import { planningSnapshot } from './planning/planning-snapshot.ts';
import { previewPayload } from './planning/preview.ts';
import type { Report } from './report.ts';
import { createWorkSharing, type WorkSharing } from './sharing/share-work.ts';
import { createClockFollower } from './time/clock-follower.ts';
import { watchClockSkew } from './time/clock-skew.ts';
import type { Time } from './time/time.ts';
import { createWorker, type Worker } from './worker.ts';

export interface BridgeOptions {
  readonly config: Config;
  readonly store: Store;
  readonly mappings: MappingFolder;
  readonly time: Time;
  readonly random: () => number;
  readonly report: (report: Report) => void;
  /** The metrics; by default nothing is counted. */
  readonly metrics?: Metrics;
  /** The transport to a destination; by default the network. */
  readonly transport?: (destination: string) => Transport;
  /** Where spans are recorded; by default nowhere. */
  readonly traces?: Traces | undefined;
  /** The properties of this process that other processes on the same store see. */
  readonly self?: () => Pick<SelfReport, 'version' | 'config'>;
}

/** The bridge with its worker, which does nothing before `worker.start` or `worker.runOnce`. */
export interface RunningBridge extends Bridge {
  readonly worker: Worker;
  /**
   * Claims nothing more, waits for calls in flight, ends requests that wait for outcomes, closes the connections.
   * `false`: a call was still in flight.
   */
  stop(withinMs: number): Promise<boolean>;
}

/** Creates destinations, mappings and worker on a store. */
export async function createBridge(options: BridgeOptions): Promise<RunningBridge> {
  const { store, traces } = options;
  let acceptedSoFar = 0;
  let acceptedAt = Number.NEGATIVE_INFINITY;
  const { mappings, destinations, missing, waiters, skew, planning, holds, worker, sharing } = await assemble(
    options,
    () => acceptedSoFar,
  );

  return {
    worker,
    async accept(request) {
      const arriving = worker.arriving(request);
      const add = () => store.add(request, arriving.plan);
      let added: readonly Added[] = [];
      try {
        added = await (traces ? storeTraced(traces, request, add) : add());
        if (!request.importedRow) {
          acceptedSoFar += 1;
          acceptedAt = options.time.monotonic();
        }
      } finally {
        arriving.stored(added);
      }
      return added;
    },
    outcomeOf: waiters.outcomeOf,
    preview: asked => previewPayload(asked, planning()),
    planning: () => planningSnapshot(planning(), destinations),
    async destinations(given) {
      const counts = given ?? (await store.counts());
      const named = [...destinations.values()].map(each => destinationView(each, counts));
      return [...named, ...(await missing.views(counts))];
    },
    catalog: name => destinations.get(name)?.catalog.snapshot ?? null,
    readCatalogs: () => readCatalogsAgain(destinations.values(), options),
    async probeStatuses(name, asked) {
      const found = destinations.get(name);
      const answer = found && (await probeDestination(found, asked, options.time));
      worker.wake();
      return answer;
    },
    pause: name => act(options, destinations.get(name), 'pause'),
    resume: name => act(options, destinations.get(name), 'resume'),
    async mappings(given) {
      const counts = given ?? (await store.counts());
      return mappingViews(mappings, holds, counts);
    },
    async useMappings(folder) {
      mappings.replace(folder);
      await store.planAgain({});
      worker.wake();
    },
    clockSkew: skew.proved,
    unwritten: () => worker.unwritten(),
    processes: () => sharing?.processes(),
    async giveWayToWebhooks(tookMs) {
      const isReceiving = options.time.monotonic() - acceptedAt <= 1000;
      if (isReceiving) await giveWay(tookMs, pauseTimesOfLists, options.time);
      else await new Promise<void>(resolve => setImmediate(resolve));
    },
    wake: () => worker.wake(),
    async stop(withinMs) {
      await sharing?.stop();
      const stopping = worker.stop(withinMs);
      await sharing?.leave();
      const drained = await stopping;
      waiters.end();
      await Promise.all([...destinations.values()].map(each => each.client.cut()));
      return drained;
    },
  };
}

/** Creates and connects the parts of the bridge. `acceptedSoFar` returns the number of accepted webhooks. */
async function assemble(options: BridgeOptions, acceptedSoFar: () => number) {
  const { config, store, time, report, metrics = createMetrics() } = options;
  const copied = await store.stopCopy([...config.destinations.keys()]);
  if (copied !== undefined) report({ what: 'store is a copy, sending nothing', details: { reason: copied } });
  const mappings = createMappingSet(options.mappings, await store.mappingHolds());
  const waiters = createOutcomeWaiters(id => store.event(id), time);
  const skew = watchClockSkew(time, report);
  const destinations = await restoreDestinations({
    ...options,
    metrics,
    observeDate: skew.observeDate,
    changed: () => worker.wake(),
  });
  const planning = (): PlanningContext => ({
    mappings,
    source: name => config.sources.get(name),
    destination: name => {
      const found = destinations.get(name);
      return found && { config: found.config, catalog: found.catalog.snapshot };
    },
    findLink: store.findLink,
    sharedLink: store.sharedLink,
    nearLink: store.nearLink,
    now: time.now(),
  });

  const missing = createMissingDestinations({ config, store, time, report });
  const holds = createMappingHolds({ config, store, mappings, destinations, time, report, metrics });
  const worker = createWorker({
    store,
    holds,
    destinations,
    missing,
    clock: createClockFollower({ store, destinations, time, report }),
    planning,
    time,
    random: options.random,
    acceptedSoFar,
    changed: waiters.notify,
    report,
    traces: options.traces,
    plans: store.shared?.plans,
    async catchUp() {
      await store.catchUp();
      // The previous process may have had other mappings.
      await store.planAgain({});
    },
  });
  const sharing = shareWork(options, { mappings, destinations, waiters, worker });
  // The owner of each part of the work must be known before the work starts.
  await sharing?.start();
  return { mappings, destinations, missing, waiters, skew, planning, holds, worker, sharing };
}

/** Synchronises this process with the others, if its store may be shared. */
function shareWork(
  { config, store, time, random, report, self }: BridgeOptions,
  parts: {
    readonly mappings: MappingSet;
    readonly destinations: ReadonlyMap<string, Destination>;
    readonly waiters: OutcomeWaiters;
    readonly worker: Worker;
  },
): WorkSharing | undefined {
  const { shared } = store;
  if (!shared) return undefined;
  const { mappings, worker, waiters } = parts;
  return createWorkSharing({
    shared,
    ...parts,
    self: () => ({
      ...(self?.() ?? { version: '', config: '' }),
      mappings: mappings.digest(),
      destinations: [...config.destinations.keys()],
    }),
    async beginPlanning() {
      // The previous process may have had other mappings.
      await store.planAgain({});
      worker.wake();
    },
    wake() {
      waiters.lookAgain();
      worker.wake();
    },
    time,
    random,
    report,
  });
}

/** Sends a command to the process that owns the destination. */
async function act(
  { store: { shared }, time }: BridgeOptions,
  destination: Destination | undefined,
  what: 'pause' | 'resume',
): Promise<boolean> {
  if (!destination) return false;
  const { name } = destination.config;
  if (!shared) {
    await destination[what]();
    return true;
  }
  // The current owner executes the command; if this process is the owner, at once.
  await shared.ask(name, what);
  if (shared.delivers(name)) await destination[what]();
  const isDone = () => (destination.status().state === 'paused') === (what === 'pause');
  for (let ms = 0; ms < obeyedWithinMs && !isDone(); ms += 100)
    await new Promise<void>(done => time.after(100, done));
  return true;
}

/** The maximum time until the owner has executed the command and this process sees the result. Milliseconds. */
const obeyedWithinMs = 3_000;
