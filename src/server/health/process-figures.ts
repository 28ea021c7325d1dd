import { gauge, type Measured } from '../../metrics/metrics.ts';

/** The measured state of the process. */
export interface ProcessState {
  /** The version of the program. */
  readonly version: string;
  /** Epoch seconds. */
  readonly startedAt: number;
  /** True if `/readyz` returns 200. */
  readonly isReady: boolean;
  readonly bytesInFlight: number;
  readonly loopDelayMs: number;
  /** The number since the start. */
  readonly logLinesLost: number;
  /** The proven difference; 0 if none is proven. */
  readonly clockSkewMs: number;
  readonly unwrittenResults: number;
  /** The end of the server's certificate, in epoch milliseconds; undefined without one. */
  readonly certificateUntil: number | undefined;
  readonly unreadableSecrets: number;
  /** The number of consecutive refused webhooks, by source of the config. */
  readonly refusedInARow: ReadonlyMap<string, number>;
}

/** Returns the metrics of the process, measured at each request. */
export function processFigures(state: ProcessState): readonly Measured[] {
  const one = (name: string, help: string, value: number) => gauge(name, help, [{ labels: {}, value }]);
  const { user, system } = process.cpuUsage();
  const build = { version: state.version, node_version: process.versions.node };
  return [
    gauge('fieldbridge_build_info', 'Always 1; the labels are the version of the program and of Node.', [
      { labels: build, value: 1 },
    ]),
    one('fieldbridge_ready', '1 while new webhooks can be accepted, as in /readyz.', state.isReady ? 1 : 0),
    one('fieldbridge_bytes_in_flight', 'Bytes of the webhooks in progress.', state.bytesInFlight),
    one('fieldbridge_event_loop_delay_seconds', 'The delay of the event loop.', state.loopDelayMs / 1000),
    one(
      'fieldbridge_clock_skew_seconds',
      'The proven error of the clock of this machine.',
      state.clockSkewMs / 1000,
    ),
    one(
      'fieldbridge_log_lines_lost',
      'Log lines that could not be written since the start.',
      state.logLinesLost,
    ),
    one(
      'fieldbridge_unwritten_results',
      'Results of calls that wait to be stored; nothing more is sent while there are any.',
      state.unwrittenResults,
    ),
    gauge(
      'fieldbridge_tls_certificate_expiry_timestamp_seconds',
      'With `server.tls`: the earliest expiry of its certificate and those above it, in seconds since 1970.',
      state.certificateUntil === undefined ? [] : [{ labels: {}, value: state.certificateUntil / 1000 }],
    ),
    one(
      'fieldbridge_secret_files_unreadable',
      'Secret files that cannot be read any more; the last secret of each is used until a restart.',
      state.unreadableSecrets,
    ),
    one('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    one(
      'process_start_time_seconds',
      'The start time of the process, in seconds since 1970.',
      state.startedAt,
    ),
    {
      ...one('process_cpu_seconds_total', 'Processor time that the process has used.', (user + system) / 1e6),
      type: 'counter',
    },
    gauge(
      'fieldbridge_source_refused_in_a_row',
      'Webhooks refused as unverified since the last verified one.',
      [...state.refusedInARow].map(([source, value]) => ({ labels: { source }, value })),
    ),
  ];
}
