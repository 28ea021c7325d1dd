import type { Config } from './config.ts';

/** The config of a running bridge. Its sources may be replaced: whoever reads them finds those in force. */
export interface LiveConfig {
  readonly config: Config;
  /** From now on these are in force. Requests that are under way keep those that they were taken with. */
  useSources(next: Config['sources']): void;
}

/** Makes the sources of a config replaceable. */
export function withLiveSources(first: Config): LiveConfig {
  const sources = new Map(first.sources);
  return {
    config: { ...first, sources },
    useSources(next) {
      sources.clear();
      for (const [name, source] of next) sources.set(name, source);
    },
  };
}
