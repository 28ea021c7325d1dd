import { allStatuses, type EventOutcome, type Status } from '../inbox/event.ts';
import type { Cell, Metrics } from '../metrics/metrics.ts';

/** What an event may come to, as a label: everything but to wait. */
const eventOutcomes = allStatuses.filter(status => status !== 'queued');

/**
 * Counts what the events of these sources come to; of a source that the config does not name, nothing. `sources` may
 * change.
 */
export function countEventOutcomes(
  metrics: Metrics,
  sources: Pick<ReadonlyMap<string, unknown>, 'has'>,
): (outcome: EventOutcome) => void {
  return ({ source, status }) => {
    if (sources.has(source)) outcomeCell(metrics, source, status).value += 1;
  };
}

/** Has the counters of these sources begin at 0: what appears late is no increase to Prometheus. */
export function beginEventOutcomes(metrics: Metrics, sources: Iterable<string>): void {
  for (const source of sources) for (const status of eventOutcomes) outcomeCell(metrics, source, status);
}

/** How many events of a source came to this. */
export function outcomeCell(metrics: Metrics, source: string, status: Status): Cell {
  return metrics.counter(
    'fieldbridge_event_outcomes_total',
    'Events by what they came to; one that is taken up again counts again.',
    { source, status },
  );
}
