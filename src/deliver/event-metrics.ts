import type { EventOutcome, Status } from '../inbox/event.ts';
import type { Cell, Metrics } from '../metrics/metrics.ts';

/** The statuses that alerting rules use, and the usual one. */
const expectedOutcomes = ['uncertain', 'failed', 'delivered'] as const satisfies readonly Status[];

/**
 * Counts the outcomes of the events of these sources; events of unknown sources are not counted. `sources` may change.
 */
export function countEventOutcomes(
  metrics: Metrics,
  sources: Pick<ReadonlyMap<string, unknown>, 'has'>,
): (outcome: EventOutcome) => void {
  return ({ source, status }) => {
    if (sources.has(source)) outcomeCell(metrics, source, status).value += 1;
  };
}

/**
 * Starts the counters of these sources at 0 for the expected statuses, because Prometheus sees no increase in a first
 * value.
 */
export function beginEventOutcomes(metrics: Metrics, sources: Iterable<string>): void {
  for (const source of sources) for (const status of expectedOutcomes) outcomeCell(metrics, source, status);
}

/** Returns the counter of events of a source with this status. */
export function outcomeCell(metrics: Metrics, source: string, status: Status): Cell {
  return metrics.counter(
    'fieldbridge_event_outcomes_total',
    'Events by their outcome. A replayed event counts again.',
    { source, status },
  );
}
