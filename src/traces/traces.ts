import type { SourceConfig } from '../config/config.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * The attributes of a span: names in the config and of mapping files, ids that this program made, numbers, and words
 * of this program. Never a URL, and nothing from a payload or a response.
 */
export type SpanAttributes = Readonly<Record<string, string | number | readonly string[]>>;

/** Records the processing of events, from the webhook to each request of a call. */
export interface Traces {
  /** Called when a webhook begins. It gets a span only if it is accepted: strangers cannot create spans. */
  arriving(source: SourceConfig, request: TracedRequest): ArrivingWebhook;
  /** Begins a child span. */
  begin(span: NewSpan): OpenSpan;
  /** Sends everything recorded so far, for at most this many milliseconds; the rest is lost. */
  stop(withinMs: number): Promise<void>;
}

/** The clocks and timers that traces need. */
export interface TraceTime {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never jump. */
  readonly monotonic: () => number;
  /** Runs a function once, later; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The properties of a request that are recorded. */
export interface TracedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly httpVersion: string;
  readonly socket: object;
}

/** A webhook in progress. */
export interface ArrivingWebhook {
  /** Called once it is verified: begins its span in the sender's trace. Undefined if it is not recorded. */
  accepted(): TraceContext | undefined;
  /** Called with the HTTP status of the response; undefined if the sender disconnected. */
  answered(status: number | undefined): void;
}

/** A span to begin. */
export interface NewSpan {
  readonly name: string;
  /** `client`: a request that this program makes. */
  readonly kind: 'internal' | 'client';
  readonly parent: TraceContext;
  readonly attributes: SpanAttributes;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly context: TraceContext;
  /** Ends the span. `errorType`: a kind of failure, if the work failed. */
  end(attributes: SpanAttributes, errorType?: string): void;
}
