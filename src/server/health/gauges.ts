import { destinationStates } from '../../deliver/destinations/destination-state.ts';
import { severities } from '../../diagnostics/severity.ts';
import { type Status, statuses } from '../../inbox/event.ts';
import type { Gauge, Sample } from './metrics.ts';
import type { Overview } from './overview.ts';

/**
 * The gauges, measured when somebody asks for the metrics. Labels are names of destinations in the config and of mapping files; a
 * destination that a payload named (a rule may give one) shows in the totals only.
 */
export function gauges(
  overview: Overview | undefined,
  now: {
    readonly bytesInFlight: number;
    readonly loopDelayMs: number;
    /** Since the start. */
    readonly logLinesLost: number;
    /** As far as it is proved. */
    readonly clockSkewMs: number;
    /** Those of the config. */
    readonly destinations: ReadonlySet<string>;
    /** By source. */
    readonly refusedInARow: ReadonlyMap<string, number>;
  },
): readonly Gauge[] {
  return [
    gauge('fieldbridge_bytes_in_flight', 'Bytes of webhooks being taken in.', [
      { labels: {}, value: now.bytesInFlight },
    ]),
    gauge('fieldbridge_event_loop_delay_seconds', 'How late the process is with its work.', [
      { labels: {}, value: now.loopDelayMs / 1000 },
    ]),
    gauge(
      'fieldbridge_clock_skew_seconds',
      'How far the clock of this machine is behind, where that is proved.',
      [{ labels: {}, value: now.clockSkewMs / 1000 }],
    ),
    gauge('fieldbridge_log_lines_lost', 'Lines of the log that could not be written since the start.', [
      { labels: {}, value: now.logLinesLost },
    ]),
    gauge('process_resident_memory_bytes', 'Memory of the process.', [
      { labels: {}, value: process.memoryUsage.rss() },
    ]),
    gauge(
      'fieldbridge_source_refused_in_a_row',
      'Webhooks refused as unverified since the last verified one.',
      [...now.refusedInARow].map(([source, value]) => ({ labels: { source }, value })),
    ),
    ...(overview ? storeGauges(overview, now.destinations) : []),
  ];
}

function storeGauges({ destinations, mappings, counts }: Overview, known: ReadonlySet<string>): Gauge[] {
  const mappingNames = new Set(mappings.map(each => each.name));
  return [
    gauge('fieldbridge_calls', 'Calls, and events without a call, by status.', byStatus({}, counts.statuses)),
    gauge('fieldbridge_events_unplanned', 'Events that no mapping has looked at yet.', [
      { labels: {}, value: counts.unplanned },
    ]),
    gauge(
      'fieldbridge_destination_calls',
      'Calls by destination and status.',
      byName('destination', known, counts.byDestination),
    ),
    gauge(
      'fieldbridge_mapping_calls',
      'Calls by mapping and status.',
      byName('mapping', mappingNames, counts.byMapping),
    ),
    gauge(
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
      'fieldbridge_mapping_held',
      '1 for a mapping that is held.',
      mappings.map(each => ({ labels: { mapping: each.name }, value: each.held ? 1 : 0 })),
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
      'fieldbridge_mapping_usable',
      '0 for a mapping file that cannot be used as it is.',
      mappings.map(each => ({ labels: { mapping: each.name }, value: each.usable ? 1 : 0 })),
    ),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Gauge {
  return { name, help, samples };
}

function byName(
  label: string,
  names: ReadonlySet<string>,
  counts: Readonly<Record<string, Readonly<Record<Status, number>>>>,
): Sample[] {
  return Object.entries(counts)
    .filter(([name]) => names.has(name))
    .flatMap(([name, each]) => byStatus({ [label]: name }, each));
}

function byStatus(
  labels: Readonly<Record<string, string>>,
  counts: Readonly<Record<Status, number>>,
): Sample[] {
  return statuses.map(status => ({ labels: { ...labels, status }, value: counts[status] }));
}
