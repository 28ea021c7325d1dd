import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import type { IntakeStore } from '../../inbox/intake-store.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { StoreLookups } from '../../inbox/store-lookups.ts';
import { ok, sendAnswer } from '../http/answer.ts';
import type { Load } from '../http/load.ts';
import { gauges } from './gauges.ts';
import { memoize } from './memoize.ts';
import { type Metrics, metricsContentType } from './metrics.ts';
import { type Overview, readOverview } from './overview.ts';
import { type ReadinessParts, readiness } from './readiness.ts';

/** What the health routes look at. */
export interface HealthParts extends ReadinessParts {
  readonly config: Pick<Config, 'destinations' | 'sources'>;
  readonly bridge: Pick<Bridge, 'destinations' | 'mappings' | 'clockSkew' | 'unwritten'>;
  readonly store: IntakeStore & StoreLookups;
  readonly metrics: Metrics;
  readonly load: Load;
  readonly loopDelayMs: () => number;
  /** Called when somebody asks `/readyz`. */
  readonly readinessAsked: () => void;
}

/** Anyone may ask for these without a token, so the store is asked anew only so often. */
const storeMs = 500;

/** Adds `/healthz`, which says only that the process answers. */
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
  const overview = async () => readOverview(parts.bridge, await counts());

  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async (_request, reply) => {
      parts.readinessAsked();
      const health = await storeHealth();
      const body = readiness(parts, health, await unlessUnavailable(overview));
      return sendAnswer(reply, { ...ok(body), status: body.status === 'ready' ? 200 : 503 });
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (_request, reply) => {
      const view = await unlessUnavailable(overview);
      const measured = gauges(view, {
        bytesInFlight: parts.load.bytes(),
        loopDelayMs: parts.loopDelayMs(),
        logLinesLost: parts.logOutput?.lost() ?? 0,
        clockSkewMs: parts.bridge.clockSkew()?.ms ?? 0,
        destinations: new Set(parts.config.destinations.keys()),
        refusedInARow: new Map(
          [...parts.config.sources.keys()].map(name => [name, parts.sources.of(name).streak?.count ?? 0]),
        ),
      });
      return sendAnswer(reply, {
        status: 200,
        body: parts.metrics.text(measured),
        headers: { 'content-type': metricsContentType },
      });
    },
  });
}

/** Where the store cannot be read, what it counts is left out; that it cannot be written is said by its health. */
async function unlessUnavailable(overview: () => Promise<Overview>): Promise<Overview | undefined> {
  try {
    return await overview();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}
