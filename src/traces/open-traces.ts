import { randomUUID } from 'node:crypto';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SourceConfig } from '../config/config.ts';
import type { TelemetryConfig } from '../config/telemetry-config.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { openCollector } from './collector.ts';
import { createSpanAccounts } from './span-accounts.ts';
import { createSpanSender } from './span-sender.ts';
import type { TraceContext } from './trace-context.ts';
import type { TracedRequest, Traces, TraceTime } from './traces.ts';

/** The dependencies of recording. */
export interface TraceParts {
  /** The version of the program. */
  readonly version: string;
  readonly time: TraceTime;
  readonly random: () => number;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** The maximum number of kept spans, some 2 MiB; further ones are lost, so that a slow collector takes no memory. */
const mostHeld = 2_048;
const batching = { maxExportBatchSize: 512, scheduledDelayMillis: 1_000, exportTimeoutMillis: 15_000 };

/**
 * Records traces and sends them to the collector of the config. This is the only file that loads OpenTelemetry; it is
 * imported only if the config has `telemetry`.
 */
export function openTraces(telemetry: TelemetryConfig, parts: TraceParts): Traces {
  const { tracer, stop } = openTracer(telemetry, parts);
  const clock = spanClock(parts.time);
  const drawn = () => parts.random() < telemetry.sample;

  return {
    arriving(source, request) {
      const startTime = clock();
      let span: Span | undefined;
      return {
        accepted() {
          const options = { kind: SpanKind.SERVER, startTime, attributes: webhookSays(source, request) };
          const parent = trustedParent(contextOf(request.headers), source, drawn);
          span = tracer.startSpan(webhookRoute, options, parent);
          return span.isRecording() ? textOf(span) : undefined;
        },
        answered(status) {
          if (status !== undefined) span?.setAttribute('http.response.status_code', status);
          const failed = status === undefined ? 'aborted' : status >= 500 ? String(status) : undefined;
          if (span) finish(span, failed, clock());
        },
      };
    },
    begin({ name, kind, parent, attributes }) {
      const options = { kind: kinds[kind], startTime: clock(), attributes: { ...attributes } };
      const span = tracer.startSpan(name, options, contextOfText(parent));
      return {
        context: textOf(span),
        end(more, failed) {
          span.setAttributes({ ...more });
          finish(span, failed, clock());
        },
      };
    },
    stop,
  };
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };
/** Not the path itself, which comes from the config and may be secret. */
const webhookRoute = 'POST /hooks/:source';

function webhookSays({ name }: SourceConfig, { httpVersion, socket }: TracedRequest) {
  return {
    'http.request.method': 'POST',
    'http.route': '/hooks/:source',
    'url.scheme': 'encrypted' in socket ? 'https' : 'http',
    'network.protocol.version': httpVersion,
    'fieldbridge.source': name,
  };
}

/** Creates spans, and keeps a limited number of them until they are sent. */
function openTracer(
  telemetry: TelemetryConfig,
  { version, time, metrics, log }: TraceParts,
): { readonly tracer: Tracer; readonly stop: Traces['stop'] } {
  const accounts = createSpanAccounts(metrics, log, time.monotonic);
  const collector = openCollector(telemetry);
  let held = 0;
  const sender = createSpanSender({
    collector,
    accounts,
    time,
    done: spans => {
      held -= spans;
    },
  });
  const batches = new BatchSpanProcessor({ exporter: sender, maxQueueSize: mostHeld, ...batching });
  const bounded: SpanProcessor = {
    onStart: () => {},
    onEnd(span) {
      if (held >= mostHeld) return accounts.lost(1, 'overflow', sender.trouble() ?? tooMany);
      held += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceOf(version),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(telemetry.sample) }),
    spanProcessors: [bounded],
  });
  return {
    tracer: provider.getTracer('fieldbridge', version),
    async stop(withinMs) {
      sender.stopRetrying();
      const late = Promise.withResolvers<void>();
      const cancel = time.after(withinMs, late.resolve);
      await Promise.race([provider.shutdown(), late.promise]);
      cancel();
      if (held > 0) accounts.lost(held, 'unsent', sender.trouble() ?? notWaitedFor);
      await collector.close();
    },
  };
}

const tooMany = 'more spans arrive than it accepts';
const notWaitedFor = 'the program ended before they were accepted';

/** Returns the names of this program: its own, and those from the variables of OpenTelemetry. */
function resourceOf(version: string): Resource {
  const own = resourceFromAttributes({
    'service.name': 'fieldbridge',
    'service.version': version,
    'service.instance.id': randomUUID(),
  });
  const said = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
  return defaultResource().merge(own).merge(said);
}

/** Returns epoch milliseconds with fractions: steady within a trace, but following a changed wall clock. */
function spanClock({ now, monotonic }: TraceTime): () => number {
  let between = now() - monotonic();
  return () => {
    const steady = monotonic();
    const wall = now();
    if (Math.abs(wall - steady - between) > 50) between = wall - steady;
    return steady + between;
  };
}

const propagator = new W3CTraceContextPropagator();

/** Returns the trace of a request from its W3C headers; invalid headers are ignored. */
function contextOf(headers: Readonly<Record<string, string | string[] | undefined>>): Context {
  return propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
}

/**
 * If a source's webhooks are not verified, anybody could make the program record everything. Therefore the
 * sender's wish to record a trace is followed there only for the share in the config.
 */
function trustedParent(parent: Context, { verify }: SourceConfig, drawn: () => boolean): Context {
  const said = trace.getSpanContext(parent);
  if (!said || (said.traceFlags & TraceFlags.SAMPLED) === 0) return parent;
  if (verify.every(({ type }) => type !== 'none') || drawn()) return parent;
  return trace.setSpanContext(parent, { ...said, traceFlags: TraceFlags.NONE });
}

function textOf(span: Span): TraceContext {
  const { traceId, spanId, traceState } = span.spanContext();
  const state = traceState?.serialize();
  return `00-${traceId}-${spanId}-01${state ? ` ${state}` : ''}`;
}

function contextOfText(text: TraceContext): Context {
  const [traceparent = '', tracestate] = text.split(' ');
  return contextOf({ traceparent, tracestate });
}

function finish(span: Span, failed: string | undefined, at: number): void {
  if (failed !== undefined) {
    span.setAttribute('error.type', failed);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(at);
}
