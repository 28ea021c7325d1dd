/** The state of the config file on disk compared with the config in use. */
export type ConfigState =
  | { readonly state: 'in-use' }
  /** The bridge continues with its config; `sections` are the top-level keys that need a restart. */
  | { readonly state: 'waits-for-restart'; readonly sections: readonly string[]; readonly since: string }
  /** The file on disk is not used. `found`: place and code of each error, as a text. */
  | {
      readonly state: 'faulty';
      readonly found: readonly string[];
      readonly errors: readonly ConfigError[];
      readonly since: string;
    };

/** An error of the config on disk, without any of its values. */
export interface ConfigError {
  readonly code: string;
  /** The name of the file, the line and the column. */
  readonly place?: string;
}

/** Describes the state for an operator; undefined if the config is in use. */
export function configWords(config: ConfigState): string | undefined {
  if (config.state === 'in-use') return undefined;
  if (config.state === 'waits-for-restart')
    return `the config changed, and ${config.sections.join(', ')} ${config.sections.length === 1 ? 'waits' : 'wait'} for a restart, since ${config.since}`;
  if (config.errors.length > 0 && config.errors.every(({ code }) => code === 'config/unset-variable'))
    return `the config on disk names environment variables that this process does not have, since ${config.since}: ${config.found.join(', ')}; the bridge continues with the last good one. Restart it with these variables set, or write {file: PATH} instead of them`;
  return `the config on disk has errors, since ${config.since}: ${config.found.join(', ')}; the bridge continues with the last good one, and a restart would fail. \`fieldbridge check\` shows them`;
}
