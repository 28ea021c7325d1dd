import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Log } from '../../../log/log.ts';
import { isOneOf } from '../../../receive/schemes/same-secret.ts';
import type { Metrics } from '../../health/metrics.ts';
import { type Answer, problem } from '../../http/answer.ts';
import type { FindCaller } from '../../http/caller.ts';
import { isForeignPage } from './foreign-page.ts';
import { networkOf } from './network-of.ts';
import { throttleAttempts } from './throttle.ts';

/** What access control works with. */
export interface AccessControlParts {
  readonly config: Pick<Config, 'server'>;
  readonly callerOf: FindCaller;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'warn'>;
}

/** Admits requests to the API only with the admin's token. */
export interface AccessControl {
  /** The answer to a request that is refused; nothing where it is admitted. */
  refusal(request: FastifyRequest, reply: FastifyReply): Promise<Answer | undefined>;
  /** Ends every wait of a throttled request. */
  close(): void;
}

const reasons = ['wrong-token', 'no-token', 'too-many-tries', 'foreign-page'] as const;
type Reason = (typeof reasons)[number];

/**
 * Checks the admin's token and refuses web pages of other sites. Wrong tokens slow down the address that they come
 * from, and no other.
 */
export function createAccessControl(
  admin: NonNullable<Config['admin']>,
  { config, callerOf, metrics, log }: AccessControlParts,
): AccessControl {
  const server = { ...config.server, ...admin.listen };
  const foreignPageAnswer = foreignPage(admin.listen === undefined);
  const refused = new Map(reasons.map(reason => [reason, counter(metrics, reason)]));
  const throttle = throttleAttempts((address, count) => {
    if (!/^10*$/.test(String(count))) return;
    const words =
      count === 1 ? 'admin token refused' : 'admin token refused again and again: it may be guessed';
    log.warn({ route: '/api', address, tries: count }, words);
  });
  const refuse = (reason: Reason, answer: Answer): Answer => {
    const cell = refused.get(reason);
    if (cell) cell.value += 1;
    return answer;
  };
  return {
    async refusal(request, reply) {
      const caller = callerOf(request.raw);
      if (isForeignPage({ ...request.headers, host: caller.host ?? request.headers.host }, server))
        return refuse('foreign-page', foreignPageAnswer);
      const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
      if (given === undefined) {
        log.warn({ route: '/api', address: caller.address }, 'request without the admin token refused');
        return refuse('no-token', unauthorizedAnswer);
      }
      const result = await throttle.attempt(
        networkOf(caller),
        () => isOneOf([admin.token], given),
        leave => reply.raw.once('close', leave),
      );
      if (result === 'right') return undefined;
      return result === 'wrong'
        ? refuse('wrong-token', unauthorizedAnswer)
        : refuse('too-many-tries', tooManyAnswer);
    },
    close: throttle.end,
  };
}

function counter(metrics: Metrics, reason: Reason) {
  const help = 'Requests to the admin API that were refused, by reason.';
  return metrics.counter('fieldbridge_admin_refused_total', help, { reason: reason.replaceAll('-', '_') });
}

const unauthorizedAnswer = problem(
  401,
  'the admin token is missing or wrong',
  'Send the header Authorization: Bearer TOKEN, with admin.token of the config.',
  { 'www-authenticate': 'Bearer realm="fieldbridge"' },
);

const tooManyAnswer = problem(
  429,
  'too many wrong admin tokens come from this address',
  'Try again in some seconds. Where strangers share your address, as behind a proxy, give the API one of its own: admin.listen.',
  { 'retry-after': '7' },
);

function foreignPage(isPublic: boolean): Answer {
  const hint = isPublic
    ? 'Set server.publicUrl to the address under which you open it.'
    : 'Open it at the address that admin.listen says.';
  return problem(403, 'web pages of other sites may not use the admin API', hint);
}
