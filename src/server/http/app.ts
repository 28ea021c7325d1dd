import { METHODS } from 'node:http';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { EvaluationsBusy } from '../../expressions/thread/evaluate-elsewhere.ts';
import { describeError, type Log } from '../../log/log.ts';
import { type Answer, problem, sendAnswer, unavailable } from './answer.ts';
import { withoutBasePath } from './base-path.ts';
import type { FindCaller } from './caller.ts';
import { answerClientError } from './client-error.ts';
import { limitConnections } from './connections.ts';
import { refuseHost } from './host-header.ts';
import { parseInTurns } from './parse-in-turns.ts';

/** A certificate chain and its key, both as PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** The parts of an app. */
export interface AppParts {
  readonly log: Log;
  /** True if the program is stopping: requests are still served until the app is closed. */
  readonly isDraining: () => boolean;
  /** The maximum number of connections. */
  readonly connections: number;
  /** A path prefix that a proxy does not remove, so it is removed here; empty without one. */
  readonly basePath: string;
  readonly callerOf: FindCaller;
  /** Uses TLS with this certificate; by default plain HTTP. */
  readonly tls?: CertificatePair | undefined;
  /** The response to a path that cannot be a route. */
  readonly notFound: Answer;
}

const limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  /** Longer than the 60 s after which common proxies close an idle connection. */
  keepAliveTimeoutMs: 72_000,
  checkTimeoutsEveryMs: 5_000,
  paramLength: 200,
};

const noQuery: Record<string, never> = Object.freeze({});

/** The methods that reach the server. CONNECT does not, because Node closes such a connection. */
const allMethods = METHODS.filter(method => method !== 'CONNECT');

/** Creates an HTTP server without routes. It always responds with JSON and reads no body automatically. */
export function createApp(parts: AppParts): FastifyInstance {
  const { log, isDraining, connections, basePath, callerOf, tls, notFound } = parts;
  const answerError = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendAnswer(reply, errorAnswer(error, log, notFound));
  const options = {
    // Fastify's own lines would show whole URLs.
    logger: false,
    // No route has a schema; without these, Fastify would load two compilers of schemas for nothing.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    ...(basePath !== '' && { rewriteUrl: withoutBasePath(basePath) }),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    routerOptions: {
      ignoreTrailingSlash: true,
      // A base URL that ends with a slash leads to paths with two.
      ignoreDuplicateSlashes: true,
      maxParamLength: limits.paramLength,
      // `queryOf` parses what a route needs.
      querystringParser: () => noQuery,
    },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  };
  const http = {
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: limits.checkTimeoutsEveryMs,
    // `refuseHost` checks it and explains the problem.
    requireHostHeader: false,
  };
  // The code below does not distinguish the two kinds of servers.
  const app = tls
    ? (Fastify({
        ...options,
        https: { ...http, ...tls, handshakeTimeout: limits.headersTimeoutMs },
      }) as unknown as FastifyInstance)
    : Fastify({ ...options, http });
  // A sender may close its sending side after the request and wait for the response. Node would end the
  // connection at once, and the sender would repeat a webhook that is stored.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  // Without methods that have a body, Fastify neither reads bodies nor checks content types: the routes do.
  for (const method of allMethods) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // A client with a persistent connection should open another one before this program ends.
    if (isDraining()) reply.header('connection', 'close');
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    const refused = refuseHost(request.raw);
    if (!refused) return done();
    log.warn({ address: callerOf(request.raw).address }, 'invalid Host header refused');
    sendAnswer(reply, refused);
  });
  app.setErrorHandler(answerError);
  parseInTurns(app.server);
  const held = limitConnections(app.server, connections, () =>
    log.warn({ connections }, 'too many connections'),
  );
  app.addHook('preClose', async () => held.endSilent());
  return app;
}

function errorAnswer(error: FastifyError, log: Log, notFound: Answer): Answer {
  if (error instanceof EvaluationsBusy) return unavailable(error.message);
  if (error.statusCode !== undefined && error.statusCode < 500) return notFound;
  log.error({ error: describeError(error) }, 'request failed unexpectedly');
  return problem(500, 'something went wrong here; the log of the server says more');
}

function noSchemas(): never {
  throw new Error('a route has a schema, and nothing is there to compile it');
}
