import { isoTime } from '../../inbox/clock.ts';
import type { Counts } from '../../inbox/counts.ts';
import type { DestinationView } from '../bridge.ts';
import type { Destination } from './destination.ts';

/** Returns the state of a destination and its waiting calls. */
export function destinationView(destination: Destination, counts: Counts): DestinationView {
  const { name, baseUrl } = destination.config;
  const status = destination.status();
  const { snapshot } = destination.catalog;
  const calls = counts.byDestination[name];
  return {
    name,
    baseUrl,
    state: status.state,
    ...status.cause,
    ...(status.since !== null && { since: isoTime(status.since) }),
    ...(status.notBefore !== null && { notBefore: isoTime(status.notBefore) }),
    ...(status.state !== 'paused' && status.state !== 'open' && { nextProbeAt: isoTime(status.nextProbeAt) }),
    ...(status.faults && { faults: { ...status.faults, since: isoTime(status.faults.since) } }),
    waiting: (calls?.queued ?? 0) + (calls?.held ?? 0),
    catalog: snapshot && {
      fetchedAt: isoTime(snapshot.fetchedAt),
      fields: snapshot.fields.length,
      statuses: snapshot.statuses.length,
    },
  };
}
