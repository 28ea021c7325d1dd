import { gauge, type Measured } from '../../metrics/metrics.ts';

/** How the process does, as it was just looked at. */
export interface ProcessState {
  /** Of the program. */
  readonly version: string;
  /** Epoch seconds. */
  readonly startedAt: number;
  /** Whether `/readyz` answers 200. */
  readonly isReady: boolean;
  readonly bytesInFlight: number;
  readonly loopDelayMs: number;
  /** Since the start. */
  readonly logLinesLost: number;
  /** As far as it is proved. */
  readonly clockSkewMs: number;
  readonly unwrittenResults: number;
  /** When the certificate of the server ends, in epoch milliseconds; undefined where it has none. */
  readonly certificateUntil: number | undefined;
  readonly unreadableSecrets: number;
  /** By source of the config. */
  readonly refusedInARow: ReadonlyMap<string, number>;
}

/** The figures of the process, measured when somebody asks for the metrics. */
export function processFigures(state: ProcessState): readonly Measured[] {
  const one = (name: string, help: string, value: number) => gauge(name, help, [{ labels: {}, value }]);
  const { user, system } = process.cpuUsage();
  const build = { version: state.version, node_version: process.versions.node };
  return [
    gauge('fieldbridge_build_info', 'Always 1; the labels say which version runs, and on which Node.', [
      { labels: build, value: 1 },
    ]),
    one('fieldbridge_ready', '1 while new webhooks can be taken, as /readyz says.', state.isReady ? 1 : 0),
    one('fieldbridge_bytes_in_flight', 'Bytes of webhooks being taken in.', state.bytesInFlight),
    one(
      'fieldbridge_event_loop_delay_seconds',
      'How late the process is with its work.',
      state.loopDelayMs / 1000,
    ),
    one(
      'fieldbridge_clock_skew_seconds',
      'How far the clock of this machine is behind, where that is proved.',
      state.clockSkewMs / 1000,
    ),
    one(
      'fieldbridge_log_lines_lost',
      'Lines of the log that could not be written since the start.',
      state.logLinesLost,
    ),
    one(
      'fieldbridge_unwritten_results',
      'Results of calls that wait to be written; nothing more is sent while there are any.',
      state.unwrittenResults,
    ),
    gauge(
      'fieldbridge_tls_certificate_expiry_timestamp_seconds',
      'Where `server.tls` is set: when its certificate expires, or one above it, in seconds since 1970.',
      state.certificateUntil === undefined ? [] : [{ labels: {}, value: state.certificateUntil / 1000 }],
    ),
    one(
      'fieldbridge_secret_files_unreadable',
      'Secret files that cannot be read any more; the last secret of each counts until a restart.',
      state.unreadableSecrets,
    ),
    one('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    one('process_start_time_seconds', 'When the process started, in seconds since 1970.', state.startedAt),
    {
      ...one(
        'process_cpu_seconds_total',
        'Time of a processor that the process has used.',
        (user + system) / 1e6,
      ),
      type: 'counter',
    },
    gauge(
      'fieldbridge_source_refused_in_a_row',
      'Webhooks refused as unverified since the last verified one.',
      [...state.refusedInARow].map(([source, value]) => ({ labels: { source }, value })),
    ),
  ];
}
