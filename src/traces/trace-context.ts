/**
 * The identity of a recorded span, as stored with events: its `traceparent`, then after a space the `tracestate` of
 * the sender that began the trace, if there is one.
 */
export type TraceContext = string;

/** Returns the fields of a log line that identify a span, with OpenTelemetry's names; none without a span. */
export function traceFields(trace: TraceContext | undefined): { trace_id?: string; span_id?: string } {
  return trace === undefined ? {} : { trace_id: trace.slice(3, 35), span_id: trace.slice(36, 52) };
}
