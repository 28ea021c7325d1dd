import { endpoints } from '../src/booking/http/encode.ts';
import { Secret } from '../src/config/secret.ts';
import { attemptOutcomes, destinationMetrics } from '../src/deliver/destinations/destination-metrics.ts';
import { destinationStates } from '../src/deliver/destinations/destination-state.ts';
import { beginEventOutcomes } from '../src/deliver/event-metrics.ts';
import { mappingHoldsTotal } from '../src/deliver/mappings/mapping-holds.ts';
import { severities } from '../src/diagnostics/severity.ts';
import { allStatuses } from '../src/inbox/event.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { messageCells } from '../src/notify/messenger.ts';
import { createAccessControl } from '../src/server/api/access/access-control.ts';
import { bridgeFigures } from '../src/server/health/bridge-figures.ts';
import { processFigures } from '../src/server/health/process-figures.ts';
import { receiverFigures } from '../src/server/health/receivers.ts';
import { callerFinder } from '../src/server/http/caller.ts';
import { type RefusalKind, sourceMetrics } from '../src/server/webhooks/webhook-metrics.ts';
import { type SpanLoss, spanFigures } from '../src/traces/span-accounts.ts';

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
  status: listed(allStatuses),
  state: listed(destinationStates),
  severity: listed(severities),
  outcome: 'how an attempt ended, as the first word of `outcome` in `/api/events/<id>`; see below',
  endpoint: listed(endpoints),
  receiver: 'who is told by callbacks or alerts, as its place in the config: `sources.crm.notify`, `alerts`',
  result:
    'how an attempt to tell it ended: `told`, `refused` (another answer than 2xx), `unanswered`, `gone` (410)',
  scope:
    '`store`: all processes on the store tell the same of it, so take its maximum over them, never its sum',
  version: 'of the program',
  node_version: 'of Node',
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

const outcomes: Readonly<Record<(typeof attemptOutcomes)[number], string>> = {
  done: 'it was applied',
  again: 'it was not applied, and is tried again',
  unknown: 'the answer to a booking was lost',
  data: "it was refused for this event's data",
  mapping: 'it was refused for the mapping, which is held',
  hold: 'the destination or the access to it is at fault; the destination is held',
};

const losses: Readonly<Record<SpanLoss, string>> = {
  overflow: 'too many waited to be sent',
  unsent: 'the collector could not be reached, was too slow or refused all of them',
  rejected: 'the collector took others and refused these',
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
  const outcomeLines = attemptOutcomes.map(name => `| \`${name}\` | ${outcomes[name]} |`);
  const lossLines = Object.entries(losses).map(([name, words]) => `| \`${name}\` | ${words} |`);
  const refusalLines = Object.entries(refusals).map(([name, words]) => `| \`${name}\` | ${words} |`);
  return `${[
    [introduction, ...lines].join('\n'),
    ['The labels:', '', ...labelLines].join('\n'),
    'The `outcome` of `fieldbridge_attempts_total` says how it ended ([the table of failures](../failure-table.md)):',
    ['| outcome | the attempt |', '| --- | --- |', ...outcomeLines].join('\n'),
    'The `reason` of `fieldbridge_webhooks_refused_total` says why:',
    ['| reason | the webhook was not taken because |', '| --- | --- |', ...refusalLines].join('\n'),
    'Spans are counted where `telemetry` is set. The `reason` of `fieldbridge_spans_lost_total` says why they were lost:',
    ['| reason | the spans were lost because |', '| --- | --- |', ...lossLines].join('\n'),
    `That of \`fieldbridge_admin_refused_total\` is one of ${listed(doorReasons.map(([, each = '']) => each))}; that of \`fieldbridge_messages_dropped_total\` is \`full\`, \`old\` (waited for a week) or \`unnamed\` (the config has no such receiver any more).`,
    alerts,
  ].join('\n\n')}\n`;
}

/** Where to go from here. */
const alerts = `## What to watch

[deploy/prometheus/alerts.yml](../../deploy/prometheus/alerts.yml) has the rules, [deploy/grafana](../../deploy/grafana) a
dashboard, and [the runbook](../runbook.md) says of each alert what it means and what to do. \`fieldbridge_calls\` and
\`fieldbridge_destination_calls\` say what is there now and shrink with \`retention\`; for rates take
\`fieldbridge_attempts_total\` and \`fieldbridge_event_outcomes_total\`.

## Several processes on one store

A metric with \`scope="store"\` is about the store, or about a destination or mapping of which all processes know the same.
Each process tells it. Take \`max by (job, …)\` of it first, then a sum where you need one. Every other metric is about the
process that tells it: add it up over the processes.`;

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

const none = { uncertain: 0, failed: 0, held: 0, queued: 0, discarded: 0, delivered: 0, skipped: 0 };

/** All figures of a bridge with one source, one destination and one mapping. */
function registered(): string {
  const metrics = createMetrics();
  sourceMetrics(metrics, 'a source');
  beginEventOutcomes(metrics, ['a source']);
  destinationMetrics(metrics, 'a');
  mappingHoldsTotal(metrics, 'a');
  spanFigures(metrics);
  messageCells(metrics, 'alerts');
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
  const catalog = { fetchedAt: new Date(0).toISOString(), fields: 0, statuses: 0 };
  const overview = {
    destinations: [{ name: 'a', baseUrl: '', state: 'open' as const, waiting: 0, catalog }],
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
      ...nothingWaits,
      byDestination: { a: none },
      byMapping: { a: none },
    },
  };
  const ofProcess = processFigures({
    version: '0',
    startedAt: 0,
    isReady: true,
    bytesInFlight: 0,
    loopDelayMs: 0,
    logLinesLost: 0,
    clockSkewMs: 0,
    unwrittenResults: 0,
    certificateUntil: 0,
    unreadableSecrets: 0,
    refusedInARow: new Map([['a source', 0]]),
  });
  const ofBridge = bridgeFigures(overview, {
    now: 0,
    catalogRefreshMs: new Map([['a', 0]]),
    oldestDueAt: new Map(),
    room: { usedBytes: 0, freeBytes: 0, reserveBytes: 0 },
  });
  const ofReceivers = receiverFigures(
    [{ receiver: 'alerts', waiting: 0, held: 0, oldestAt: undefined, trouble: undefined }],
    0,
  );
  return metrics.text([...ofProcess, ...ofBridge, ...ofReceivers]);
}

const nothingWaits = { unplanned: 0, unclaimed: 0, stranded: {} };
