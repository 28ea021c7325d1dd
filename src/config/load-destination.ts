import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { DestinationConfig } from './config.ts';
import { destinationSchema } from './destination-schema.ts';
import type { Environment } from './interpolate.ts';
import { proxyOf } from './proxy.ts';
import type { ConfigReading } from './reading.ts';
import { isLoopback } from './web-url.ts';

/** Reads one entry of `destinations`. Nothing where it has a fault, which `reading` then tells. */
export function loadDestination(
  reading: ConfigReading,
  name: string,
  env: Environment,
): DestinationConfig | undefined {
  const path = ['destinations', name];
  const insecure = findInsecureUrl(reading, path);
  if (insecure !== undefined) reading.report(insecure);
  const entry = reading.parse(path, destinationSchema(reading.files));
  if (entry === undefined) return undefined;
  const { catalog, limits, retry } = entry;
  return {
    name,
    baseUrl: entry.baseUrl,
    token: entry.token,
    proxy: entry.proxy ?? proxyOf(entry.baseUrl, env),
    ca: entry.ca,
    locale: entry.locale,
    statuses: [...new Set(entry.statuses)],
    catalog: { refreshMs: catalog.refresh },
    limits: {
      concurrency: limits.concurrency,
      perSecond: limits.perSecond,
      timeoutMs: limits.timeout,
    },
    retry: { firstMs: retry.first, maxMs: retry.max, giveUpAfterMs: retry.giveUpAfter },
    validators: entry.validators,
    retryNotFound: entry.retryNotFound,
    assumeNotApplied: [...new Set(entry.assumeNotApplied)],
  };
}

function findInsecureUrl(
  { valueAt, source }: ConfigReading,
  path: readonly string[],
): Diagnostic | undefined {
  const url = valueAt([...path, 'baseUrl']);
  if (typeof url !== 'string' || !/^http:/i.test(url) || isLoopback(url)) return undefined;
  if (String(valueAt([...path, 'allowHttp'])) === 'true') return undefined;
  return diagnostic('config/insecure-url', 'the token would be sent without encryption to this address', {
    hint: 'use https:, or say `allowHttp: true` if you mean it',
    place: source.placeOf([...path, 'baseUrl'], 'value'),
  });
}
