import { Secret } from '../src/config/secret.ts';
import { destinationStates } from '../src/deliver/destinations/destination-state.ts';
import { severities } from '../src/diagnostics/severity.ts';
import { statuses } from '../src/inbox/event.ts';
import { createAccessControl } from '../src/server/api/access/access-control.ts';
import { gauges } from '../src/server/health/gauges.ts';
import { createMetrics } from '../src/server/health/metrics.ts';
import { callerFinder } from '../src/server/http/caller.ts';
import { type RefusalKind, sourceMetrics } from '../src/server/webhooks/webhook-metrics.ts';

const introduction = `# Metrics

\`GET /metrics\` answers in the text format of Prometheus, at the address of the webhooks or at \`admin.listen\`. This page
is made by \`npm run docs\` of what the program registers. Counters begin at 0 with every start; seconds and bytes are the
units, as the names say. No label has a value of a customer: labels are names of the config and of mapping files, and the
words below. Where the store cannot be read, what is counted in it is left out.

| metric | type | labels | meaning |
| --- | --- | --- | --- |`;

/** What may stand in a label. */
const labels: Readonly<Record<string, string>> = {
  source: 'a source of the config',
  destination: 'a destination of the config',
  mapping: 'a mapping file',
  status: listed(statuses),
  state: listed(destinationStates),
  severity: listed(severities),
};

const refusals: Readonly<Record<RefusalKind, string>> = {
  unreadable: 'the body cannot be read as what it should be (400)',
  foreign: 'it comes from an address that `limits.from` of the source does not have (403)',
  unverified: 'it does not prove who sent it (401)',
  method: 'the method is not POST (405)',
  too_large: 'the body is larger than `server.bodyLimit` (413)',
  media_type: 'nobody reads this content type (415)',
  busy: 'too much comes at a time (429)',
  unavailable: 'it cannot be stored (503)',
  aborted: 'its sender went away before it was whole',
};

function listed(words: readonly string[]): string {
  return words.map(each => `\`${each}\``).join(', ');
}

/** The page about the figures, made of what a registry has that everything registered itself in. */
export function metricsPage(): string {
  const text = registered();
  const doorReasons = [...text.matchAll(/^fieldbridge_admin_refused_total{reason="(\w+)"}/gm)];
  const lines = metricsOf(text).map(
    ({ name, type, labelNames, help }) => `| \`${name}\` | ${type} | ${listed(labelNames)} | ${help} |`,
  );
  const labelLines = Object.entries(labels).map(([name, words]) => `- \`${name}\`: ${words}`);
  const refusalLines = Object.entries(refusals).map(([name, words]) => `| \`${name}\` | ${words} |`);
  return `${[
    [introduction, ...lines].join('\n'),
    ['The labels:', '', ...labelLines].join('\n'),
    'The `reason` of `fieldbridge_webhooks_refused_total` says why:',
    ['| reason | the webhook was not taken because |', '| --- | --- |', ...refusalLines].join('\n'),
    `That of \`fieldbridge_admin_refused_total\` is one of ${listed(doorReasons.map(([, each = '']) => each))}.`,
    alerts,
  ].join('\n\n')}\n`;
}

/** What is worth a person's attention, and what is ordinary. */
const alerts = `## What to watch

- \`fieldbridge_calls{status="uncertain"}\` and \`{status="failed"}\` above 0: a person must decide.
- \`fieldbridge_destination_state{state="held"}\` at 1 for longer than a few minutes: the calendar, its address or its token.
- \`fieldbridge_mapping_held\` at 1 or \`fieldbridge_mapping_usable\` at 0: a mapping file.
- \`fieldbridge_source_refused_in_a_row\` that grows: the secret of a sender is wrong, or a clock.
- \`fieldbridge_webhooks_refused_total{reason="unavailable"}\` that grows: the store or its disk.`;

/** A metric as the text format has it. */
export interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** The metrics of a text in the format of Prometheus. */
export function metricsOf(text: string): readonly Metric[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)\n((?:(?!#).*\n)*)/gm)].map(match => {
    const [, name = '', help = '', type = '', samples = ''] = match;
    const names = [...samples.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label);
    return { name, help, type, labelNames: [...new Set(names)].filter(label => label !== 'le') };
  });
}

/** All figures of a bridge with one source, one destination and one mapping. */
function registered(): string {
  const metrics = createMetrics();
  sourceMetrics(metrics, 'a source');
  const server = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    trustProxy: [],
    basePath: '',
    tls: undefined,
    bodyLimit: 1,
  };
  const access = createAccessControl(
    { token: new Secret('no one uses it'), listen: undefined },
    { config: { server }, callerOf: callerFinder([]), metrics, log: { warn: () => {} } },
  );
  access.close();
  const none = { uncertain: 0, failed: 0, held: 0, queued: 0, discarded: 0, delivered: 0, skipped: 0 };
  const overview = {
    destinations: [{ name: 'a', baseUrl: '', state: 'open' as const, waiting: 0, catalog: null }],
    mappings: [
      {
        name: 'a',
        file: 'a.yaml',
        source: null,
        destination: null,
        operation: null,
        usable: true,
        held: null,
        calls: none,
        diagnostics: [],
        changes: [],
      },
    ],
    counts: {
      statuses: none,
      unplanned: 0,
      unclaimed: 0,
      byDestination: { a: none },
      byMapping: { a: none },
    },
  };
  const now = {
    bytesInFlight: 0,
    loopDelayMs: 0,
    logLinesLost: 0,
    clockSkewMs: 0,
    destinations: new Set(['a']),
    refusedInARow: new Map([['a source', 0]]),
  };
  return metrics.text(gauges(overview, now));
}
