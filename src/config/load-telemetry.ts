import { diagnostic } from '../diagnostics/diagnostic.ts';
import type { Config } from './config.ts';
import { findInsecureUrl } from './insecure-url.ts';
import type { Environment } from './interpolate.ts';
import { isSwitchedOff } from './otel-variables.ts';
import { proxyOf } from './proxy.ts';
import type { ConfigReading } from './reading.ts';
import { telemetrySchema } from './schema/telemetry-schema.ts';
import { isHeaderValue } from './sources/header-name.ts';
import type { TelemetryConfig } from './telemetry-config.ts';

/**
 * Reads `telemetry`. Undefined if it is missing, if the environment disables it, or if it has a fault, which
 * `reading` reports.
 */
export function loadTelemetry(reading: ConfigReading, env: Environment): Config['telemetry'] {
  const unprotected = 'traces and headers would be sent without encryption to this address';
  const insecure = findInsecureUrl(reading, ['telemetry'], 'otlp', unprotected);
  if (insecure !== undefined) reading.report(insecure);
  const section = reading.parse(['telemetry'], telemetrySchema());
  if (section === undefined) return undefined;
  const { otlp, sample } = section;
  const headers: TelemetryConfig['headers'] = new Map(Object.entries(section.headers));
  checkHeaders(reading, headers);
  warnOfAddress(reading, otlp);
  if (isSwitchedOff(env)) return undefined;
  return { otlp, headers, sample, proxy: proxyOf(otlp, env) };
}

function warnOfAddress({ report, source }: ConfigReading, otlp: string): void {
  const { pathname, port } = new URL(otlp);
  const place = source.placeOf(['telemetry', 'otlp'], 'value');
  const warn = (message: string, hint: string) =>
    report(diagnostic('config/unusual-collector', message, { hint, place }));
  if (pathname.endsWith('/v1/traces'))
    warn('spans would go to /v1/traces below this address', 'take /v1/traces off its end');
  if (port === '4317')
    warn(
      '4317 is the port for gRPC, which is not supported',
      'use the port for OTLP over HTTP, usually 4318',
    );
}

/** The headers that the request itself sets: with other values, it could not be delivered or understood. */
const ownHeaders =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|accept-encoding|http2-settings|proxy-.*)$/;

function checkHeaders({ report, source, valueAt }: ConfigReading, headers: TelemetryConfig['headers']): void {
  const path = ['telemetry', 'headers'];
  const seen = new Set<string>();
  for (const written of Object.keys(valueAt(path) ?? {})) {
    const name = written.toLowerCase();
    const at = source.placeOf([...path, written], 'key');
    if (seen.has(name))
      report(diagnostic('config/conflict', `the header ${name} occurs twice`, { place: at }));
    seen.add(name);
    if (ownHeaders.test(name)) {
      const message = `the header ${name} is made by the program itself`;
      const hint = 'remove it; these headers are for further requirements of the collector, such as a token';
      report(diagnostic('yaml/wrong-type', message, { hint, place: at }));
    }
    if (!isHeaderValue(headers.get(name)?.reveal() ?? '')) {
      const message = `the value of the header ${name} contains a line break or a character that no header can contain`;
      const hint = 'copy it again: letters, digits and punctuation of ASCII, on one line';
      report(
        diagnostic('yaml/wrong-type', message, { hint, place: source.placeOf([...path, written], 'value') }),
      );
    }
  }
}
