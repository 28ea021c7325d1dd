import { ExportResultCode } from '@opentelemetry/core';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { describeError } from '../log/log.ts';
import type { Collector, PostedSpans } from './collector.ts';
import type { SpanAccounts } from './span-accounts.ts';
import type { TraceTime } from './traces.ts';

/** Sends batches of spans. */
export interface SpanSender extends SpanExporter {
  /** Returns the reason if the last attempt failed. */
  trouble(): string | undefined;
  /** From now on nothing is retried. */
  stopRetrying(): void;
}

type Spans = Parameters<SpanExporter['export']>[0];

export interface SpanSenderParts {
  readonly collector: Pick<Collector, 'post'>;
  readonly accounts: SpanAccounts;
  readonly time: TraceTime;
  /** Called with the number of spans that were sent or lost, and are no longer kept. */
  readonly done: (spans: number) => void;
}

/** The time limit of OpenTelemetry's own exporters: after it a batch is lost. */
const withinMs = 10_000;
const firstWaitMs = 1_000;
/** The statuses that OTLP defines as temporary. After any other, these spans would be refused again. */
const passing: readonly number[] = [429, 502, 503, 504];

/** Creates a sender of spans. */
export function createSpanSender({ collector, accounts, time, done }: SpanSenderParts): SpanSender {
  const sending = new Set<Promise<void>>();
  const retryingEnded = Promise.withResolvers<void>();
  let isLastAttempt = false;
  let trouble: string | undefined;

  /** Returns the last response, after as many attempts as fit into the time limit. */
  async function post(bytes: Uint8Array): Promise<PostedSpans> {
    const endsAt = time.monotonic() + withinMs;
    for (let waitMs = firstWaitMs; ; waitMs *= 2) {
      const posted = await collector.post(bytes, endsAt - time.monotonic());
      trouble = whyNot(posted);
      const pauseMs = pauseAfter(posted, waitMs);
      if (pauseMs === undefined || isLastAttempt || time.monotonic() + pauseMs >= endsAt) return posted;
      const pause = Promise.withResolvers<void>();
      const cancel = time.after(pauseMs, pause.resolve);
      await Promise.race([pause.promise, retryingEnded.promise]);
      cancel();
    }
  }

  /** Never throws: a bug here must not end the program. */
  async function send(spans: Spans): Promise<void> {
    try {
      account(await post(ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array()), spans);
    } catch (error) {
      accounts.lost(spans.length, 'unsent', `a fault of this program: ${describeError(error).type}`);
    } finally {
      done(spans.length);
    }
  }

  function account(posted: PostedSpans, spans: Spans): void {
    if (posted.kind !== 'taken') {
      accounts.lost(spans.length, 'unsent', whyNot(posted) ?? '');
      return;
    }
    const rejected = Math.min(rejectedIn(posted.answer), spans.length);
    if (rejected > 0) accounts.sentInPart(spans.length - rejected, rejected);
    else accounts.sent(spans.length);
  }

  return {
    export(spans, tell) {
      const sent = send(spans)
        .then(() => tell({ code: ExportResultCode.SUCCESS }))
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    async forceFlush() {
      await Promise.all(sending);
    },
    async shutdown() {
      await Promise.all(sending);
    },
    trouble: () => trouble,
    stopRetrying() {
      isLastAttempt = true;
      retryingEnded.resolve();
    },
  };
}

function pauseAfter(posted: PostedSpans, waitMs: number): number | undefined {
  if (posted.kind === 'taken' || posted.kind === 'page') return undefined;
  if (posted.kind === 'failed') return waitMs;
  if (!passing.includes(posted.status)) return undefined;
  const asked = /^\d{1,6}$/.test(posted.retryAfter ?? '') ? Number(posted.retryAfter) * 1000 : 0;
  return Math.max(waitMs, asked);
}

function whyNot(posted: PostedSpans): string | undefined {
  if (posted.kind === 'taken') return undefined;
  if (posted.kind === 'page') return 'a web page answers there, and no collector';
  return posted.kind === 'refused' ? `HTTP ${posted.status}` : posted.why;
}

/** Some collectors respond with an empty body, or with JSON. */
function rejectedIn(answer: Uint8Array): number {
  try {
    return Number(ProtobufTraceSerializer.deserializeResponse(answer).partialSuccess?.rejectedSpans ?? 0);
  } catch {
    return 0;
  }
}
