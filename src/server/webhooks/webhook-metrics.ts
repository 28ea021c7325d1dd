import type { Cell, Metrics, Observations } from '../../metrics/metrics.ts';

/** Why a webhook was not taken, as a label. */
export const refusalKinds = [
  'unreadable',
  'unverified',
  'foreign',
  'method',
  'too_large',
  'media_type',
  'busy',
  'unavailable',
  'aborted',
] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** The figures of one source. */
export interface SourceMetrics {
  readonly queued: Cell;
  readonly duplicate: Cell;
  readonly handshakes: Cell;
  readonly duration: Observations;
  refused(kind: RefusalKind): Cell;
}

/** The figures of one source, all of them present from the start: what appears late is no increase to Prometheus. */
export function sourceMetrics(metrics: Metrics, source: string): SourceMetrics {
  const refused = (kind: RefusalKind): Cell =>
    metrics.counter('fieldbridge_webhooks_refused_total', 'Webhooks that were not taken, by reason.', {
      source,
      reason: kind,
    });
  for (const kind of refusalKinds) refused(kind);
  return {
    queued: acceptedCell(metrics, source),
    duplicate: metrics.counter('fieldbridge_events_duplicate_total', 'Events that were known already.', {
      source,
    }),
    handshakes: metrics.counter(
      'fieldbridge_handshakes_total',
      'Questions of a sender that were answered: no events, such as a check of the URL.',
      { source },
    ),
    duration: metrics.histogram(
      'fieldbridge_webhook_duration_seconds',
      'Time from the start of a webhook to its answer.',
      { source },
    ),
    refused,
  };
}

/** How many events of a source were stored. */
export function acceptedCell(metrics: Metrics, source: string): Cell {
  return metrics.counter('fieldbridge_events_accepted_total', 'Events stored.', { source });
}

/** The label for a status that refuses. */
export function refusalKind(status: number): RefusalKind {
  return kinds[status] ?? 'unavailable';
}

const kinds: Readonly<Record<number, RefusalKind>> = {
  400: 'unreadable',
  401: 'unverified',
  403: 'foreign',
  405: 'method',
  413: 'too_large',
  415: 'media_type',
  429: 'busy',
  503: 'unavailable',
};
