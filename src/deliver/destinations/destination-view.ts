import type { Counts } from '../../inbox/counts.ts';
import type { DestinationView } from '../bridge.ts';
import type { Destination } from './destination.ts';

/** How a destination stands, and what waits for it. */
export function destinationView(destination: Destination, counts: Counts): DestinationView {
  const { name, baseUrl } = destination.config;
  const status = destination.status();
  const { snapshot } = destination.catalog;
  const calls = counts.byDestination[name];
  return {
    name,
    baseUrl,
    state: status.state,
    ...(status.reason !== null && { reason: status.reason }),
    ...(status.since !== null && { since: new Date(status.since).toISOString() }),
    ...(status.notBefore !== null && { notBefore: new Date(status.notBefore).toISOString() }),
    ...(status.state !== 'paused' &&
      status.state !== 'open' && { nextProbeAt: new Date(status.nextProbeAt).toISOString() }),
    waiting: (calls?.queued ?? 0) + (calls?.held ?? 0),
    catalog: snapshot && {
      fetchedAt: new Date(snapshot.fetchedAt).toISOString(),
      fields: snapshot.fields.length,
      statuses: snapshot.statuses.length,
    },
  };
}
