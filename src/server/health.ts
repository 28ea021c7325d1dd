import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Bridge, DestinationView, MappingView } from '../deliver/bridge.ts';
import type { Clock } from '../inbox/clock.ts';
import type { IntakeStore } from '../inbox/intake-store.ts';
import { StoreUnavailable } from '../inbox/store.ts';
import type { StoreLookups } from '../inbox/store-lookups.ts';
import { ok, send } from './answer.ts';
import { faultyMappings } from './faulty-mappings.ts';
import { gauges } from './gauges.ts';
import type { Load } from './load.ts';
import type { LogOutput } from './log-output.ts';
import { type Metrics, metricsContentType } from './metrics.ts';
import { type Overview, readOverview } from './overview.ts';
import { streakWords } from './refusal-streak.ts';
import { remember } from './remember.ts';
import type { SourceWatch } from './source-watch.ts';

/** What the health routes look at. */
export interface HealthParts {
  readonly config: Pick<Config, 'destinations' | 'sources'>;
  readonly bridge: Pick<Bridge, 'destinations' | 'mappings' | 'clockSkew' | 'unwritten'>;
  readonly store: IntakeStore & StoreLookups;
  readonly sources: Pick<SourceWatch, 'of'>;
  readonly metrics: Metrics;
  readonly load: Load;
  readonly loopDelayMs: () => number;
  /** Where the log goes, if the program minds it. */
  readonly logOutput?: Pick<LogOutput, 'trouble' | 'lost'> | undefined;
  /** Whether the program is stopping: it should get no new traffic, but still serves what comes. */
  readonly isDraining: () => boolean;
  /** Called when somebody asks `/readyz`. */
  readonly readinessAsked: () => void;
  readonly clock: Clock;
}

/** Anyone may ask for these without a token, so the store is asked anew only so often. */
const storeMs = 500;

/** Adds `/healthz`, which tells nothing but that the process answers. */
export function addLiveness(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async (_request, reply) => send(reply, ok({ status: 'ok' })),
  });
}

/** Adds `/readyz` and `/metrics`. */
export function addHealthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const storeHealth = remember(parts.clock, storeMs, () => parts.store.health());
  const counts = remember(parts.clock, storeMs, () => parts.store.counts());
  const overview = async () => readOverview(parts.bridge, await counts());

  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async (_request, reply) => {
      parts.readinessAsked();
      const health = await storeHealth();
      const reason = parts.isDraining()
        ? 'the program is stopping'
        : health.writable
          ? undefined
          : health.reason;
      const view = await unlessUnavailable(overview);
      const body = {
        status: reason === undefined ? 'ready' : 'not ready',
        ...(reason !== undefined && { reason }),
        ...(health.writable && health.warning !== undefined && { warning: health.warning }),
        ...whatIsUnwritten(parts),
        ...whatClockIsWrong(parts),
        ...whatIsNotLogged(parts),
        ...whatIsRefused(parts),
        ...(view && whatIsHeld(view, parts.config)),
        ...(view && faultyMappings(view.mappings)),
      };
      return send(reply, { ...ok(body), status: reason === undefined ? 200 : 503 });
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
      return send(reply, {
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

function whatIsUnwritten({ bridge }: HealthParts): Record<string, unknown> {
  const count = bridge.unwritten();
  return count > 0 ? { unwritten: `results of calls waiting to be written: ${count}` } : {};
}

function whatClockIsWrong({ bridge }: HealthParts): Record<string, unknown> {
  const proof = bridge.clockSkew();
  return proof ? { clock: proof.words } : {};
}

/** A program without a log takes webhooks as well as ever. */
function whatIsNotLogged({ logOutput }: HealthParts): Record<string, unknown> {
  const trouble = logOutput?.trouble();
  return trouble === undefined ? {} : { log: trouble };
}

/** A sender whose webhooks are refused is no reason to be sent no more of them. */
function whatIsRefused({ config, sources, clock }: HealthParts): Record<string, unknown> {
  const refused = [...config.sources.keys()].flatMap(name => {
    const { streak } = sources.of(name);
    return streak ? [streakWords(name, streak, clock.now())] : [];
  });
  return refused.length > 0 ? { refused } : {};
}

function whatIsHeld(
  { destinations, mappings, counts }: Overview,
  { sources }: HealthParts['config'],
): Record<string, unknown> {
  const stopped = destinations.filter(each => each.state === 'held' || each.state === 'paused');
  const heldMappings = mappings.filter(each => each.held !== null);
  const unmapped = [...sources.keys()].filter(name => !mappings.some(each => each.source === name));
  return {
    held: [
      ...stopped.map(destinationWords),
      ...heldMappings.map(mappingWords),
      ...unclaimedWords(counts.unclaimed, unmapped),
    ],
    destinations: stopped.map(({ name, state, reason, since, waiting }) => ({
      name,
      state,
      reason,
      since,
      waiting,
    })),
    mappings: heldMappings.map(({ name, held, calls }) => ({
      name,
      reason: held?.reason,
      since: held?.since,
      waiting: calls.held,
    })),
    failed: counts.statuses.failed,
    uncertain: counts.statuses.uncertain,
  };
}

function destinationWords({ name, state, reason, waiting }: DestinationView): string {
  return `the destination ${name} is ${state}${because(reason)}; ${waitingWords(waiting)}`;
}

function mappingWords({ name, held, calls }: MappingView): string {
  return `the mapping ${name} is held${because(held?.reason)}; ${waitingWords(calls.held)}`;
}

/** Of a mapping file that cannot be used, its fault is told by itself. */
function unclaimedWords(waiting: number, unmapped: readonly string[]): readonly string[] {
  if (waiting === 0) return [];
  const which = unmapped.length > 0 ? `; there is none for ${unmapped.join(', ')}` : '';
  return [`${waiting === 1 ? '1 event waits' : `${waiting} events wait`} for a mapping${which}`];
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`;
}

function waitingWords(waiting: number): string {
  return waiting === 1 ? '1 call waits' : `${waiting} calls wait`;
}
