import { allStatuses, type EventOutcome, type Status } from '../inbox/event.ts';
import type { Cell, Metrics } from '../metrics/metrics.ts';

/** What an event may come to, as a label: everything but to wait. */
const eventOutcomes = allStatuses.filter(status => status !== 'queued');

/** Counts what the events of these sources come to; of a source that the config does not name any more, nothing. */
export function countEventOutcomes(
  metrics: Metrics,
  sources: Iterable<string>,
): (outcome: EventOutcome) => void {
  const cells = new Map<string, ReadonlyMap<Status, Cell>>();
  for (const source of sources) {
    cells.set(source, new Map(eventOutcomes.map(status => [status, outcomeCell(metrics, source, status)])));
  }
  return ({ source, status }) => {
    const cell = cells.get(source)?.get(status);
    if (cell) cell.value += 1;
  };
}

/** How many events of a source came to this. */
export function outcomeCell(metrics: Metrics, source: string, status: Status): Cell {
  return metrics.counter(
    'fieldbridge_event_outcomes_total',
    'Events by what they came to; one that is taken up again counts again.',
    { source, status },
  );
}
