/**
 * The place of a recorded span, as it is stored with events: its `traceparent`, and after a space the `tracestate` of
 * the sender that began the trace, if there is one.
 */
export type TraceContext = string;

/** The fields by which a line of the log names a span, as OpenTelemetry names them; none where there is no span. */
export function traceFields(trace: TraceContext | undefined): { trace_id?: string; span_id?: string } {
  return trace === undefined ? {} : { trace_id: trace.slice(3, 35), span_id: trace.slice(36, 52) };
}
