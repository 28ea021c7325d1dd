import { METHODS } from 'node:http';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Bridge } from '../deliver/bridge.ts';
import { EvaluationsBusy } from '../expressions/thread/evaluate-elsewhere.ts';
import type { Clock } from '../inbox/clock.ts';
import type { EventArchive } from '../inbox/event-archive.ts';
import { type Store, StoreUnavailable } from '../inbox/store.ts';
import type { receive } from '../receive/receive.ts';
import { problem, send, unavailable } from './answer.ts';
import { addApi } from './api/api.ts';
import { answerClientError } from './client-error.ts';
import { limitConnections } from './connections.ts';
import { addHealthRoutes } from './health.ts';
import { defaultLoadLimits, type LoadLimits, measureLoad } from './load.ts';
import { describeError, type Log, logTo } from './log.ts';
import { watchLoopDelay } from './loop-delay.ts';
import { createMetrics } from './metrics.ts';
import { keepRefusals } from './refusals.ts';
import { watchSources } from './source-watch.ts';
import { sparingLog } from './sparing-log.ts';
import { addWebhookRoutes } from './webhook-route.ts';

/** What the server is made of. */
export interface ServerOptions {
  readonly config: Config;
  readonly bridge: Bridge;
  readonly store: Store;
  /** Opens the stored events for reading, beside the store. */
  readonly openArchive: () => EventArchive;
  readonly receive: typeof receive;
  /** A new public id of an event. */
  readonly newId: () => string;
  readonly logger: Logger | false;
  readonly clock: Clock;
  /** Whether the program is stopping: `/readyz` says so, but what comes is still served until `close`. */
  readonly isDraining?: () => boolean;
  /** Called when somebody asks `/readyz`. */
  readonly readinessAsked?: () => void;
  /** How long verifying and storing may take before the sender is asked to try again. */
  readonly handlerTimeoutMs?: number;
  readonly loadLimits?: LoadLimits;
  /** How many connections there may be at a time. */
  readonly connections?: number;
  /** How late the process is with its work, in milliseconds; measured where it is left out. */
  readonly loopDelayMs?: () => number;
}

const limits = {
  connections: 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Above the 60 s after which common proxies let go of an idle connection. */
  keepAliveTimeoutMs: 72_000,
  checkTimeoutsEveryMs: 5_000,
  handlerTimeoutMs: 5_000,
  lateMs: 100,
  overloadedMs: 500,
  paramLength: 200,
};

const fullWords = 'there are more connections than may be; those that have not sent a whole request go first';
const lateWords = 'this process is late with its work; give it more of a processor';

/**
 * The HTTP server: webhooks, health and figures, the admin's API. It does not listen yet. `close`
 * takes no new connections and resolves when what is under way is answered.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const log = logTo(options.logger);
  const isDraining = options.isDraining ?? (() => false);
  const app = createApp(log, isDraining);
  const loopDelayMs = options.loopDelayMs ?? watch(app);
  const metrics = createMetrics();
  const load = measureLoad(options.loadLimits ?? defaultLoadLimits);
  const { config, store, clock } = options;
  const warn = sparingLog(clock, log);
  const sources = watchSources({ clock, warn });
  const connections = options.connections ?? limits.connections;
  limitConnections(app.server, connections, () => warn('connections', { connections }, fullWords));
  const common = { ...options, metrics, load, log, warn, sources };

  const webhookAt = addWebhookRoutes(app, {
    ...common,
    receive: (source, request) =>
      options.receive(source, request, {
        now: clock.now(),
        newId: options.newId,
        publicUrl: config.server.publicUrl,
      }),
    refusals: keepRefusals({ store, clock, warn }),
    overloaded: () => {
      const ms = Math.round(loopDelayMs());
      if (ms > limits.lateMs) warn('late', { ms }, lateWords);
      return ms > limits.overloadedMs;
    },
    handlerTimeoutMs: options.handlerTimeoutMs ?? limits.handlerTimeoutMs,
  });
  app.setNotFoundHandler((request, reply) => {
    const answerWebhook = webhookAt(request.raw.url ?? '');
    return answerWebhook ? answerWebhook(request, reply) : send(reply, notFoundAnswer);
  });
  for (const url of ['/console', '/console/*']) app.get(url, (_request, reply) => send(reply, consoleAnswer));
  addHealthRoutes(app, {
    ...common,
    loopDelayMs,
    isDraining,
    readinessAsked: options.readinessAsked ?? (() => {}),
  });
  addApi(app, common);
  await app.ready();
  return app;
}

/** The methods that reach the server. CONNECT never does: Node closes such a connection. */
const allMethods = METHODS.filter(method => method !== 'CONNECT');

function createApp(log: Log, isDraining: () => boolean): FastifyInstance {
  const answerError = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(reply, errorAnswer(error, log));
  const app = Fastify({
    // Fastify's own lines would show whole URLs.
    logger: false,
    // No route has a schema; without these, Fastify would load two compilers of schemas for nothing.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkTimeoutsEveryMs,
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      // A base URL that was entered with a slash too many makes two of them.
      ignoreDuplicateSlashes: true,
      maxParamLength: limits.paramLength,
    },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  // A sender may close its side of a connection once it has said all, and wait for its answer. Node would end the
  // connection at once: the webhook is stored then, and comes again.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  // Without a method that has a body, Fastify neither reads bodies nor judges content types: the routes do.
  for (const method of allMethods) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // Whoever keeps a connection should have another one before this program is gone.
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
  app.setErrorHandler(answerError);
  return app;
}

const notFoundAnswer = problem(
  404,
  'no source has this path',
  'Compare the URL with the paths of the sources in the config; the default is /hooks/NAME.',
);

const consoleAnswer = problem(
  404,
  'this version has no web console yet',
  'Use the commands of the shell, such as `fieldbridge events list`, or the API under /api.',
);

function errorAnswer(error: FastifyError, log: Log): ReturnType<typeof problem> {
  if (error instanceof StoreUnavailable) return unavailable('the store cannot be used right now');
  if (error instanceof EvaluationsBusy) return unavailable(error.message);
  if (error.statusCode !== undefined && error.statusCode < 500) return notFoundAnswer;
  log.error({ error: describeError(error) }, 'request failed unexpectedly');
  return problem(500, 'something went wrong here; the log of the server says more');
}

function watch(app: FastifyInstance): () => number {
  const delay = watchLoopDelay();
  app.addHook('onClose', async () => delay.stop());
  return delay.ms;
}

function noSchemas(): never {
  throw new Error('a route has a schema, and nothing is there to compile it');
}
