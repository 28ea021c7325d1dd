import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/**
 * The reasons why a span was lost: too many were waiting, the collector could not be reached or refused them, or
 * refused some of them.
 */
export const spanLosses = ['overflow', 'unsent', 'rejected'] as const;
export type SpanLoss = (typeof spanLosses)[number];

/** Counts the outcome of each span; logs a failure once while its reason stays the same, and its end. */
export interface SpanAccounts {
  /** The collector accepted a whole batch. */
  sent(spans: number): void;
  /** The collector accepted some spans of a batch, and refused the others. */
  sentInPart(taken: number, refused: number): void;
  /** `why`: the reason as text, without an address. */
  lost(spans: number, loss: SpanLoss, why: string): void;
}

/** The maximum number of log lines about failures in a minute, below the log's limit for one kind of line. */
const mostPerMinute = 5;
const minuteMs = 60_000;

/** Registers the metrics, and begins without failures. `monotonic`: milliseconds that never jump. */
export function createSpanAccounts(
  metrics: Metrics,
  log: Pick<Log, 'info' | 'warn'>,
  monotonic: () => number,
): SpanAccounts {
  const figures = spanFigures(metrics);
  let lostInARow = 0;
  let toldWhy: string | undefined;
  let toldAt: readonly number[] = [];

  /** False above the limit: the line is then logged at the next opportunity, with the state at that time. */
  function takesRoom(): boolean {
    const now = monotonic();
    toldAt = toldAt.filter(at => now - at < minuteMs);
    if (toldAt.length >= mostPerMinute) return false;
    toldAt = [...toldAt, now];
    return true;
  }

  function lost(spans: number, loss: SpanLoss, why: string): void {
    figures.lost[loss].value += spans;
    lostInARow += spans;
    if (why === toldWhy || !takesRoom()) return;
    log.warn({ reason: why }, 'cannot send traces');
    toldWhy = why;
  }

  return {
    sent(spans) {
      figures.sent.value += spans;
      if (lostInARow === 0) return;
      // The end of a logged problem is always logged, too.
      if (toldWhy === undefined && !takesRoom()) return;
      log.info({ lost: lostInARow }, 'traces sent again');
      lostInARow = 0;
      toldWhy = undefined;
    },
    sentInPart(taken, refused) {
      figures.sent.value += taken;
      lost(refused, 'rejected', 'the collector refused some of them');
    },
    lost,
  };
}

/** Creates the metrics of spans; all of them exist from the start. */
export function spanFigures(metrics: Metrics) {
  const lost = (reason: SpanLoss) =>
    metrics.counter(
      'fieldbridge_spans_lost_total',
      'Spans of traces that did not reach the collector, by reason.',
      { reason },
    );
  return {
    sent: metrics.counter('fieldbridge_spans_sent_total', 'Spans of traces that the collector accepted.', {}),
    lost: { overflow: lost('overflow'), unsent: lost('unsent'), rejected: lost('rejected') },
  };
}
