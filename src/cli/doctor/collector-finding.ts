import type { TelemetryConfig } from '../../config/config.ts';
import { openCollector, type PostedSpans } from '../../traces/collector.ts';
import { type Finding, warning, well } from './finding.ts';

const withinMs = 4_500;
/** An entry of a list of spans that has none in it: the least that every collector reads. */
const noSpans = new Uint8Array([0x0a, 0x00]);

/** Whether the collector takes traces. A bridge works without it, so at worst this is a warning. */
export async function collectorFinding(telemetry: TelemetryConfig): Promise<Finding> {
  const { otlp } = telemetry;
  const collector = openCollector(telemetry);
  try {
    const startedAt = performance.now();
    const posted = await collector.post(noSpans, withinMs);
    if (posted.kind !== 'taken') return unwell(otlp, posted);
    const ms = Math.round(performance.now() - startedAt);
    return well('collector', `it takes traces at ${otlp}, and answered in ${ms} ms`);
  } finally {
    await collector.close();
  }
}

function unwell(otlp: string, posted: Exclude<PostedSpans, { kind: 'taken' }>): Finding {
  if (posted.kind === 'failed') {
    const next = 'start it, or correct telemetry.otlp; the bridge works without it, and traces are lost';
    return warning('collector', `it cannot be reached at ${otlp} (${posted.why})`, next);
  }
  const { status } = posted;
  const says = `what answers at ${otlp}/v1/traces does not take traces (HTTP ${status})`;
  if (status === 401 || status === 403)
    return warning('collector', says, 'correct the token in telemetry.headers');
  if (status === 404 || status === 405)
    return warning(
      'collector',
      says,
      'write the address of its OTLP over HTTP, without /v1/traces; the usual port is 4318',
    );
  return warning('collector', says, 'look into its log');
}
