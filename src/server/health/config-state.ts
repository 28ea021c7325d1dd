/** How the config file on disk stands to the config in use. */
export type ConfigState =
  | { readonly is: 'in use' }
  /** The bridge goes on with the config that it has; `sections` are the top-level keys that wait. */
  | { readonly is: 'waiting for a restart'; readonly sections: readonly string[]; readonly since: string }
  /** Nothing of it is used. `found`: place and code of each error. */
  | { readonly is: 'faulty'; readonly found: readonly string[]; readonly since: string };

/** In words, what an operator has to know of it; undefined where it is in use. */
export function configWords(state: ConfigState): string | undefined {
  if (state.is === 'in use') return undefined;
  if (state.is === 'waiting for a restart')
    return `the config changed, and ${state.sections.join(', ')} ${state.sections.length === 1 ? 'waits' : 'wait'} for a restart, since ${state.since}`;
  return `the config on disk has errors, since ${state.since}: ${state.found.join(', ')}; the bridge goes on with the last good one, and a restart would fail. \`fieldbridge check\` shows them`;
}
