import { createCatalog } from '../booking/catalog.ts';
import { type Client, createClient } from '../booking/client.ts';
import { provenToken } from '../booking/proven-token.ts';
import type { Transport } from '../booking/transport.ts';
import type { Config, DestinationConfig } from '../config/config.ts';
import type { Status } from '../inbox/event.ts';
import { type Counts, type DestinationRecord, type Store, StoreUnavailable } from '../inbox/store.ts';
import type { MappingFolder } from '../mapping/folder.ts';
import { readPayload } from '../receive/bodies/body.ts';
import type { Bridge, DestinationView } from './bridge.ts';
import { createCatalogHistory, type SeenChange } from './catalog-history.ts';
import { createClockFollower } from './clock-follower.ts';
import { type ClockSkew, watchClockSkew } from './clock-skew.ts';
import { createDestination, type Destination } from './destination.ts';
import { createMappingHolds } from './mapping-holds.ts';
import { createMappingSet } from './mapping-set.ts';
import { mappingViews } from './mapping-views.ts';
import { createOutcomeWaiters } from './outcome-waiters.ts';
import type { Planning } from './plan-event.ts';
import { planningNow } from './planning-now.ts';
import { previewPayload } from './preview.ts';
import { probeDestination } from './probe-destination.ts';
import type { Report } from './report.ts';
import type { Time } from './time.ts';
import { createWorker, type Worker } from './worker.ts';

export interface BridgeOptions {
  readonly config: Config;
  readonly store: Store;
  readonly mappings: MappingFolder;
  readonly time: Time;
  readonly random: () => number;
  readonly report: (report: Report) => void;
  /** What carries the requests to a destination; left out: the network. */
  readonly transport?: (destination: string) => Transport;
}

/** The bridge with its worker, which does nothing before `worker.start` or `worker.runOnce`. */
export interface RunningBridge extends Bridge {
  readonly worker: Worker;
  /**
   * Claims nothing more, waits for the calls in flight, ends the waiting for outcomes, closes the connections.
   * `false`: a call was still in flight.
   */
  stop(withinMs: number): Promise<boolean>;
}

const atRest: ReadonlySet<Status> = new Set([
  'delivered',
  'skipped',
  'failed',
  'held',
  'uncertain',
  'discarded',
]);

/** Puts together destinations, mappings and worker on a store. */
export async function createBridge(options: BridgeOptions): Promise<RunningBridge> {
  const { config, store, time } = options;
  const copied = await store.stopCopy([...config.destinations.keys()]);
  if (copied !== undefined) options.report({ what: `nothing is sent: ${copied}` });
  const mappings = createMappingSet(options.mappings, await store.mappingHolds());
  const waiters = createOutcomeWaiters(time.after);
  const skew = watchClockSkew(time, options.report);
  const destinations = await restoreDestinations(options, skew, () => worker.wake());
  let takenIn = 0;
  let stopped = false;
  const { report } = options;
  const holds = createMappingHolds({ config, store, mappings, destinations, time, report });
  const worker = createWorker({
    store,
    mappings,
    holds,
    destinations,
    clock: createClockFollower({ store, destinations, time, report }),
    source: name => config.sources.get(name),
    time,
    random: options.random,
    takenIn: () => takenIn,
    changed: waiters.notify,
    report,
  });
  await store.planAgain({});

  const planning = (): Planning => ({
    mappings,
    source: name => config.sources.get(name),
    destination: name => {
      const found = destinations.get(name);
      return found && { config: found.config, catalog: found.catalog.snapshot };
    },
    findLink: store.findLink,
    now: time.now(),
  });

  return {
    worker,
    async accept(request) {
      const added = await store.add(request);
      takenIn += 1;
      worker.wake();
      return added;
    },
    async outcomeOf(eventId, withinMs) {
      const until = time.monotonic() + withinMs;
      for (;;) {
        const changed = waiters.change(eventId, Math.max(0, until - time.monotonic()));
        const event = await store.event(eventId);
        if (!event || atRest.has(event.status) || stopped || time.monotonic() >= until) return event;
        await changed;
      }
    },
    async payloadOf(eventId) {
      const contents = await store.contents(eventId);
      return contents && { payload: readPayload(contents) };
    },
    preview: wish => previewPayload(wish, planning()),
    planning: () => planningNow(planning(), destinations),
    async destinations() {
      const counts = await store.counts();
      return [...destinations.values()].map(each => destinationView(each, counts));
    },
    catalog: name => destinations.get(name)?.catalog.snapshot ?? null,
    async probeStatuses(name, wish) {
      const found = destinations.get(name);
      const answer = found && (await probeDestination(found, wish, time));
      worker.wake();
      return answer;
    },
    pause: name => act(destinations.get(name), each => each.pause()),
    resume: name => act(destinations.get(name), each => each.resume()),
    async mappings() {
      const counts = await store.counts();
      return mappingViews(mappings, holds, counts);
    },
    async useMappings(folder) {
      mappings.replace(folder);
      await store.planAgain({});
      worker.wake();
    },
    clockSkew: skew.proved,
    unwritten: () => worker.unwritten(),
    wake: () => worker.wake(),
    async stop(withinMs) {
      const drained = await worker.stop(withinMs);
      // What comes of the events that are left, a later process will know.
      stopped = true;
      waiters.notifyAll();
      await Promise.all([...destinations.values()].map(each => each.client.cut()));
      return drained;
    },
  };
}

async function restoreDestinations(
  options: BridgeOptions,
  skew: ClockSkew,
  changed: () => void,
): Promise<Map<string, Destination>> {
  const { config, store } = options;
  const records = new Map((await store.destinations()).map(record => [record.name, record]));
  const catalogs = await store.catalogs();
  const destinations = new Map<string, Destination>();
  for (const destination of config.destinations.values()) {
    destinations.set(
      destination.name,
      restoreDestination(
        destination,
        records.get(destination.name),
        catalogs.get(destination.name),
        options,
        skew,
        changed,
      ),
    );
  }
  return destinations;
}

function restoreDestination(
  config: DestinationConfig,
  restored: DestinationRecord | undefined,
  snapshot: string | undefined,
  options: BridgeOptions,
  skew: ClockSkew,
  changed: () => void,
): Destination {
  const { store, time, random, report } = options;
  const token = provenToken(config.token);
  const client = hearingDates(
    createClient({
      baseUrl: config.baseUrl,
      token: token.proven,
      readToken: token.latest,
      timeoutMs: config.limits.timeoutMs,
      connections: config.limits.concurrency,
      ...(options.transport && { transport: options.transport(config.name) }),
    }),
    (date, ms) => skew.heard(config.name, date, ms),
    time,
  );
  const catalog = createCatalog({
    destination: config,
    client,
    clock: time,
    restored: snapshot,
    async save(text) {
      noteChanges();
      try {
        await store.saveCatalog(config.name, history.addTo(text));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        report({ what: `the configuration of ${config.name} could not be kept on disk`, error });
      }
    },
  });
  const history = createCatalogHistory(snapshot, catalog.snapshot);
  function noteChanges(): void {
    const changes = catalog.snapshot ? history.note(catalog.snapshot, time.now()) : [];
    if (changes.length > 0) report(accountChanged(config.name, changes));
  }
  return createDestination({
    config,
    client,
    token,
    catalog,
    history,
    time,
    random,
    restored,
    save: store.saveDestination,
    changed,
    report,
  });
}

/** The client, with the clock of what answers being listened to. */
function hearingDates(
  client: Client,
  heard: (date: string | undefined, ms: number) => void,
  { monotonic }: Pick<Time, 'monotonic'>,
): Client {
  return {
    ...client,
    async send(request) {
      const started = monotonic();
      const reply = await client.send(request);
      if ('headers' in reply) heard(reply.headers.date, monotonic() - started);
      return reply;
    },
  };
}

const mostTold = 20;

function accountChanged(name: string, changes: readonly SeenChange[]): Report {
  const words = changes.slice(0, mostTold).map(change => change.words);
  const more = changes.length - words.length;
  return {
    what: `the live configuration of ${name} changed`,
    details: { changes: words, ...(more > 0 && { more }) },
    good: true,
  };
}

async function act(
  destination: Destination | undefined,
  action: (it: Destination) => Promise<void>,
): Promise<boolean> {
  if (!destination) return false;
  await action(destination);
  return true;
}

function destinationView(destination: Destination, counts: Counts): DestinationView {
  const { name, baseUrl } = destination.config;
  const status = destination.status();
  const { snapshot } = destination.catalog;
  const calls = counts.byDestination[name];
  return {
    name,
    baseUrl,
    state: status.state,
    ...(status.reason !== null && { reason: status.reason }),
    ...(status.since !== null && { since: new Date(status.since).toISOString() }),
    ...(status.notBefore !== null && { notBefore: new Date(status.notBefore).toISOString() }),
    ...(status.state !== 'paused' &&
      status.state !== 'open' && { nextProbeAt: new Date(status.nextLookAt).toISOString() }),
    waiting: (calls?.queued ?? 0) + (calls?.held ?? 0),
    catalog: snapshot && {
      fetchedAt: new Date(snapshot.fetchedAt).toISOString(),
      fields: snapshot.fields.length,
      statuses: snapshot.statuses.length,
    },
  };
}
