import type { Config } from './config.ts';

/** The config of a running bridge. Its sources and tables may be replaced: every read returns the current ones. */
export interface LiveConfig {
  readonly config: Config;
  /** Uses the sources and the tables of another config from now on. Requests in progress keep their sources. */
  useSources(next: Pick<Config, 'sources' | 'tables'>): void;
}

/** Makes the sources and the tables of a config replaceable. */
export function withLiveSources(first: Config): LiveConfig {
  const sources = new Map(first.sources);
  let { tables } = first;
  return {
    config: {
      ...first,
      sources,
      get tables() {
        return tables;
      },
    },
    useSources({ sources: next, tables: nextTables }) {
      tables = nextTables;
      sources.clear();
      for (const [name, source] of next) sources.set(name, source);
    },
  };
}
