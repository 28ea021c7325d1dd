import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { withLiveSources } from '../../config/live-sources.ts';
import { createBridge, type RunningBridge } from '../../deliver/create-bridge.ts';
import { logStatusNotices } from '../../deliver/event-log.ts';
import { beginEventOutcomes, countEventOutcomes } from '../../deliver/event-metrics.ts';
import { type Report, reportTo } from '../../deliver/report.ts';
import { steadyTime } from '../../deliver/time/steady-time.ts';
import { systemTime, type Time } from '../../deliver/time/time.ts';
import { toldTime } from '../../deliver/time/told-time.ts';
import { openStore } from '../../inbox/open-store.ts';
import type { Store } from '../../inbox/store.ts';
import type { Log } from '../../log/log.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import { createMetrics, type Metrics } from '../../metrics/metrics.ts';
import { createMessenger, type Messenger } from '../../notify/messenger.ts';
import { newEventId } from '../../receive/events/event-id.ts';
import { receive } from '../../receive/receive.ts';
import type { SetupAccess } from '../../server/api/routes/setup/setup-access.ts';
import { storeRoundTrips } from '../../server/health/bridge-figures.ts';
import type { LogOutput } from '../../server/health/log-output.ts';
import { createServers, type ServerOptions, type Servers } from '../../server/server.ts';
import type { TraceParts } from '../../traces/open-traces.ts';
import type { Traces } from '../../traces/traces.ts';
import { archiveOf } from '../history/open-archive.ts';
import { payloadFolder } from '../payload-folder.ts';
import { CommandFailed } from '../surroundings.ts';
import { version } from '../version.ts';
import { readConsoleFiles } from './console-files.ts';
import { listenAll } from './listen-all.ts';
import { mappingTexts } from './mapping-texts.ts';
import { takeSourceChanges } from './source-changes.ts';
import { type StopManner, stopServing, watchReadiness } from './stop-serving.ts';
import { tellExamined, tellMade } from './tell-store.ts';
import { type OutcomesToTell, prepareTelling, startTelling } from './telling.ts';
import { keepActivity, startUpkeep } from './upkeep.ts';
import { watchCertificate } from './watch-certificate.ts';
import { type ConfigWatch, type UsedConfig, watchConfig } from './watch-config.ts';
import { watchMappings } from './watch-mappings.ts';
import { watchSecretFiles } from './watch-secret-files.ts';
import { watchStandstill } from './watch-standstill.ts';
import { watchStore } from './watch-store.ts';

/** A running bridge with its server and its store. */
export interface Serving {
  /** The URL for webhooks. */
  readonly url: string;
  /** The URL of the API, readiness and metrics; the same, unless the config gives them a separate address. */
  readonly adminUrl: string;
  /** Makes a link that signs in to the console once, within ten minutes; undefined if the console is off. */
  readonly makeSignInLink: ((page?: string) => Promise<string>) | undefined;
  readonly bridge: RunningBridge;
  readonly store: Store;
  /** Resolves with the reason when the store is broken for good and the process should end. */
  readonly broken: Promise<string>;
  /** Ends it (`stopServing`). `false`: a call was interrupted. */
  close(manner: StopManner): Promise<boolean>;
}

/** The options of serving a bridge. */
export interface ServeOptions {
  readonly output?: LogOutput;
  readonly used?: UsedConfig | undefined;
  /** By default the console cannot change the setup. */
  readonly setup?: SetupAccess;
}

/** The maximum time for sending the last traces to the collector. */
const lastSpansMs = 2_000;

/**
 * Creates the whole bridge and starts it.
 * @throws CommandFailed if the store or the port is not available
 */
export async function serve(
  read: Config,
  mappings: MappingFolder,
  log: Log,
  { output: logOutput, used, setup }: ServeOptions = {},
): Promise<Serving> {
  const { config, useSources } = withLiveSources(read);
  const report = reportTo(log);
  const metrics = createMetrics();
  const opened = await openWatched(config, { report, log, metrics });
  const { time, store, brokeDown, messenger, failures } = opened;
  const secretFiles = watchSecretFiles(config.secretFiles ?? [], { log, clock: time });
  const traces = await tracesOf(config, { version: version(), time, random: Math.random, metrics, log });
  try {
    const bridge = await createBridge({
      config,
      store,
      mappings,
      time,
      random: Math.random,
      report,
      metrics,
      traces,
      self: () => ({ version: version(), config: configDigest(config) }),
    });
    const readiness = watchReadiness(time);
    const changes = takeSourceChanges(config, { ...opened, useSources, secretFiles, metrics }, () => servers);
    const configWatch = used && watchConfig(used, { log, clock: time, useSources: changes.take });
    const running = { bridge, store, log, metrics, traces, setup };
    const served = {
      ...running,
      ...mappingTexts(config, bridge, { store, file: used?.file, now: time.now }),
      logOutput,
      configState: configWatch?.state,
      unreadableSecrets: secretFiles.unreadable,
      receivers: messenger.states,
      clock: time,
    };
    const servers = await serversOf(config, served, readiness);
    const addresses = await listenAll(servers, config);
    bridge.worker.start();
    const telling = startTelling(config, { ...served, sources: servers.sources, failures, time, messenger });
    const endings = [
      watchMappings(config, mappings, bridge, log, { revision: changes.count }),
      ...watchFiles(config, { servers, configWatch, log }),
      watchStandstill(log),
      secretFiles.end,
      startUpkeep({ servers, store, config, log, time, bridge, metrics }),
    ];
    const watched = watchStore({ store, brokeDown, log });
    const makeSignInLink = signInLinks(servers, addresses.adminUrl + config.server.basePath);
    return {
      ...addresses,
      makeSignInLink,
      bridge,
      store,
      broken: watched.broken,
      async close(manner) {
        for (const end of endings) end();
        const drained = await stopServing({ servers, bridge, readiness, time }, manner);
        watched.end();
        await Promise.all([telling.stop(), traces?.stop(lastSpansMs), keepActivity(servers, log)]);
        await store.close();
        return drained;
      },
    };
  } catch (error) {
    secretFiles.end();
    await traces?.stop(0);
    await store.close();
    throw error;
  }
}

/** Starts to watch the config and the certificate; returns the function that ends it. */
function watchFiles(
  { server: { tls } }: Config,
  {
    servers,
    configWatch,
    log,
  }: { readonly servers: Servers; readonly configWatch: ConfigWatch | undefined; readonly log: Log },
): readonly (() => void)[] {
  configWatch?.start();
  return [
    ...(configWatch ? [configWatch.end] : []),
    ...(tls ? [watchCertificate(tls, servers.useCertificate, log)] : []),
  ];
}

function signInLinks({ makeSignInCode }: Servers, base: string): Serving['makeSignInLink'] {
  return (
    makeSignInCode &&
    (async (page = '') => `${base}/console${page && `/${page}`}#code=${await makeSignInCode()}`)
  );
}

/** The HTTP servers in front of a bridge; nothing listens yet. */
function serversOf(
  config: Config,
  served: Omit<
    ServerOptions,
    'config' | 'openArchive' | 'payloads' | 'receive' | 'newId' | 'version' | 'consoleFiles'
  >,
  readiness: ReturnType<typeof watchReadiness>,
): Promise<Servers> {
  const random = pooledRandomBytes();
  return createServers({
    ...served,
    config,
    openArchive: () => archiveOf(config),
    payloads: payloadFolder(config.mappings),
    receive,
    consoleFiles: readConsoleFiles,
    newId: () => newEventId(served.clock.now(), random),
    version: version(),
    isDraining: readiness.isDown,
    readinessAsked: readiness.asked,
  });
}

/** OpenTelemetry is loaded only if the config has `telemetry`. */
async function tracesOf({ telemetry }: Config, parts: TraceParts): Promise<Traces | undefined> {
  if (!telemetry) return undefined;
  const { openTraces } = await import('../../traces/open-traces.ts');
  return openTraces(telemetry, parts);
}

/** An open store and its parts. */
interface Opened {
  readonly time: Time;
  readonly store: Store;
  /** Resolves with the reason when nothing can be written any more. */
  readonly brokeDown: Promise<string>;
  readonly messenger: Messenger;
  /** The time when an event of each source last failed. */
  readonly failures: Map<string, number>;
  readonly prepareTelling: OutcomesToTell['prepare'];
}

async function openWatched(
  config: Config,
  parts: { readonly report: (report: Report) => void; readonly log: Log; readonly metrics: Metrics },
): Promise<Opened> {
  const { report, log, metrics } = parts;
  const { time, tellTime } = timeOf(config.store);
  const { promise, resolve } = Promise.withResolvers<string>();
  const count = countEventOutcomes(metrics, config.sources);
  beginEventOutcomes(metrics, config.sources.keys());
  const failures = new Map<string, number>();
  let messenger: Messenger | undefined;
  const written = (receiver: string) => messenger?.wake(receiver);
  const { telling, prepare: loadTelling } = await prepareTelling(config, { metrics, log, written });
  try {
    const store = await openStore(config.store, {
      clock: time,
      tellTime,
      ...(config.store.kind === 'postgres' && { tellRoundTrip: storeRoundTrips(metrics).observe }),
      brokeDown: resolve,
      notify: logStatusNotices(config, report),
      traced: config.telemetry !== undefined,
      count(outcome) {
        count(outcome);
        if (outcome.status === 'failed') failures.set(outcome.source, time.now());
      },
      outcomes: telling,
      examined: found => tellExamined(found, log),
      made: () => tellMade(config.store, log),
    });
    messenger = createMessenger({ config, store, time, random: Math.random, log, metrics });
    return { time, store, brokeDown: promise, messenger, failures, prepareTelling: loadTelling };
  } catch (error) {
    throw new CommandFailed(`the store cannot be opened: ${(error as Error).message}`);
  }
}

/**
 * Processes that share a database use its clock, which they read now and then; a single process uses the clock of its
 * machine.
 */
function timeOf({ kind }: Config['store']): {
  readonly time: Time;
  readonly tellTime?: (now: number) => void;
} {
  if (kind === 'sqlite') return { time: steadyTime(systemTime) };
  const time = toldTime(systemTime);
  return { time, tellTime: time.tell };
}

/** Returns a digest of the settings that all processes of a store should share; none of them is secret. */
function configDigest({ destinations, sources }: Config): string {
  const places = [...destinations.values()].map(({ name, baseUrl, locale, statuses, limits }) => [
    name,
    baseUrl,
    locale,
    statuses,
    limits,
  ]);
  const text = JSON.stringify([places, [...sources.keys()]]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Returns random bytes from a pool, because many small requests to the system are slow. */
function pooledRandomBytes(): (size: number) => Uint8Array {
  let pool = randomBytes(4096);
  let used = 0;
  return size => {
    if (used + size > pool.length) {
      pool = randomBytes(4096);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}
