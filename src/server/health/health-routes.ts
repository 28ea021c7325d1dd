import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { IntakeStore } from '../../inbox/intake-store.ts';
import { type StoreHealth, StoreUnavailable } from '../../inbox/store.ts';
import type { StoreLookups } from '../../inbox/store-lookups.ts';
import { type Metrics, metricsContentType } from '../../metrics/metrics.ts';
import { ok, sendAnswer } from '../http/answer.ts';
import type { Load } from '../http/load.ts';
import { type BridgeFacts, bridgeFigures } from './bridge-figures.ts';
import { readOverview } from './overview.ts';
import { type ProcessState, processFigures } from './process-figures.ts';
import { processesFigures } from './processes.ts';
import { type ReadinessParts, readiness, whyNotReady } from './readiness.ts';
import { type ReceiverState, receiverFigures } from './receivers.ts';
import { shareAnswers } from './share-answers.ts';

/** The dependencies of the health routes. */
export interface HealthParts extends ReadinessParts {
  readonly config: Pick<Config, 'destinations' | 'sources'>;
  readonly bridge: Pick<Bridge, 'destinations' | 'mappings' | 'clockSkew' | 'processes' | 'unwritten'>;
  readonly store: IntakeStore & StoreLookups;
  readonly metrics: Metrics;
  /** The states of the receivers of callbacks and alerts; by default there are none. */
  readonly receivers?: (() => Promise<readonly ReceiverState[]>) | undefined;
  /** Returns the end of the certificate for senders, in epoch milliseconds; undefined without TLS. */
  readonly certificateUntil: () => number | undefined;
  /** The version of the program. */
  readonly version: string;
  readonly load: Load;
  readonly loopDelayMs: () => number;
  /** Called at each request of `/readyz`. */
  readonly readinessAsked: () => void;
}

/** The store is read at most once in this time, because anyone may request these routes. Milliseconds. */
const storeMs = 500;

/** Adds `/healthz`, which reports only that the process responds. */
export function addLiveness(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async (_request, reply) => sendAnswer(reply, ok({ status: 'ok' })),
  });
}

/** Adds `/readyz` and `/metrics`. */
export function addHealthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const storeHealth = memoize(parts.clock, storeMs, () => parts.store.health());
  const counts = memoize(parts.clock, storeMs, () => parts.store.counts());
  // Constant while the process lives: a changed number would look like a restart.
  const startedAt = Math.round(parts.clock.now() - process.uptime() * 1000) / 1000;
  const receivers = memoize(parts.clock, storeMs, async () => (await parts.receivers?.()) ?? []);
  const overview = async () => readOverview(parts.bridge, await counts());

  const readyz = shareAnswers(parts.clock, async () => {
    const [health, view, told] = await Promise.all([
      storeHealth(),
      unlessUnavailable(overview),
      unlessUnavailable(receivers),
    ]);
    const body = readiness(parts, health, view, told);
    return { ...ok(body), status: body.status === 'ready' ? 200 : 503 };
  });
  const metrics = shareAnswers(parts.clock, async () => {
    const [health, ofBridge] = await Promise.all([
      storeHealth(),
      unlessUnavailable(async () => [
        ...bridgeFigures(await overview(), await bridgeFacts(parts)),
        ...receiverFigures(await receivers(), parts.clock.now()),
        ...processesFigures(parts.bridge.processes()),
      ]),
    ]);
    const ofProcess = processFigures(processState(parts, startedAt, health));
    return {
      status: 200,
      body: parts.metrics.text([...ofProcess, ...(ofBridge ?? [])]),
      headers: { 'content-type': metricsContentType },
    };
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async (_request, reply) => {
      parts.readinessAsked();
      return sendAnswer(reply, await readyz());
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (_request, reply) => sendAnswer(reply, await metrics()),
  });
}

function processState(parts: HealthParts, startedAt: number, health: StoreHealth): ProcessState {
  return {
    version: parts.version,
    startedAt,
    isReady: whyNotReady(parts, health) === undefined,
    bytesInFlight: parts.load.bytes(),
    loopDelayMs: parts.loopDelayMs(),
    logLinesLost: parts.logOutput?.lost() ?? 0,
    clockSkewMs: parts.bridge.clockSkew()?.ms ?? 0,
    unwrittenResults: parts.bridge.unwritten(),
    certificateUntil: parts.certificateUntil(),
    unreadableSecrets: parts.unreadableSecrets?.().length ?? 0,
    refusedInARow: new Map(
      [...parts.config.sources.keys()].map(name => [name, parts.sources.of(name).streak?.count ?? 0]),
    ),
  };
}

async function bridgeFacts({ config, store, clock }: HealthParts): Promise<BridgeFacts> {
  const oldestDueAt = new Map<string, number>();
  for (const name of config.destinations.keys()) {
    const at = await store.nextDueAt(name);
    if (at !== undefined) oldestDueAt.set(name, at);
  }
  return {
    now: clock.now(),
    catalogRefreshMs: new Map([...config.destinations].map(([name, each]) => [name, each.catalog.refreshMs])),
    oldestDueAt,
    room: await store.room(),
  };
}

/** The time limit for a response of the store, as for its health check. Milliseconds. */
const readWithinMs = 2_000;

/**
 * Returns undefined if the store cannot be read in time; its counts are then left out. The store's health check
 * reports the failure.
 */
async function unlessUnavailable<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, readWithinMs, undefined);
  });
  try {
    const reading = read();
    // Ignores a later failure.
    reading.catch(() => {});
    return await Promise.race([reading, late]);
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads at most once in `ms` milliseconds, and returns the last result in between. Simultaneous callers share one
 * read; a failure is not kept.
 */
function memoize<Result>(clock: Clock, ms: number, read: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    const now = clock.now();
    if (last && Math.abs(now - last.at) < ms) return last.result;
    const result = read();
    const made = { at: now, result };
    last = made;
    result.catch(() => {
      if (last === made) last = undefined;
    });
    return result;
  };
}
