import type { IncomingMessage } from 'node:http';
import type { Config, SourceConfig } from '../../config/config.ts';
import { networksOf } from '../../config/networks.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { Added } from '../../inbox/event.ts';
import type { NewRefusal } from '../../inbox/refusal.ts';
import { tellStep } from '../../inbox/step.ts';
import { describeError, type Log } from '../../log/log.ts';
import { handshakeMethods } from '../../receive/handshakes/handshakes.ts';
import { meantHandshake } from '../../receive/handshakes/meant-handshake.ts';
import type { IncomingRequest } from '../../receive/incoming-request.ts';
import type { Received } from '../../receive/receive.ts';
import { type TraceContext, traceFields } from '../../traces/trace-context.ts';
import type { ArrivingWebhook, Traces } from '../../traces/traces.ts';
import type { SourceWatch } from '../health/source-watch.ts';
import { type Answer, againHint, problem, unavailable } from '../http/answer.ts';
import { publicBase, receivedUrl } from '../http/base-path.ts';
import type { Caller, FindCaller } from '../http/caller.ts';
import { type CollectedBody, collectBody } from '../http/collect-body.ts';
import type { Load, Share, Shortage } from '../http/load.ts';
import { tokenBucket } from '../http/token-bucket.ts';
import type { TurnBudget } from '../http/turn-budget.ts';
import { type RefusalKeeper, unreadRefusal } from './keep-refusals.ts';
import { outcomeAnswers } from './outcome-answers.ts';
import { acceptedAnswer, busyAnswer, methodAnswer, refusedAnswer } from './webhook-answers.ts';
import type { SourceMetrics } from './webhook-metrics.ts';
import { withTimeout } from './with-timeout.ts';

/** The dependencies of ingesting a webhook. */
export interface IngestParts {
  readonly config: Pick<Config, 'sources' | 'server'>;
  readonly bridge: Pick<Bridge, 'accept' | 'outcomeOf' | 'clockSkew'>;
  /** `publicUrl`: the base of the request's URL, as its sender sees it. */
  readonly receive: (
    source: SourceConfig,
    request: IncomingRequest,
    publicUrl: string | undefined,
  ) => Promise<Received>;
  readonly callerOf: FindCaller;
  readonly refusals: RefusalKeeper;
  readonly sources: Pick<SourceWatch, 'received' | 'notPosted' | 'stored'>;
  readonly load: Load;
  /** True if the event loop is so delayed that webhooks are refused for now. */
  readonly overloaded: () => boolean;
  /** Limits the webhooks that are started in one turn of the event loop. */
  readonly turns: TurnBudget;
  readonly clock: Clock;
  readonly log: Log;
  /** The time limit for verifying and storing before the sender is asked to retry, in milliseconds. */
  readonly handlerTimeoutMs: number;
  /** By default nothing is recorded. */
  readonly traces?: Traces | undefined;
}

/**
 * Ingests the webhooks of one source: reads, verifies, stores, and only then responds. A handshake, which contains
 * no event, gets a response and is not stored. There is no response if the sender disconnected. Throws if nothing
 * was stored and the sender should retry.
 */
export function ingest(
  source: SourceConfig,
  parts: IngestParts,
  figures: SourceMetrics,
): (request: IncomingMessage, share: Share, trace?: ArrivingWebhook) => Promise<Answer | undefined> {
  const answerOutcome = outcomeAnswers(source, parts);
  const withoutBody = handshakeMethods(source);
  const limits = sourceLimits(source, parts.clock);
  return async (request, share, trace) => {
    const isPost = request.method === 'POST';
    if (!isPost && !withoutBody.has(request.method ?? ''))
      return refuseMethod(source, incoming(request, noBody.body), parts);
    const arrival = { request, share, limits, caller: parts.callerOf(request), trace };
    const foreign = limits.foreign(arrival.caller);
    if (foreign !== undefined) {
      const bytes = Number(request.headers['content-length'] ?? 0);
      return refuseUnread({ status: 403, reason: foreign, bytes }, source, arrival, parts);
    }
    if (parts.overloaded()) return fullAnswer;
    const result = await readAndStore(source, arrival, parts);
    count(result, figures);
    if (result.kind === 'answer') return result.answer;
    // The bytes are stored: a response that waits for the outcome must not count as memory in use.
    share.close();
    const answer =
      source.respond === 'outcome' ? await answerOutcome(result.added) : acceptedAnswer(source, result.added);
    return result.headers ? { ...answer, headers: { ...answer.headers, ...result.headers } } : answer;
  };
}

/** A request in progress, and the client that sent it. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly share: Share;
  readonly limits: SourceLimits;
  readonly caller: Caller;
  /** The trace that records it, if it is accepted. */
  readonly trace: ArrivingWebhook | undefined;
}

type Ingested =
  | {
      readonly kind: 'stored';
      readonly added: readonly Added[];
      /** The headers that the response repeats. */
      readonly headers: Readonly<Record<string, string>> | undefined;
    }
  | {
      readonly kind: 'answer';
      /** Undefined if the sender disconnected. */
      readonly answer: Answer | undefined;
      readonly handshake?: true;
      /** True if no verification succeeded. */
      readonly unproved?: boolean;
    };

function count(ingested: Ingested, figures: SourceMetrics): void {
  if (ingested.kind === 'stored') for (const each of ingested.added) figures[each.status].value += 1;
  else if (ingested.handshake) figures.handshakes().value += 1;
}

const noBody = { kind: 'read', body: Buffer.alloc(0) } satisfies CollectedBody;
const fullAnswer = unavailable('too much is under way right now');
const shortageAnswers: Readonly<Record<Shortage, Answer>> = { full: fullAnswer, 'source-busy': busyAnswer };
const late: Ingested = {
  kind: 'answer',
  answer: unavailable('storing the webhook took too long'),
};
const notKeptAnswer = unavailable('the webhook could not be kept');

async function readAndStore(source: SourceConfig, arrival: Arrival, parts: IngestParts): Promise<Ingested> {
  const { request, share, limits } = arrival;
  const isPost = request.method === 'POST';
  const read = isPost ? await collectBody(request, parts.config.server.bodyLimit, share) : noBody;
  if (read.kind === 'aborted') return { kind: 'answer', answer: undefined };
  if (read.kind === 'shortage') return { kind: 'answer', answer: shortageAnswers[read.shortage] };
  await parts.turns.next();
  const finish = (work: Promise<Ingested>) =>
    withTimeout(work, parts.handlerTimeoutMs, late, error => logLate(error, source, parts.log));
  if (read.kind === 'too-large') return finish(refuseTooLarge(source, read.bytes, arrival, parts));
  if (!isPost) return finish(receiveAndStore(source, read.body, arrival, parts));
  // Only after the whole body has arrived: a slow sender would hold a token that others need.
  if (!limits.take()) return { kind: 'answer', answer: limits.tooMany };
  const result = await finish(receiveAndStore(source, read.body, arrival, parts));
  if (result.kind === 'answer' && result.unproved) limits.giveBack();
  return result;
}

async function refuseTooLarge(
  source: SourceConfig,
  bytes: number,
  arrival: Arrival,
  parts: IngestParts,
): Promise<Ingested> {
  const reason = `the body is larger than ${parts.config.server.bodyLimit} bytes, which is the limit`;
  const answer = await refuseUnread({ status: 413, reason, bytes }, source, arrival, parts);
  return { kind: 'answer', answer };
}

async function receiveAndStore(
  source: SourceConfig,
  body: Uint8Array,
  { request, share, caller, trace }: Arrival,
  parts: IngestParts,
): Promise<Ingested> {
  tellStep('receive', 'before');
  const publicUrl = publicBase(request, caller.origin, parts.config.server);
  const received = await parts.receive(source, incoming(request, body), publicUrl);
  tellStep('receive', 'after');
  parts.sources.received(source.name, received);
  if (received.kind === 'answered') {
    const { status, headers, body: text } = received.reply;
    const unproved = !received.verified;
    return { kind: 'answer', answer: { status, headers, body: text }, handshake: true, unproved };
  }
  if (received.kind === 'refused') {
    if (received.status === 405)
      return { kind: 'answer', answer: refuseMethod(source, incoming(request, body), parts) };
    const answer = isOurClock(received.skewMs, parts)
      ? wrongClockAnswer
      : await refuse({ ...received.refusal, address: caller.address }, parts);
    return { kind: 'answer', answer, unproved: !received.refusal.verified };
  }
  // An unpacked body needs more space.
  const more = received.request.body.byteLength - body.byteLength;
  const shortage = more > 0 ? share.take(more) : undefined;
  if (shortage) return { kind: 'answer', answer: shortageAnswers[shortage] };
  const context = trace?.accepted();
  const added = await parts.bridge.accept(
    context ? { ...received.request, trace: context } : received.request,
  );
  logAdded(source, added, context, parts.log);
  parts.sources.stored(source.name);
  return { kind: 'stored', added, headers: received.headers };
}

/** Another method than POST, as from a browser or a sender's check of the URL, is no lost webhook. */
function refuseMethod({ name }: SourceConfig, request: IncomingRequest, { sources }: IngestParts): Answer {
  sources.notPosted(name, request.method, meantHandshake(request));
  return methodAnswer;
}

function logAdded(
  { name }: SourceConfig,
  added: readonly Added[],
  trace: TraceContext | undefined,
  log: Log,
): void {
  for (const { id, status } of added) {
    log.debug(
      { event: id, source: name, status, ...traceFields(trace) },
      status === 'queued' ? 'event accepted' : 'event duplicate',
    );
  }
}

const wrongClockAnswer = unavailable('webhooks cannot be verified right now');
/** The usual tolerance for timestamps. */
const sameClockMs = 300_000;

/** True if a timestamp is refused only because the clock of this machine is known to be wrong. */
function isOurClock(skewMs: number | undefined, { bridge, log }: IngestParts): boolean {
  const proof = bridge.clockSkew();
  if (skewMs === undefined || !proof || Math.abs(skewMs - proof.ms) > sameClockMs) return false;
  log.warn({ reason: proof.words }, 'cannot verify webhooks while the clock is wrong');
  return true;
}

function refuseUnread(
  why: { readonly status: number; readonly reason: string; readonly bytes: number },
  source: SourceConfig,
  { request, caller }: Arrival,
  parts: IngestParts,
): Promise<Answer> {
  const refusal = unreadRefusal(source, request, { ...why, at: parts.clock.now() });
  return refuse({ ...refusal, address: caller.address }, parts);
}

async function refuse(refusal: NewRefusal, parts: IngestParts): Promise<Answer> {
  const kept = await parts.refusals.keep(refusal);
  return kept ? refusedAnswer(refusal, parts.config.sources.get(refusal.source)) : notKeptAnswer;
}

function incoming(request: IncomingMessage, body: Uint8Array): IncomingRequest {
  const raw = request.rawHeaders;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? '']);
  }
  return { method: request.method ?? '', url: receivedUrl(request), headers, body };
}

/** Logs a webhook that was stored although its sender was asked to retry, so there may be a second event. */
function logLate(error: unknown, source: SourceConfig, log: Log): void {
  const about = { source: source.name, ...(error !== undefined && { error: describeError(error) }) };
  log.warn(about, 'webhook stored late');
}

/** The `limits` of one source. */
interface SourceLimits {
  /**
   * Returns the reason why the source refuses this caller, without a value of the request; undefined if it does not.
   */
  foreign(caller: Caller): string | undefined;
  /** Returns false if the source's rate limit is reached. */
  take(): boolean;
  /** An unverified webhook does not count: otherwise strangers could use up the limit of the sender. */
  giveBack(): void;
  /** The response if `take` returns false. */
  readonly tooMany: Answer;
}

/** Creates the limits of a source. The webhooks of one second may arrive at once. */
function sourceLimits({ limits }: SourceConfig, clock: Clock): SourceLimits {
  const { perSecond, from } = limits;
  const allowed = from && networksOf(from);
  const bucket = perSecond === undefined ? undefined : tokenBucket(clock, Math.max(1, perSecond), perSecond);
  const seconds = Math.max(1, Math.ceil(1 / (perSecond ?? 1)));
  return {
    foreign({ address, forwarded }) {
      if (!allowed || allowed.has(address)) return undefined;
      const proxy = '; it came through a proxy that is not among server.trustProxy';
      return `its address is not among limits.from of the source${forwarded ? proxy : ''}`;
    },
    take: () => bucket?.take() ?? true,
    giveBack: () => bucket?.giveBack(),
    tooMany: problem(429, 'this source takes no more webhooks for now', againHint, {
      'retry-after': String(seconds),
    }),
  };
}
