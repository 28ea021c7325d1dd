/**
 * Where a span that is recorded stands, as it is kept with events: its `traceparent`, and behind a blank the
 * `tracestate` of who began the trace, if there is one.
 */
export type TraceContext = string;

/** The fields by which a line of the log names a span, as OpenTelemetry names them; none where there is no span. */
export function traceFields(trace: TraceContext | undefined): { trace_id?: string; span_id?: string } {
  return trace === undefined ? {} : { trace_id: trace.slice(3, 35), span_id: trace.slice(36, 52) };
}
