import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The properties of a span that tests check. */
export interface SeenSpan {
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** `ExportTraceServiceRequest`, decoded with the published definitions, as JSON. */
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource?: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans?: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}

interface RawSpan {
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: string };
  readonly attributes?: readonly KeyValue[];
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface MockOtlpServer {
  readonly httpUrl: URL;
  start(): Promise<void>;
  close(): Promise<void>;
}

const elastic = createRequire(import.meta.url)('@elastic/mockotlpserver') as {
  MockOtlpServer: new (options: object) => MockOtlpServer;
};

/** A running receiver of OTLP. */
export interface Receiver {
  readonly url: string;
  /** Returns all received data, decoded, as JSON. */
  text(): string;
  /** The headers of each request. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly resource: () => Readonly<Record<string, unknown>>;
  spans(): readonly SeenSpan[];
  close(): Promise<void>;
}

/** Starts Elastic's receiver, on a free port or the given one. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const came: Exported[] = [];
  const headers: Record<string, string>[] = [];
  const server = new elastic.MockOtlpServer({
    logLevel: 'error',
    services: ['http'],
    httpHostname: '127.0.0.1',
    httpPort: port,
    onTrace: (trace: object) => came.push(JSON.parse(JSON.stringify(trace))),
    onRequest: (request: { headers: Record<string, string> }) => headers.push(request.headers),
  });
  await server.start();
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
  };
  onTestFinished(close);
  return {
    url: server.httpUrl.origin,
    headers,
    text: () => JSON.stringify(came),
    resource: () => attributesOf(came[0]?.resourceSpans[0]?.resource?.attributes),
    spans: () =>
      came.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(each => (each.scopeSpans ?? []).flatMap(({ spans }) => spans.map(seen))),
      ),
    close,
  };
}

function seen(span: RawSpan): SeenSpan {
  const ms = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1000n) / 1000;
  return {
    name: span.name,
    kind: span.kind.replace('SPAN_KIND_', '').toLowerCase(),
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: span.parentSpanId ? hex(span.parentSpanId) : undefined,
    traceState: span.traceState || undefined,
    startMs: ms(span.startTimeUnixNano),
    endMs: ms(span.endTimeUnixNano),
    failed: span.status?.code === 'STATUS_CODE_ERROR',
    attributes: attributesOf(span.attributes),
  };
}

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function attributesOf(list: readonly KeyValue[] = []): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: Readonly<Record<string, unknown>>): unknown {
  if ('arrayValue' in value)
    return (
      (value.arrayValue as { values?: Readonly<Record<string, unknown>>[] }).values?.map(plainValue) ?? []
    );
  if ('stringValue' in value) return value.stringValue;
  return Number(String(value.intValue ?? value.doubleValue));
}

/** Starts a collector with the responses of a test; returns its URL. */
export async function startCollector(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
