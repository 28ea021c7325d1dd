import type { Report } from '../report.ts';
import type { Destination } from './destination.ts';

/** The probes of destinations, which run automatically. */
export interface Probes {
  /** Starts the due probes. */
  startDue(): void;
  /** Resolves when the running probes have ended. */
  ended(): Promise<unknown>;
}

/** Makes the probes; none runs yet. `probed` is called after each due one. */
export function createProbes(
  destinations: readonly Destination[],
  report: (report: Report) => void,
  probed: () => void,
): Probes {
  const underWay = new Map<Destination, Promise<void>>();

  function startIfDue(destination: Destination): void {
    if (underWay.has(destination)) return;
    const probe = destination
      .probe('due')
      .then(result => {
        if (result !== undefined) probed();
      })
      .catch(error => {
        const details = { destination: destination.config.name };
        report({ what: 'cannot probe a destination', error, details });
      })
      .finally(() => underWay.delete(destination));
    underWay.set(destination, probe);
  }

  return {
    startDue: () => destinations.forEach(startIfDue),
    ended: () => Promise.all(underWay.values()),
  };
}
