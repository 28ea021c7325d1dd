import type { DestinationView, MappingView } from '../../deliver/bridge.ts';
import { destinationStates } from '../../deliver/destinations/destination-state.ts';
import { severities } from '../../diagnostics/severity.ts';
import type { Counts } from '../../inbox/counts.ts';
import { allStatuses, type Status } from '../../inbox/event.ts';
import type { StoreRoom } from '../../inbox/store.ts';
import { gauge, type Measured, type Sample, storeGauge } from '../../metrics/metrics.ts';
import type { Overview } from './overview.ts';

/** What the figures of the bridge are made of, besides how it stands. */
export interface BridgeFacts {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The names of the config, with how often each has its catalog read, in milliseconds. */
  readonly catalogRefreshMs: ReadonlyMap<string, number>;
  /** When the call was due that waits the longest, by destination. Epoch milliseconds. */
  readonly oldestDueAt: ReadonlyMap<string, number>;
  readonly room: StoreRoom | undefined;
}

/**
 * What the store and the bridge say, measured when somebody asks for the metrics. Labels are names of destinations in the
 * config and of mapping files; a destination that a payload named (a rule may give one) shows in the totals only.
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

function countFigures(counts: Counts): readonly Measured[] {
  return [
    storeGauge(
      'fieldbridge_calls',
      'Calls, and events without a call, by status.',
      byStatus({}, counts.statuses),
    ),
    storeGauge('fieldbridge_events_unplanned', 'Events that no mapping has looked at yet.', [
      { labels: {}, value: counts.unplanned },
    ]),
    storeGauge('fieldbridge_events_unclaimed', 'Events that are held because no mapping takes them.', [
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
      'Calls by destination and status.',
      byName('destination', catalogRefreshMs.keys(), counts.byDestination),
    ),
    storeGauge(
      'fieldbridge_destination_waiting_calls',
      'Calls that wait at a destination: for their turn, or until it or their mapping is put right.',
      ofEach(each => each.waiting),
    ),
    storeGauge(
      'fieldbridge_destination_oldest_due_seconds',
      'For how long the call that waits the longest could have left; 0 where none is due.',
      ofEach(each => secondsSince(oldestDueAt.get(each.name) ?? now, now)),
    ),
    storeGauge(
      'fieldbridge_destination_state',
      '1 for the state that a destination is in.',
      destinations.flatMap(each =>
        destinationStates.map(state => ({
          labels: { destination: each.name, state },
          value: each.state === state ? 1 : 0,
        })),
      ),
    ),
    gauge(
      'fieldbridge_catalog_age_seconds',
      'How long ago the live configuration of a destination was read; left out until it was read once.',
      destinations.flatMap(({ name, catalog }) =>
        catalog
          ? [{ labels: { destination: name }, value: secondsSince(Date.parse(catalog.fetchedAt), now) }]
          : [],
      ),
    ),
    gauge(
      'fieldbridge_catalog_refresh_seconds',
      'How often the live configuration of a destination is read, as the config says.',
      [...catalogRefreshMs].map(([destination, ms]) => ({ labels: { destination }, value: ms / 1000 })),
    ),
  ];
}

function mappingFigures(mappings: readonly MappingView[], counts: Counts): readonly Measured[] {
  const ofEach = valuesBy('mapping', mappings);
  return [
    storeGauge(
      'fieldbridge_mapping_calls',
      'Calls by mapping and status.',
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
      'Calls that are held though their mapping is not: of its oldest held ones, as far as the upkeep looks at once.',
      ofEach(each => counts.stranded[each.name] ?? 0),
    ),
    gauge(
      'fieldbridge_mapping_diagnostics',
      'What is wrong with a mapping: its file, or how it fits the account.',
      mappings.flatMap(each =>
        severities.map(severity => ({
          labels: { mapping: each.name, severity },
          value: each.diagnostics.filter(found => found.severity === severity).length,
        })),
      ),
    ),
    gauge(
      'fieldbridge_mapping_drift',
      'Changes in the account since which a mapping does not fit it.',
      ofEach(each => each.changes.length),
    ),
    gauge(
      'fieldbridge_mapping_usable',
      '0 for a mapping file that cannot be used as it is.',
      ofEach(each => (each.usable ? 1 : 0)),
    ),
  ];
}

function roomFigures(room: StoreRoom | undefined): readonly Measured[] {
  if (!room) return [];
  const one = (name: string, help: string, value: number) => storeGauge(name, help, [{ labels: {}, value }]);
  return [
    one('fieldbridge_store_bytes', 'What the files of the store take.', room.usedBytes),
    one('fieldbridge_store_free_bytes', "What is free on the store's disk.", room.freeBytes),
    one(
      'fieldbridge_store_reserve_bytes',
      'What must be free there for webhooks to be taken: it is kept for the results of calls.',
      room.reserveBytes,
    ),
  ];
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, now - at) / 1000;
}

/** Of every name, also where it has no calls yet: what appears late cannot be asked for before. */
function byName(
  label: string,
  names: Iterable<string>,
  counts: Readonly<Record<string, Readonly<Record<Status, number>>>>,
): Sample[] {
  return [...names].flatMap(name => byStatus({ [label]: name }, counts[name] ?? {}));
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
