import type { Config } from './config.ts';

/** The config of a running bridge. Its sources may be replaced: every read returns the current ones. */
export interface LiveConfig {
  readonly config: Config;
  /** Uses these sources from now on. Requests in progress keep their sources. */
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
