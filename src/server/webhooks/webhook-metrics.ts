import type { SourceConfig } from '../../config/config.ts';
import type { Cell, Metrics, Observations } from '../../metrics/metrics.ts';

/** The reasons why a webhook was not accepted, as labels. */
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
  handshakes(): Cell;
  readonly duration: Observations;
  refused(kind: RefusalKind): Cell;
}

/** The properties of a source that determine its metrics. */
export type CountedSource = Pick<
  SourceConfig,
  'name' | 'verify' | 'limits' | 'handshakes' | 'handshake' | 'respond'
>;

/**
 * Creates the metrics of one source. Those that alert rules or the source's config need exist from the start, because
 * Prometheus sees no increase in a metric that appears later. Other refusals are mistakes of strangers, and appear
 * with the first one.
 */
export function sourceMetrics(metrics: Metrics, of: CountedSource): SourceMetrics {
  const source = of.name;
  const refused = (kind: RefusalKind): Cell =>
    metrics.counter('fieldbridge_webhooks_refused_total', 'Webhooks that were not accepted, by reason.', {
      source,
      reason: kind,
    });
  for (const kind of expectedRefusals(of)) refused(kind);
  const handshakes = () =>
    metrics.counter(
      'fieldbridge_handshakes_total',
      'Handshakes of a sender that were answered. They are not events; an example is a check of the URL.',
      { source },
    );
  if (of.handshakes.length > 0 || of.handshake) handshakes();
  return {
    queued: acceptedCell(metrics, source),
    duplicate: metrics.counter('fieldbridge_events_duplicate_total', 'Events that were already known.', {
      source,
    }),
    handshakes,
    // The duration depends on the disk and not on the source, except for sources that wait for the outcome.
    duration: metrics.histogram(
      'fieldbridge_webhook_duration_seconds',
      'Time from the start of a webhook to its response, of all sources together.',
      { respond: of.respond },
    ),
    refused,
  };
}

function expectedRefusals({ verify, limits }: CountedSource): readonly RefusalKind[] {
  return [
    'busy',
    'unavailable',
    ...(verify.every(({ type }) => type === 'none') ? [] : (['unverified'] as const)),
    ...(limits.from === undefined ? [] : (['foreign'] as const)),
  ];
}

/** Returns the counter of stored events of a source. */
export function acceptedCell(metrics: Metrics, source: string): Cell {
  return metrics.counter('fieldbridge_events_accepted_total', 'Stored events.', { source });
}

/** Returns the label for a refusing status. */
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
