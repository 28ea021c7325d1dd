import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Why a span was lost: too many waited, the collector could not be reached or refused them, or refused some of them. */
export const spanLosses = ['overflow', 'unsent', 'rejected'] as const;
export type SpanLoss = (typeof spanLosses)[number];

/** What became of spans: counted each, and told once as long as it stays the same. */
export interface SpanAccounts {
  sent(spans: number): void;
  /** `why`: in words, without an address. */
  lost(spans: number, loss: SpanLoss, why: string): void;
}

/** Registers the figures and begins with no trouble. */
export function createSpanAccounts(metrics: Metrics, log: Pick<Log, 'info' | 'warn'>): SpanAccounts {
  const figures = spanFigures(metrics);
  let lostInARow = 0;
  return {
    sent(spans) {
      figures.sent.value += spans;
      if (lostInARow > 0) log.info({ lost: lostInARow }, 'traces are sent again');
      lostInARow = 0;
    },
    lost(spans, loss, why) {
      figures.lost[loss].value += spans;
      if (lostInARow === 0) log.warn({ reason: why }, 'traces cannot be sent');
      lostInARow += spans;
    },
  };
}

/** The figures about spans, all of them there from the start. */
export function spanFigures(metrics: Metrics) {
  const lost = (reason: SpanLoss) =>
    metrics.counter(
      'fieldbridge_spans_lost_total',
      'Spans of traces that did not reach the collector, by reason.',
      { reason },
    );
  return {
    sent: metrics.counter('fieldbridge_spans_sent_total', 'Spans of traces that the collector took.', {}),
    lost: { overflow: lost('overflow'), unsent: lost('unsent'), rejected: lost('rejected') },
  };
}
