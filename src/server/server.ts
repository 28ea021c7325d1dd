import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { validityOf } from '../config/secrets/certificate-validity.ts';
import type { Bridge } from '../deliver/bridge.ts';
import type { FileEditor } from '../edit/file-editor.ts';
import type { ActivityStore } from '../inbox/activity-store.ts';
import type { Clock } from '../inbox/clock.ts';
import type { EventArchive } from '../inbox/event-archive.ts';
import type { IntakeStore } from '../inbox/intake-store.ts';
import type { OperatorStore } from '../inbox/operator-store.ts';
import type { SessionStore } from '../inbox/session-store.ts';
import type { Log } from '../log/log.ts';
import type { ParsedMapping } from '../mapping/parse/parse-mapping.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { receive } from '../receive/receive.ts';
import type { Traces } from '../traces/traces.ts';
import { createAccessControl } from './api/access/access-control.ts';
import { addApi } from './api/api.ts';
import type { PayloadFolder } from './api/api-route.ts';
import type { SetupAccess } from './api/routes/setup/setup-access.ts';
import { addConsole, type ConsoleAccess, type ConsoleFiles } from './console/console-routes.ts';
import { sessionCookie } from './console/session-cookie.ts';
import { createSessions } from './console/sessions.ts';
import { type ActivityLog, countedSinceStart, createActivityLog } from './health/activity-log.ts';
import type { ConfigState } from './health/config-state.ts';
import { addHealthRoutes, addLiveness } from './health/health-routes.ts';
import type { LogOutput } from './health/log-output.ts';
import { watchLoopDelay } from './health/loop-delay.ts';
import type { ReceiverState } from './health/receivers.ts';
import type { UnreadableSecret } from './health/secret-files.ts';
import { type SourceWatch, watchSources } from './health/source-watch.ts';
import { problem, sendAnswer } from './http/answer.ts';
import { type CertificatePair, createApp } from './http/app.ts';
import { callerFinder, type FindCaller } from './http/caller.ts';
import { mostConnections } from './http/connections.ts';
import { defaultLoadLimits, type LoadLimits, measureLoad } from './http/load.ts';
import { createTurnBudget } from './http/turn-budget.ts';
import type { IngestParts } from './webhooks/ingest.ts';
import { keepRefusals } from './webhooks/keep-refusals.ts';
import { noteUnknownPaths, type UnknownPaths } from './webhooks/unknown-paths.ts';
import { noSourceAnswer } from './webhooks/webhook-answers.ts';
import { createWebhookAnswers, type WebhookAnswers } from './webhooks/webhook-routes.ts';

/** The parts of the server. */
export interface ServerOptions {
  readonly config: Config;
  readonly bridge: Bridge;
  readonly store: IntakeStore & OperatorStore & SessionStore & ActivityStore;
  /** Opens the stored events for reading, beside the store. */
  readonly openArchive: () => Promise<EventArchive>;
  /** Parses a text as the file of this mapping, in steps. Payloads are read from that file's folder. */
  readonly readText: (mapping: string, text: string) => Generator<void, ParsedMapping>;
  /** The payloads in the folder of the mappings; absent if they cannot be read. */
  readonly payloads?: PayloadFolder | undefined;
  /** Returns the file of a mapping by its path in the folder; for a new mapping, its future file. */
  readonly fileName: (mapping: string) => string;
  /** Reads and writes the files of mappings. */
  readonly editor: FileEditor;
  readonly receive: typeof receive;
  /** Returns a new public id of an event. */
  readonly newId: () => string;
  readonly log: Log;
  /** Reads the files of the console at the first request for them; absent if there are none. */
  readonly consoleFiles?: () => Promise<ConsoleFiles | undefined>;
  /** The metrics, if other parts count too; by default the server has its own. */
  readonly metrics?: Metrics;
  /** The version of the program. */
  readonly version: string;
  readonly clock: Clock;
  /** True if the program is stopping: `/readyz` reports it, but requests are still served until `close`. */
  readonly isDraining?: () => boolean;
  /** Called at each request of `/readyz`. */
  readonly readinessAsked?: () => void;
  /** The time limit for verifying and storing before the sender is asked to retry, in milliseconds. */
  readonly handlerTimeoutMs?: number;
  readonly loadLimits?: LoadLimits;
  /** The maximum number of connections. */
  readonly connections?: number;
  /** The output of the log, if the program watches it; `/readyz` reports its state. */
  readonly logOutput?: Pick<LogOutput, 'trouble' | 'lost'> | undefined;
  /** The state of the config on disk; absent if the program does not watch it. */
  readonly configState?: (() => ConfigState) | undefined;
  /** The secret files that cannot be read any more; absent if the program does not watch them. */
  readonly unreadableSecrets?: (() => readonly UnreadableSecret[]) | undefined;
  /** The states of the receivers of callbacks and alerts; absent if there are none. */
  readonly receivers?: (() => Promise<readonly ReceiverState[]>) | undefined;
  /** The functions of the program for setting up; absent if it has none. */
  readonly setup?: SetupAccess | undefined;
  /** The delay of the event loop in milliseconds; measured by default. */
  readonly loopDelayMs?: () => number;
  /** By default nothing is recorded. */
  readonly traces?: Traces | undefined;
}

const limits = {
  handlerTimeoutMs: 5_000,
  /** Many webhooks at once therefore do not delay the sending of calls. */
  webhooksPerTurn: 16,
  lateMs: 100,
  overloadedMs: 500,
};

/**
 * The HTTP servers, which do not listen yet. `close` of a server refuses new connections and resolves after all
 * responses.
 */
export interface Servers {
  /** Accepts the webhooks; without `admin.listen` it has all routes. */
  readonly webhooks: FastifyInstance;
  /** Serves the API, readiness and metrics if `admin.listen` sets a separate address; else undefined. */
  readonly admin: FastifyInstance | undefined;
  /** Creates the code of a link that signs in to the console once; undefined if the console is off. */
  readonly makeSignInCode: (() => Promise<string>) | undefined;
  /** The state of each source since the start. */
  readonly sources: Pick<SourceWatch, 'of'>;
  /** Stores the counts of this process; to be called regularly. */
  readonly activity: Pick<ActivityLog, 'keep'>;
  /** From now on webhooks are accepted for the present sources of the config. */
  readonly useSources: () => void;
  /** Uses this certificate for new connections; existing connections keep theirs. */
  readonly useCertificate: (pair: CertificatePair) => void;
}

/** The additional methods of a server with TLS. */
interface TlsServer {
  setSecureContext(pair: CertificatePair): void;
}

/** Creates the HTTP servers: webhooks, health and metrics, the API. */
export async function createServers(options: ServerOptions): Promise<Servers> {
  const { config, store, clock, log } = options;
  const isDraining = options.isDraining ?? (() => false);
  const connections = options.connections ?? mostConnections.webhooks;
  const callerOf = callerFinder(config.server.trustProxy);
  const shared = { log, isDraining, callerOf, basePath: config.server.basePath };
  const tls = config.server.tls && {
    cert: config.server.tls.cert.reveal(),
    key: config.server.tls.key.reveal(),
  };
  let certificateUntil = endOf(tls);
  const app = createApp({ ...shared, connections, tls, notFound: noSourceAnswer });
  const admin = config.admin?.listen
    ? createApp({ ...shared, connections: mostConnections.admin, notFound: nothingHereAnswer })
    : undefined;
  const loopDelayMs = options.loopDelayMs ?? watch(app);
  const metrics = options.metrics ?? createMetrics();
  const load = measureLoad(options.loadLimits ?? defaultLoadLimits);
  const sources = watchSources({ clock, log });
  const unknownPaths = noteUnknownPaths({ sources: config.sources, clock, log });
  const consoleFiles = options.consoleFiles ?? (async () => undefined);
  const counted = () => countedSinceStart(metrics, config.sources.keys());
  const activity = createActivityLog({ store, clock, counted });
  const common = { ...options, consoleFiles, callerOf, metrics, load, sources, unknownPaths, activity };

  const webhooks = addWebhooks(app, common, loopDelayMs);
  admin?.setNotFoundHandler((_request, reply) => sendAnswer(reply, nothingHereAnswer));
  for (const each of admin ? [app, admin] : [app]) addLiveness(each);
  const inside = admin ?? app;
  const admitting = admittingOf(common);
  addConsole(inside, common, admitting);
  addHealthRoutes(inside, {
    ...common,
    loopDelayMs,
    isDraining,
    certificateUntil: () => certificateUntil,
    readinessAsked: options.readinessAsked ?? (() => {}),
  });
  addApi(inside, common, admitting?.access);
  await Promise.all([app.ready(), admin?.ready()]);
  return {
    webhooks: app,
    admin,
    makeSignInCode: admitting?.sessions.makeLink,
    sources,
    activity,
    useSources() {
      webhooks.useSources();
      unknownPaths.useSources();
    },
    useCertificate(pair) {
      (app.server as Partial<TlsServer>).setSecureContext?.(pair);
      certificateUntil = endOf(pair);
    },
  };
}

/** Responds to the paths of the sources, and to unknown paths. */
function addWebhooks(
  app: FastifyInstance,
  parts: ServerOptions &
    Pick<IngestParts, 'callerOf' | 'load' | 'sources'> & {
      readonly metrics: Metrics;
      readonly unknownPaths: UnknownPaths;
    },
  loopDelayMs: () => number,
): WebhookAnswers {
  const { config, store, clock, log } = parts;
  const webhooks = createWebhookAnswers({
    ...parts,
    receive: (source, request, publicUrl) =>
      parts.receive(source, request, {
        now: clock.now(),
        newId: parts.newId,
        publicUrl,
        bodyLimit: config.server.bodyLimit,
      }),
    refusals: keepRefusals({ store, clock, log, sources: config.sources }),
    overloaded: () => isOverloaded(loopDelayMs(), log),
    turns: createTurnBudget(limits.webhooksPerTurn),
    handlerTimeoutMs: parts.handlerTimeoutMs ?? limits.handlerTimeoutMs,
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answerWebhook = webhooks.at(request.raw.url ?? '');
    return answerWebhook ? answerWebhook(request, reply) : answerUnknown(request, reply, parts);
  };
  app.post('/*', answer);
  app.setNotFoundHandler(answer);
  return webhooks;
}

function isOverloaded(delayMs: number, log: Pick<Log, 'warn'>): boolean {
  const ms = Math.round(delayMs);
  if (ms > limits.lateMs) log.warn({ ms }, 'event loop delayed');
  return ms > limits.overloadedMs;
}

function answerUnknown(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { unknownPaths, callerOf }: { readonly unknownPaths: UnknownPaths; readonly callerOf: FindCaller },
): FastifyReply {
  unknownPaths.note(raw, callerOf(raw).address);
  return sendAnswer(reply, noSourceAnswer);
}

function endOf(pair: CertificatePair | undefined): number | undefined {
  return pair && validityOf(pair.cert, 0).until;
}

const nothingHereAnswer = problem(
  404,
  'nothing is at this path',
  'Here are /console, /api, /readyz, /metrics and /healthz; webhooks go to the address of `server` in the config.',
);

/** The access control of the API and the console; undefined without a token in the config. */
function admittingOf(
  parts: Pick<ServerOptions, 'config' | 'store' | 'clock' | 'log'> & {
    readonly callerOf: FindCaller;
    readonly metrics: Metrics;
  },
): ConsoleAccess | undefined {
  const { config, callerOf } = parts;
  if (!config.admin) return undefined;
  const { token, readToken } = config.admin;
  const secret = () => `${token.reveal()}\n${readToken?.reveal() ?? ''}`;
  const sessions = createSessions({ ...parts, random: randomBytes, secret });
  const cookie = sessionCookie(config, callerOf, sessions.mark);
  const sessionRole = async (request: IncomingMessage) => {
    const key = cookie.keyOf(request);
    return key === undefined ? undefined : sessions.roleOf(key);
  };
  return { sessions, cookie, access: createAccessControl(config.admin, { ...parts, sessionRole }) };
}

function watch(app: FastifyInstance): () => number {
  const delay = watchLoopDelay();
  app.addHook('onClose', async () => delay.stop());
  return delay.ms;
}
