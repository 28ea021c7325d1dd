import type { SourceConfig } from '../config/config.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * The attributes of a span: names of the config and of mapping files, ids that this program made, numbers and words of
 * its own. Never a URL, and nothing from a payload or a response.
 */
export type SpanAttributes = Readonly<Record<string, string | number | readonly string[]>>;

/** Records the way of events, from the webhook to each request that a call makes. */
export interface Traces {
  /** Notes when a webhook began. It becomes a span once it is accepted: strangers make none. */
  arriving(source: SourceConfig, request: TracedRequest): ArrivingWebhook;
  /** Begins a span below another one. */
  begin(span: NewSpan): OpenSpan;
  /** Sends everything recorded so far, for at most this many milliseconds; the rest is lost. */
  stop(withinMs: number): Promise<void>;
}

/** Time as traces need it. */
export interface TraceTime {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never jump. */
  readonly monotonic: () => number;
  /** Runs something once, later; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The properties of a request that are recorded. */
export interface TracedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly httpVersion: string;
  readonly socket: object;
}

/** A webhook that is under way. */
export interface ArrivingWebhook {
  /** It is its sender's: its span begins, in the trace that the sender names. Undefined where it is not recorded. */
  accepted(): TraceContext | undefined;
  /** Its answer has this HTTP status; none where the sender went away. */
  answered(status: number | undefined): void;
}

/** A span that is about to begin. */
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
  /** Ends it. `errorType`: what it was about failed, and in which of a few ways. */
  end(attributes: SpanAttributes, errorType?: string): void;
}
