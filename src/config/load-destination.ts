import type { DestinationConfig } from './config.ts';
import { findInsecureUrl } from './insecure-url.ts';
import type { Environment } from './interpolate.ts';
import { proxyOf } from './proxy.ts';
import type { ConfigReading } from './reading.ts';
import { destinationSchema } from './schema/destination-schema.ts';

/** Reads one entry of `destinations`. Undefined if it has a fault, which `reading` reports. */
export function loadDestination(
  reading: ConfigReading,
  name: string,
  env: Environment,
): DestinationConfig | undefined {
  const path = ['destinations', name];
  const unprotected = 'the token would be sent without encryption to this address';
  const insecure = findInsecureUrl(reading, path, 'baseUrl', unprotected);
  if (insecure !== undefined) reading.report(insecure);
  const entry = reading.parse(path, destinationSchema());
  if (entry === undefined) return undefined;
  const { catalog, limits, retry } = entry;
  return {
    name,
    baseUrl: entry.baseUrl,
    token: entry.token,
    proxy: entry.proxy ?? proxyOf(entry.baseUrl, env),
    ca: entry.ca,
    locale: entry.locale,
    defaults: entry.defaults,
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
