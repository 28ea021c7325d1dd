import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Log } from '../../../log/log.ts';
import type { Metrics } from '../../../metrics/metrics.ts';
import { isOneOf } from '../../../receive/schemes/same-secret.ts';
import { type Answer, problem } from '../../http/answer.ts';
import type { Caller, FindCaller } from '../../http/caller.ts';
import type { Role } from '../roles.ts';
import { throttleAttempts } from './throttle.ts';

/** The dependencies of access control. */
export interface AccessControlParts {
  readonly config: Pick<Config, 'server'>;
  readonly callerOf: FindCaller;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'warn'>;
  /** Returns the role of the console session of a request; absent without a console. */
  readonly sessionRole?: (request: IncomingMessage) => Promise<Role | undefined>;
}

/** The role of an accepted request, or the response that refuses it. */
export type Admission =
  | { readonly kind: 'admitted'; readonly role: Role }
  | { readonly kind: 'refused'; readonly answer: Answer };

/** Accepts requests to the API only with one of its tokens, or from the console with a session. */
export interface AccessControl {
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Admission>;
  /** Checks a token that did not come in the header. */
  check(token: string, request: FastifyRequest, reply: FastifyReply): Promise<Admission>;
  /** Refuses a request from another site; with `own page only`, any that is not from a page of this server. */
  refuseForeign(request: FastifyRequest, which?: 'own page only'): Answer | undefined;
  /** Ends every wait of a throttled request. */
  close(): void;
}

const reasons = ['wrong-token', 'no-token', 'too-many-tries', 'foreign-page'] as const;
type Reason = (typeof reasons)[number];

/**
 * Checks the tokens and refuses web pages of other sites. Wrong tokens slow down only the address that sent
 * them.
 */
export function createAccessControl(
  admin: NonNullable<Config['admin']>,
  { config, callerOf, metrics, log, sessionRole }: AccessControlParts,
): AccessControl {
  const server = { ...config.server, ...admin.listen };
  const foreignPageAnswer = foreignPage(admin.listen === undefined);
  const refused = new Map(reasons.map(reason => [reason, counter(metrics, reason)]));
  const throttle = throttleAttempts((address, tries) => {
    if (!/^10*$/.test(String(tries))) return;
    const words = tries === 1 ? 'admin token refused' : 'admin token refused many times';
    log.warn({ route: '/api', address, tries }, words);
  });
  const count = (reason: Reason) => {
    const cell = refused.get(reason);
    if (cell) cell.value += 1;
  };
  const refuse = (reason: Reason, answer: Answer): Admission => {
    count(reason);
    return { kind: 'refused', answer };
  };
  function refuseForeign(request: FastifyRequest, which?: 'own page only'): Answer | undefined {
    const headers = { ...request.headers, host: callerOf(request.raw).host ?? request.headers.host };
    const isRefused = isForeignPage(headers, server) || (which !== undefined && !isOwnPage(headers));
    if (!isRefused) return undefined;
    count('foreign-page');
    return foreignPageAnswer;
  }

  async function check(token: string, request: FastifyRequest, reply: FastifyReply): Promise<Admission> {
    let role: Role | undefined;
    const result = await throttle.attempt(
      networkOf(callerOf(request.raw)),
      () => {
        role = roleOf(token, admin);
        return role !== undefined;
      },
      leave => reply.raw.once('close', leave),
    );
    if (result === 'right' && role !== undefined) return { kind: 'admitted', role };
    return result === 'wrong'
      ? refuse('wrong-token', unauthorizedAnswer)
      : refuse('too-many-tries', tooManyAnswer);
  }

  return {
    check,
    refuseForeign,
    async admit(request, reply) {
      const foreign = refuseForeign(request);
      if (foreign) return { kind: 'refused', answer: foreign };
      const { authorization } = request.headers;
      const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (given !== undefined) return check(given, request, reply);
      const role = authorization === undefined ? await sessionRole?.(request.raw) : undefined;
      if (role !== undefined) {
        // A browser adds the cookie automatically, also to requests from other pages.
        const answer = request.method === 'GET' ? undefined : refuseForeign(request, 'own page only');
        return answer ? { kind: 'refused', answer } : { kind: 'admitted', role };
      }
      log.warn(
        { route: '/api', address: callerOf(request.raw).address },
        'request without admin token refused',
      );
      return refuse('no-token', unauthorizedAnswer);
    },
    close: throttle.end,
  };
}

/** Always compares with both tokens, so that the duration reveals nothing. */
function roleOf(given: string, { token, readToken }: NonNullable<Config['admin']>): Role | undefined {
  const isAdmin = isOneOf([token], given);
  const isReader = isOneOf(readToken ? [readToken] : [], given);
  if (isAdmin) return 'admin';
  return isReader ? 'reader' : undefined;
}

function counter(metrics: Metrics, reason: Reason) {
  const help = 'Refused requests to the admin API, by reason.';
  return metrics.counter('fieldbridge_admin_refused_total', help, { reason: reason.replaceAll('-', '_') });
}

const unauthorizedAnswer = problem(
  401,
  'the admin token is missing or wrong',
  'Send the header Authorization: Bearer TOKEN, with admin.token of the config, or admin.readToken to look only.',
  { 'www-authenticate': 'Bearer realm="fieldbridge"' },
);

const tooManyAnswer = problem(
  429,
  'too many wrong admin tokens come from this address',
  'Try again in some seconds. If strangers share your address, as behind a proxy, give the API a separate address: admin.listen.',
  { 'retry-after': '7' },
);

function foreignPage(isPublic: boolean): Answer {
  const hint = isPublic
    ? 'Set server.publicUrl to the address under which you open it.'
    : 'Open it at the address that admin.listen says.';
  return problem(403, 'web pages of other sites may not use the admin API', hint);
}

/**
 * True if another web page sent the request: a page of another site or, if the server listens only on this machine, a
 * page whose host name was redirected to it (DNS rebinding). Then the Host is neither a loopback name nor the server's
 * public one. Programs send neither Origin nor Sec-Fetch-Site and are not affected.
 */
function isForeignPage(
  headers: IncomingHttpHeaders,
  server: Pick<Config['server'], 'host' | 'publicUrl'>,
): boolean {
  const site = headers['sec-fetch-site'];
  const origin = headers.origin;
  if (site === undefined && origin === undefined) return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const host = (headers.host ?? '').toLowerCase();
  if (origin !== undefined && hostOf(origin) !== host) return true;
  return isLoopback(server.host) && !isLoopback(host) && host !== hostOf(server.publicUrl ?? '');
}

/** True if a page of this server certainly sent the request. Over plain HTTP some browsers send only the origin. */
function isOwnPage({ host, origin, ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && hostOf(origin) === (host ?? '').toLowerCase();
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)(:\d+)?$/i.test(host);
}

/**
 * Returns the key under which the attempts of a caller are counted: its address, or its network for IPv6, because one
 * computer has all addresses of its network. Requests with untrusted forwarding headers count separately, so that
 * somebody who guesses through a proxy of this machine does not slow down its users. Invented headers give one caller
 * at most two keys.
 */
export function networkOf({ address, forwarded }: Pick<Caller, 'address' | 'forwarded'>): string {
  const network = wide(address);
  return forwarded ? `${network}, forwarded` : network;
}

function wide(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const left = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - groups.length - left.length)).fill('0');
  return `${[...groups, ...zeros, ...left].slice(0, 4).join(':')}::/64`;
}
