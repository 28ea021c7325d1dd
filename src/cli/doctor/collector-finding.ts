import type { UnusedVariable } from '../../config/otel-variables.ts';
import type { TelemetryConfig } from '../../config/telemetry-config.ts';
import { openCollector, type PostedSpans } from '../../traces/collector.ts';
import { type Finding, warning, well } from './finding.ts';

const withinMs = 4_500;
/** An OTLP request with an empty list of spans: zero bytes in protobuf. */
const noSpans = new Uint8Array();
/** A request with one entry that has no spans, for collectors that refuse an empty body. */
const emptyEntry = new Uint8Array([0x0a, 0x00]);

/** Checks whether the collector accepts traces. A bridge works without it, so at worst this is a warning. */
export async function collectorFinding(telemetry: TelemetryConfig): Promise<Finding> {
  const { otlp } = telemetry;
  const collector = openCollector(telemetry);
  try {
    const startedAt = performance.now();
    const first = await collector.post(noSpans, withinMs);
    const isWithoutBody = first.kind === 'refused' && first.status === 400;
    const leftMs = withinMs - (performance.now() - startedAt);
    const posted = isWithoutBody ? await collector.post(emptyEntry, leftMs) : first;
    if (posted.kind !== 'taken') return unwell(otlp, posted);
    const ms = Math.round(performance.now() - startedAt);
    return well('collector', `it accepts traces at ${otlp}, and responded in ${ms} ms`);
  } finally {
    await collector.close();
  }
}

/** A warning about an OpenTelemetry variable that has no effect. */
export function unusedFinding({ variable, reason }: UnusedVariable): Finding {
  return warning('variables', `${variable}: ${reason}`, 'correct it, or unset it');
}

function unwell(otlp: string, posted: Exclude<PostedSpans, { kind: 'taken' }>): Finding {
  if (posted.kind === 'failed') {
    const says = `it cannot be reached at ${otlp} (${posted.why})`;
    return warning(
      'collector',
      says,
      `${nextOfFailure(otlp, posted)}; the bridge works without it, and traces are lost`,
    );
  }
  const { status } = posted;
  if (posted.kind === 'page')
    return warning(
      'collector',
      `the program that responds at ${otlp}/v1/traces is a web server, not a collector`,
      otherAddress,
    );
  const says = `the program that responds at ${otlp}/v1/traces does not accept traces (HTTP ${status})`;
  return warning('collector', says, nextOfStatus(otlp, status));
}

const otherAddress = 'write the address of its OTLP over HTTP, without /v1/traces; the usual port is 4318';
const notGrpc =
  '4317 is the port for gRPC, which is not supported: use the port for OTLP over HTTP, usually 4318';

function nextOfStatus(otlp: string, status: number): string {
  if (isGrpcPort(otlp)) return notGrpc;
  if (status === 401 || status === 403) return 'correct the token in telemetry.headers';
  if (status === 404 || status === 405) return otherAddress;
  if (status >= 300 && status < 400)
    return 'write the address to which it redirects: redirects are not followed';
  if (status === 400 && otlp.startsWith('http:')) return `read its log; if it requires TLS, write https:`;
  return 'look into its log';
}

/** Chooses the advice by the error codes of Node and OpenSSL. */
function nextOfFailure(otlp: string, { fault }: Extract<PostedSpans, { kind: 'failed' }>): string {
  const { why, code = '', proxy } = fault ?? {};
  if (proxy !== undefined) return 'check HTTPS_PROXY, or name the collector in NO_PROXY';
  if (isGrpcPort(otlp)) return notGrpc;
  if (/HAS_EXPIRED/.test(code)) return 'renew the certificate of the collector';
  if (/ALTNAME_INVALID|HOSTNAME_MISMATCH/.test(code))
    return 'write a name from its certificate in telemetry.otlp';
  if (/SELF_SIGNED|ISSUER|VERIFY_LEAF|UNTRUSTED/.test(code))
    return 'start the bridge with NODE_EXTRA_CA_CERTS set to a file with the certificate of its authority, or with its own if it is self-signed';
  if (why === 'certificate') return 'start it, or correct telemetry.otlp';
  if (otlp.startsWith('https:') && /^(EPROTO|ERR_SSL_)/.test(code))
    return 'it does not use TLS at this port: write http:, or another port';
  if (otlp.startsWith('http:') && /^(HPE_|UND_ERR_SOCKET|ECONNRESET)/.test(code))
    return 'it does not accept plain HTTP at this port: if it requires TLS, write https:';
  return 'start it, or correct telemetry.otlp';
}

function isGrpcPort(otlp: string): boolean {
  return new URL(otlp).port === '4317';
}
