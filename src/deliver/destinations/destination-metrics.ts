import { type Endpoint, endpoints } from '../../booking/http/encode.ts';
import type { Decided } from '../../inbox/decide/settle.ts';
import type { Cell, Metrics, Observations } from '../../metrics/metrics.ts';

/** How an attempt may end, as a label: the kinds of outcomes. */
export const attemptOutcomes = [
  'done',
  'again',
  'unknown',
  'data',
  'mapping',
  'hold',
] as const satisfies readonly Decided['kind'][];

/** The figures of one destination. */
export interface DestinationMetrics {
  /** Attempts by how they ended. */
  readonly attempts: Readonly<Record<Decided['kind'], Cell>>;
  /** How long exchanges took. */
  readonly exchanges: Readonly<Record<Endpoint, Observations>>;
  /** From the receipt of an event to the delivery of its call. */
  readonly endToEnd: Observations;
  readonly holds: Cell;
}

/** An answer may take as long as `limits.timeout` allows. */
const exchangeBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** At once, or after as many retries and as long a hold as there may be. */
const endToEndBuckets = [
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  30,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  day,
  7 * day,
];

/** The figures of one destination, all of them present from the start: what appears late is no increase to Prometheus. */
export function destinationMetrics(metrics: Metrics, destination: string): DestinationMetrics {
  const attempts = (outcome: Decided['kind']) =>
    metrics.counter('fieldbridge_attempts_total', 'Attempts to deliver a call, by how they ended.', {
      destination,
      outcome,
    });
  const exchanges = (endpoint: Endpoint) =>
    metrics.histogram(
      'fieldbridge_api_request_duration_seconds',
      'Time of one exchange with the API of a destination, answered or not.',
      { destination, endpoint },
      exchangeBuckets,
    );
  return {
    attempts: byName(attemptOutcomes, attempts),
    exchanges: byName(endpoints, exchanges),
    endToEnd: metrics.histogram(
      'fieldbridge_end_to_end_duration_seconds',
      'Time from the receipt of an event to the delivery of its call, with all that it waited for.',
      { destination },
      endToEndBuckets,
    ),
    holds: metrics.counter(
      'fieldbridge_destination_holds_total',
      'How often a destination began to be held.',
      {
        destination,
      },
    ),
  };
}

function byName<Name extends string, Figure>(
  names: readonly Name[],
  make: (name: Name) => Figure,
): Readonly<Record<Name, Figure>> {
  return Object.fromEntries(names.map(name => [name, make(name)])) as Record<Name, Figure>;
}
