import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import type { Destination } from './destination.ts';

/** A catalog that was read this short a time ago is not read again. Milliseconds. */
const freshMs = 10_000;

/**
 * Starts to read the fields of each open destination again, by a probe, so that another process that owns the
 * destination is not disturbed. A failure is reported.
 */
export function readCatalogsAgain(
  destinations: Iterable<Pick<Destination, 'config' | 'catalog' | 'status' | 'probe'>>,
  { time, report }: { readonly time: Pick<Time, 'now'>; readonly report: (report: Report) => void },
): void {
  for (const { config, catalog, status, probe } of destinations) {
    const fetchedAt = catalog.snapshot?.fetchedAt ?? Number.NEGATIVE_INFINITY;
    if (status().state !== 'open' || Math.abs(time.now() - fetchedAt) < freshMs) continue;
    probe('now').catch(error => {
      report({ what: 'cannot probe a destination', error, details: { destination: config.name } });
    });
  }
}
