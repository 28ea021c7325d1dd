import { createCatalog } from '../../booking/catalog/catalog.ts';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { provenToken } from '../../booking/catalog/proven-token.ts';
import { createClient } from '../../booking/http/client.ts';
import { endpointOf } from '../../booking/http/encode.ts';
import { observingClient } from '../../booking/http/observing-client.ts';
import type { Transport } from '../../booking/http/transport.ts';
import type { Config, DestinationConfig } from '../../config/config.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { DestinationRecord } from '../../inbox/destination-record.ts';
import { type Store, StoreUnavailable } from '../../inbox/store.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Report } from '../report.ts';
import type { ClockSkew } from '../time/clock-skew.ts';
import type { Time } from '../time/time.ts';
import { createCatalogHistory, type SeenChange } from './catalog-history.ts';
import { createDestination, type Destination } from './destination.ts';
import { destinationMetrics } from './destination-metrics.ts';
import { sentBeforeChange } from './sent-before-change.ts';

export interface RestoreOptions {
  readonly config: Pick<Config, 'destinations'>;
  readonly store: WorkStore & Pick<Store, 'shared' | 'events' | 'event'>;
  readonly time: Time;
  readonly random: () => number;
  readonly report: (report: Report) => void;
  readonly metrics: Metrics;
  /** The transport to a destination; by default the network. */
  readonly transport?: (destination: string) => Transport;
  /** Called with the `Date` of each response. */
  readonly observeDate: ClockSkew['observeDate'];
  /** Called when a destination's state changed. */
  readonly changed: () => void;
}

/** Makes the destinations of the config, each with its stored data. */
export async function restoreDestinations(options: RestoreOptions): Promise<Map<string, Destination>> {
  const { config, store } = options;
  const records = new Map((await store.destinations()).map(record => [record.name, record]));
  const catalogs = await store.catalogs();
  const restored = [...config.destinations.values()].map(each =>
    restoreDestination(each, records.get(each.name), catalogs.get(each.name), options),
  );
  return new Map(restored.map(each => [each.config.name, each]));
}

function restoreDestination(
  config: DestinationConfig,
  restored: DestinationRecord | undefined,
  snapshot: string | undefined,
  options: RestoreOptions,
): Destination {
  const { store, time, random, changed, report } = options;
  const token = provenToken(config.token);
  const figures = destinationMetrics(options.metrics, config.name);
  const client = observingClient(
    createClient({
      baseUrl: config.baseUrl,
      token: token.proven,
      readToken: token.latest,
      proxy: config.proxy,
      ca: config.ca,
      timeoutMs: config.limits.timeoutMs,
      connections: config.limits.concurrency,
      ...(options.transport && { transport: options.transport(config.name) }),
    }),
    (request, reply, ms) => {
      const endpoint = endpointOf(request);
      if (endpoint) figures.exchanges[endpoint].observe(ms / 1000);
      if ('headers' in reply) options.observeDate(config.name, reply.headers.date, ms);
    },
    time,
  );
  const catalog = createCatalog({
    destination: config,
    client,
    clock: time,
    restored: snapshot,
    async save(text) {
      const before = history.last();
      const changes = noteChanges();
      try {
        await store.saveCatalog(config.name, history.addTo(text));
        await tellSent({ before, after: catalog.snapshot, changes }, config, options);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        report({ what: 'cannot store the account', error, details: { destination: config.name } });
      }
    },
  });
  const history = createCatalogHistory(snapshot, catalog.snapshot);
  function noteChanges(): readonly SeenChange[] {
    const changes = catalog.snapshot ? history.note(catalog.snapshot, time.now()) : [];
    if (changes.length > 0) report(accountChanged(config.name, changes));
    return changes;
  }
  return createDestination({
    config,
    client,
    token,
    catalog,
    history,
    figures,
    time,
    random,
    restored,
    followed: store.shared !== undefined,
    save: store.saveDestination,
    async hasten(until) {
      await store.hasten(config.name, until);
    },
    changed,
    waiting: () => waitingFor(config.name, store),
    report,
  });
}

async function waitingFor(name: string, store: WorkStore): Promise<number | undefined> {
  try {
    const calls = (await store.counts()).byDestination[name];
    return (calls?.queued ?? 0) + (calls?.held ?? 0);
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

const mostTold = 20;

/** The changes after which an account may no longer accept a value. */
const endsValues: ReadonlySet<SeenChange['kind']> = new Set([
  'removed',
  'replaced',
  'renamed',
  'retyped',
  'choices',
  'validator',
]);

/** Reports the events that were delivered before a change was seen, if the account no longer accepts their values. */
async function tellSent(
  {
    before,
    after,
    changes,
  }: {
    readonly before: CatalogSnapshot | null;
    readonly after: CatalogSnapshot | null;
    readonly changes: readonly SeenChange[];
  },
  config: DestinationConfig,
  { store, report }: RestoreOptions,
): Promise<void> {
  if (!before || !after || !changes.some(({ kind }) => endsValues.has(kind))) return;
  const { fields, events } = await sentBeforeChange(before, after, config, store);
  if (events.length === 0) return;
  const since = isoTime(before.fetchedAt);
  const details = { destination: config.name, fields, since, count: events.length };
  report({
    what: 'values sent that the account no longer accepts',
    details: { ...details, events: events.slice(0, mostTold) },
  });
}

function accountChanged(name: string, changes: readonly SeenChange[]): Report {
  const words = changes.slice(0, mostTold).map(change => change.words);
  const more = changes.length - words.length;
  return {
    what: 'account changed',
    details: { destination: name, changes: words, ...(more > 0 && { more }) },
  };
}
