import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SourceConfig } from '../../config/config.ts';
import { EvaluationsBusy } from '../../expressions/thread/evaluate-elsewhere.ts';
import { tellStep } from '../../inbox/step.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import { describeError } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type Answer, sendAnswer, unavailable } from '../http/answer.ts';
import { type IngestParts, ingest } from './ingest.ts';
import { refusalKind, type SourceMetrics, sourceMetrics } from './webhook-metrics.ts';

/** Responds to a request to the path of a source. */
export type AnswerWebhook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Finds the function that responds at a URL. */
export interface WebhookAnswers {
  /** Undefined if no source has this path. */
  at(url: string): AnswerWebhook | undefined;
  /** Uses the current sources. Requests in progress finish with the previous ones. */
  useSources(): void;
}

/**
 * Responds at the path of each source, after everything is stored. An earlier failure gets a status after which the
 * sender retries: never 404, 410 or 500. The router does not know these paths, because they change while it runs.
 */
export function createWebhookAnswers(parts: IngestParts & { metrics: Metrics }): WebhookAnswers {
  const answersOf = () =>
    new Map([...parts.config.sources.values()].map(source => [pathOf(source.path), answerOf(source, parts)]));
  let answers = answersOf();
  return {
    at: url => answers.get(pathOf(url)),
    useSources() {
      answers = answersOf();
    },
  };
}

function answerOf(source: SourceConfig, parts: IngestParts & { metrics: Metrics }): AnswerWebhook {
  const handle = measured(source, parts, sourceMetrics(parts.metrics, source));
  return async (request, reply) => {
    const answer = await handle(request.raw);
    if (!answer) return reply.hijack();
    tellStep('answer', 'before');
    sendAnswer(reply, answer);
    tellStep('answer', 'after');
    return reply;
  };
}

/**
 * Returns the decoded path of a URL, which may be absolute; a slash at its end or a doubled slash does not count.
 */
function pathOf(url: string): string {
  const path = url
    .replace(/^https?:\/\/[^/?#;]*/i, '')
    .replace(/[?#;].*/s, '')
    .replace(/\/+/g, '/')
    .replace(/\/$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function measured(
  source: SourceConfig,
  parts: IngestParts,
  figures: SourceMetrics,
): (request: IncomingMessage) => Promise<Answer | undefined> {
  const { clock } = parts;
  const answerTo = ingest(source, parts, figures);
  return async request => {
    const startedAt = clock.now();
    const share = parts.load.open(source.name);
    const trace = parts.traces?.arriving(source, request);
    let answer: Answer | undefined;
    try {
      answer = await answerTo(request, share, trace);
    } catch (error) {
      answer = failureAnswer(error, source, parts);
    } finally {
      share.close();
      trace?.answered(answer?.status);
    }
    const ms = Math.max(0, clock.now() - startedAt);
    figures.duration.observe(ms / 1000);
    if (!answer) figures.refused('aborted').value += 1;
    else if (refuses(answer.status)) figures.refused(refusalKind(answer.status)).value += 1;
    parts.log.debug(
      {
        source: source.name,
        address: parts.callerOf(request).address,
        status: answer?.status ?? 'aborted',
        ms,
      },
      'webhook',
    );
    return answer;
  };
}

/** 422 is the outcome of a stored event, so it is no refusal. */
function refuses(status: number): boolean {
  return status >= 400 && status !== 422;
}

/** Responds to any failure before the webhook was stored. */
function failureAnswer(error: unknown, { name }: SourceConfig, { log }: IngestParts): Answer {
  if (error instanceof StoreUnavailable || error instanceof EvaluationsBusy) {
    log.warn({ source: name, reason: error.message }, 'cannot store a webhook');
  } else {
    log.error({ source: name, error: describeError(error) }, 'webhook failed unexpectedly');
  }
  return unavailable('the webhook could not be stored');
}
