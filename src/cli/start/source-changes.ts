import type { Config } from '../../config/config.ts';
import type { LiveConfig } from '../../config/live-sources.ts';
import { beginEventOutcomes } from '../../deliver/event-metrics.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Messenger } from '../../notify/messenger.ts';
import type { Servers } from '../../server/server.ts';
import type { OutcomesToTell } from './telling.ts';
import type { SecretFileWatch } from './watch-secret-files.ts';

/** Makes all parts of a running bridge use changed sources and tables; `count` counts the changes. */
export function takeSourceChanges(
  config: Config,
  parts: Pick<LiveConfig, 'useSources'> & {
    readonly prepareTelling: OutcomesToTell['prepare'];
    readonly messenger: Pick<Messenger, 'useReceivers'>;
    readonly secretFiles: Pick<SecretFileWatch, 'use'>;
    readonly metrics: Metrics;
  },
  servers: () => Pick<Servers, 'useSources'>,
): { take(next: Config): Promise<void>; count(): number } {
  let count = 0;
  return {
    async take(next) {
      await parts.prepareTelling(next.sources);
      parts.useSources(next);
      count += 1;
      beginEventOutcomes(parts.metrics, config.sources.keys());
      servers().useSources();
      parts.secretFiles.use(next.secretFiles ?? []);
      await parts.messenger.useReceivers();
    },
    count: () => count,
  };
}
