import type { Config, DestinationConfig, SourceConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/config/secret.ts';
import { aSource as anySource } from '../receive/a-source.ts';

export const adminToken = 'an-admin-token-of-the-tests';

/** Returns a source that accepts anything, with these differences. */
export function aSource(name: string, differences: Partial<SourceConfig> = {}): SourceConfig {
  return anySource({ name, path: `/hooks/${name}`, people: name, ...differences });
}

export function aDestination(name: string, differences: Partial<DestinationConfig> = {}): DestinationConfig {
  return {
    name,
    baseUrl: 'http://127.0.0.1:9',
    token: new Secret('a-token-of-the-salon'),
    proxy: undefined,
    ca: undefined,
    locale: undefined,
    statuses: [],
    catalog: { refreshMs: 300_000 },
    limits: { concurrency: 4, perSecond: 10, timeoutMs: 30_000 },
    retry: { firstMs: 2_000, maxMs: 21_600_000, giveUpAfterMs: 604_800_000 },
    validators: 'fail',
    retryNotFound: false,
    assumeNotApplied: [],
    ...differences,
  };
}

export function aConfig(
  sources: readonly SourceConfig[],
  differences: Partial<Config['server']> & { admin?: Config['admin'] } = {},
): Config {
  const { admin, ...server } = {
    admin: { token: new Secret(adminToken), listen: undefined },
    ...differences,
  };
  return {
    file: '/etc/fieldbridge/config.yaml',
    server: {
      host: '127.0.0.1',
      port: 0,
      publicUrl: undefined,
      bodyLimit: 1024 * 1024,
      trustProxy: [],
      basePath: '',
      tls: undefined,
      ...server,
    },
    store: { kind: 'sqlite', path: ':memory:' },
    mappings: '/etc/fieldbridge/mappings',
    destinations: new Map([['salon', aDestination('salon')]]),
    sources: new Map(sources.map(source => [source.name, source])),
    admin,
    retention: { deliveredMs: 2_592_000_000, failedMs: 15_552_000_000 },
    log: { level: 'silent', format: 'json' },
  };
}
