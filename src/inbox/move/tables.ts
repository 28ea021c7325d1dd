/** A table in both databases, and the order in which it is read. */
export interface MovedTable {
  readonly name: string;
  /** The columns of its key. */
  readonly key: readonly string[];
  /** True if the database numbers its rows: the next number must be one that was never assigned. */
  readonly isNumbered: boolean;
}

const numbered = (name: string, key: string): MovedTable => ({ name, key: [key], isNumbered: true });
const keyed = (name: string, ...key: readonly string[]): MovedTable => ({ name, key, isNumbered: false });

/** The tables that a move copies. Data in other tables are made again, or concern only the process. */
export const movedTables: readonly MovedTable[] = [
  numbered('request', 'id'),
  numbered('event', 'sequence'),
  keyed('payload', 'sequence'),
  numbered('lane', 'id'),
  numbered('call', 'id'),
  numbered('attempt', 'id'),
  keyed('link', 'people', 'link_id', 'destination'),
  numbered('ledger', 'number'),
  keyed('destination', 'name'),
  keyed('mapping_hold', 'mapping'),
  keyed('catalog', 'destination'),
  numbered('refusal', 'number'),
  numbered('audit', 'number'),
  numbered('dedupe', 'number'),
  keyed('recent', 'source', 'hash'),
  keyed('crash_count', 'sequence'),
  numbered('outbox', 'number'),
  numbered('amendment', 'number'),
  numbered('import', 'number'),
  keyed('alert', 'code', 'subject'),
  keyed('activity', 'at'),
];

/**
 * The tables that a move does not copy. `meta` is copied by name, the tally is counted by triggers, people sign in
 * again, and events are indexed again.
 */
export const tablesNotMoved: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    'meta',
    'tally',
    'session',
    'event_words',
    'words_wanted',
    'words_progress',
    'word_index',
    'word_index_data',
    'word_index_idx',
    'word_index_config',
  ],
  postgres: [
    'meta',
    'tally',
    'attempt_in_flight',
    'crash_marker',
    'planning_mark',
    'lease',
    'process',
    'command',
    'session',
    'event_words',
    'words_wanted',
    'words_progress',
  ],
};

/** The values in `meta` that remain valid after a move, by their names in both databases. */
export const movedMeta = ['ledger key', 'deleted by', 'unsure up to', 'links trimmed'] as const;

/**
 * The values in `meta` that are valid only for the file: its place, when it was opened, whether it is a copy or is
 * being moved.
 */
export const metaNotMoved = ['opened', 'looked at', 'place', 'copy', 'copied', 'moved', 'moving'] as const;
