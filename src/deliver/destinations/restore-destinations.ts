import { createCatalog } from '../../booking/catalog/catalog.ts';
import { provenToken } from '../../booking/catalog/proven-token.ts';
import { createClient } from '../../booking/http/client.ts';
import { endpointOf } from '../../booking/http/encode.ts';
import { observingClient } from '../../booking/http/observing-client.ts';
import type { Transport } from '../../booking/http/transport.ts';
import type { Config, DestinationConfig } from '../../config/config.ts';
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

export interface RestoreOptions {
  readonly config: Pick<Config, 'destinations'>;
  readonly store: WorkStore & Pick<Store, 'shared'>;
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
      noteChanges();
      try {
        await store.saveCatalog(config.name, history.addTo(text));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        report({ what: 'cannot store the account', error, details: { destination: config.name } });
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

function accountChanged(name: string, changes: readonly SeenChange[]): Report {
  const words = changes.slice(0, mostTold).map(change => change.words);
  const more = changes.length - words.length;
  return {
    what: 'account changed',
    details: { destination: name, changes: words, ...(more > 0 && { more }) },
  };
}
