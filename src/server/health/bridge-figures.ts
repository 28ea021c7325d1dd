import type { DestinationView, MappingView } from '../../deliver/bridge.ts';
import { destinationStates } from '../../deliver/destinations/destination-state.ts';
import { severities } from '../../diagnostics/severity.ts';
import type { Counts } from '../../inbox/counts.ts';
import { allStatuses, type Status } from '../../inbox/event.ts';
import type { StoreRoom } from '../../inbox/store.ts';
import {
  aboveZero,
  gauge,
  type Measured,
  type Metrics,
  type Observations,
  type Sample,
  storeGauge,
} from '../../metrics/metrics.ts';
import type { Overview } from './overview.ts';

/** The data for the metrics of the bridge, besides its state. */
export interface BridgeFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The intervals at which the catalogs are read, by destination of the config, in milliseconds. */
  readonly catalogRefreshMs: ReadonlyMap<string, number>;
  /** The due time of the longest waiting call, by destination. Epoch milliseconds. */
  readonly oldestDueAt: ReadonlyMap<string, number>;
  readonly room: StoreRoom | undefined;
}

/**
 * Returns the metrics of the store and the bridge, measured at each request. Labels are names of destinations in the
 * config and of mapping files. A destination that a payload named (by a rule) appears only in the totals.
 */
export function bridgeFigures(
  { destinations, mappings, counts }: Overview,
  facts: BridgeFacts,
): readonly Measured[] {
  return [
    ...countFigures(counts),
    ...destinationFigures(destinations, counts, facts),
    ...mappingFigures(mappings, counts),
    ...roomFigures(facts.room),
  ];
}

/** The number of round trips between this process and a store in PostgreSQL. */
export function storeRoundTrips(metrics: Metrics): Observations {
  return metrics.histogram(
    'fieldbridge_store_round_trip_seconds',
    'The time from the beginning of a transaction in PostgreSQL to its first response: one round trip.',
    {},
  );
}

function countFigures(counts: Counts): readonly Measured[] {
  return [
    storeGauge(
      'fieldbridge_calls',
      'Calls, and events without a call, by status.',
      byStatus({}, counts.statuses),
    ),
    storeGauge('fieldbridge_events_unplanned', 'Events that are not planned yet.', [
      { labels: {}, value: counts.unplanned },
    ]),
    storeGauge('fieldbridge_events_unclaimed', 'Events that are held because no mapping applies to them.', [
      { labels: {}, value: counts.unclaimed },
    ]),
  ];
}

function destinationFigures(
  destinations: readonly DestinationView[],
  counts: Counts,
  { now, catalogRefreshMs, oldestDueAt }: BridgeFacts,
): readonly Measured[] {
  const ofEach = valuesBy('destination', destinations);
  return [
    storeGauge(
      'fieldbridge_destination_calls',
      'Calls by destination and status; left out if there are none.',
      byName('destination', catalogRefreshMs.keys(), counts.byDestination),
    ),
    storeGauge(
      'fieldbridge_destination_waiting_calls',
      'Calls that wait at a destination: for their turn, or until the destination or their mapping is corrected.',
      ofEach(each => each.waiting),
    ),
    storeGauge(
      'fieldbridge_destination_oldest_due_seconds',
      'The time for which the longest waiting call has been due; 0 if none is due.',
      ofEach(each => secondsSince(oldestDueAt.get(each.name) ?? now, now)),
    ),
    storeGauge(
      'fieldbridge_destination_state',
      '1 for the current state of a destination.',
      destinations.flatMap(each =>
        destinationStates.map(state => ({
          labels: { destination: each.name, state },
          value: each.state === state ? 1 : 0,
        })),
      ),
    ),
    gauge(
      'fieldbridge_catalog_age_seconds',
      'The time since the live configuration of a destination was read; left out until the first read.',
      destinations.flatMap(({ name, catalog }) =>
        catalog
          ? [{ labels: { destination: name }, value: secondsSince(Date.parse(catalog.fetchedAt), now) }]
          : [],
      ),
    ),
    gauge(
      'fieldbridge_catalog_refresh_seconds',
      'The interval in the config for reading the live configuration of a destination.',
      [...catalogRefreshMs].map(([destination, ms]) => ({ labels: { destination }, value: ms / 1000 })),
    ),
  ];
}

function mappingFigures(mappings: readonly MappingView[], counts: Counts): readonly Measured[] {
  const ofEach = valuesBy('mapping', mappings);
  return [
    storeGauge(
      'fieldbridge_mapping_calls',
      'Calls by mapping and status; left out if there are none.',
      byName(
        'mapping',
        mappings.map(each => each.name),
        counts.byMapping,
      ),
    ),
    storeGauge(
      'fieldbridge_mapping_held',
      '1 for a mapping that is held.',
      ofEach(each => (each.held ? 1 : 0)),
    ),
    storeGauge(
      'fieldbridge_mapping_stranded_calls',
      'Calls that are held although their mapping is not, among its oldest held calls that the upkeep checks at once; left out if there are none.',
      aboveZero(ofEach(each => counts.stranded[each.name] ?? 0)),
    ),
    gauge(
      'fieldbridge_mapping_diagnostics',
      'Faults of a mapping: in its file, or against the account. Left out if there are none.',
      aboveZero(
        mappings.flatMap(each =>
          severities.map(severity => ({
            labels: { mapping: each.name, severity },
            value: each.diagnostics.filter(found => found.severity === severity).length,
          })),
        ),
      ),
    ),
    gauge(
      'fieldbridge_mapping_drift',
      'Changes in the account that a mapping does not fit any more; left out if it fits.',
      aboveZero(ofEach(each => each.changes.length)),
    ),
    gauge(
      'fieldbridge_mapping_usable',
      '0 for a mapping file that cannot be used.',
      ofEach(each => (each.usable ? 1 : 0)),
    ),
  ];
}

function roomFigures(room: StoreRoom | undefined): readonly Measured[] {
  if (!room) return [];
  const one = (name: string, help: string, value: number) => storeGauge(name, help, [{ labels: {}, value }]);
  return [
    one('fieldbridge_store_bytes', 'The size of the files of the store.', room.usedBytes),
    one('fieldbridge_store_free_bytes', 'The free space on the disk of the store.', room.freeBytes),
    one(
      'fieldbridge_store_reserve_bytes',
      'The free space that is required to accept webhooks. It is reserved for the results of calls.',
      room.reserveBytes,
    ),
  ];
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, now - at) / 1000;
}

/** Returns one sample for every name that has calls. */
function byName(
  label: string,
  names: Iterable<string>,
  counts: Readonly<Record<string, Readonly<Record<Status, number>>>>,
): readonly Sample[] {
  return aboveZero([...names].flatMap(name => byStatus({ [label]: name }, counts[name] ?? {})));
}

function byStatus(
  labels: Readonly<Record<string, string>>,
  counts: Readonly<Partial<Record<Status, number>>>,
): Sample[] {
  return allStatuses.map(status => ({ labels: { ...labels, status }, value: counts[status] ?? 0 }));
}

function valuesBy<Named extends { readonly name: string }>(label: string, all: readonly Named[]) {
  return (value: (each: Named) => number) =>
    all.map(each => ({ labels: { [label]: each.name }, value: value(each) }));
}
