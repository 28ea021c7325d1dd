import type { Endpoint } from '../../booking/http/encode.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { Cell, Metrics, Observations } from '../../metrics/metrics.ts';

/** The results of an attempt, as labels: the kinds of outcomes. */
export const attemptOutcomes = [
  'done',
  'again',
  'unknown',
  'data',
  'mapping',
  'hold',
] as const satisfies readonly Decided['kind'][];

/** The metrics of one destination. */
export interface DestinationMetrics {
  /** The number of attempts by result. */
  readonly attempts: Readonly<Record<Decided['kind'], Cell>>;
  /** The durations of requests. */
  readonly exchanges: Readonly<Record<Endpoint, Observations>>;
  /** The time from the receipt of an event to the delivery of its call. */
  readonly endToEnd: Observations;
  readonly holds: Cell;
}

/** Buckets for responses, which may take up to `limits.timeout`. Seconds. */
const exchangeBuckets = [0.1, 0.5, 2, 10];
const minute = 60;
const day = 24 * 60 * minute;
/** Buckets from immediate delivery to delivery after all retries and the longest hold. Seconds. */
const endToEndBuckets = [0.25, 2, 30, 15 * minute, day];

/**
 * Makes the metrics of one destination. Its counters exist from the start, because a series that appears later shows
 * no increase. Reads of the configuration are counted together, because each destination has few.
 */
export function destinationMetrics(metrics: Metrics, destination: string): DestinationMetrics {
  const attempts = (outcome: Decided['kind']) =>
    metrics.counter('fieldbridge_attempts_total', 'Attempts to deliver a call, by outcome.', {
      destination,
      outcome,
    });
  const exchanges = (endpoint: Endpoint) =>
    metrics.histogram(
      'fieldbridge_api_request_duration_seconds',
      'Time of one request to the API of a destination, with or without a response.',
      { destination, endpoint },
      exchangeBuckets,
    );
  return {
    attempts: byName(attemptOutcomes, attempts),
    exchanges: {
      ...byName(['persistCustomerData', 'updateCustomer'], exchanges),
      additionalCustomerFields: metrics.histogram(
        'fieldbridge_catalog_read_duration_seconds',
        'Time of one read of the live configuration of any destination, with or without a response.',
        {},
        exchangeBuckets,
      ),
    },
    endToEnd: metrics.histogram(
      'fieldbridge_end_to_end_duration_seconds',
      'Time from the receipt of an event to the delivery of its call, including all waiting.',
      { destination },
      endToEndBuckets,
    ),
    holds: metrics.counter('fieldbridge_destination_holds_total', 'The number of holds of a destination.', {
      destination,
    }),
  };
}

function byName<Name extends string, Figure>(
  names: readonly Name[],
  make: (name: Name) => Figure,
): Readonly<Record<Name, Figure>> {
  return Object.fromEntries(names.map(name => [name, make(name)])) as Record<Name, Figure>;
}
