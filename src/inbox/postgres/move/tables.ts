/** A table that both databases have, and what it is read in the order of. */
export interface MovedTable {
  readonly name: string;
  /** The columns of its key. */
  readonly key: readonly string[];
  /** Whether the database numbers its rows: the next number is one that was never given. */
  readonly isNumbered: boolean;
}

const numbered = (name: string, key: string): MovedTable => ({ name, key: [key], isNumbered: true });
const keyed = (name: string, ...key: readonly string[]): MovedTable => ({ name, key, isNumbered: false });

/** What a move copies. What stands in no table here is made anew, or is of the process alone. */
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
  keyed('ended', 'sequence'),
  numbered('outbox', 'number'),
  numbered('amendment', 'number'),
  numbered('import', 'number'),
  keyed('alert', 'code', 'subject'),
  keyed('activity', 'at'),
];

/**
 * Tables that a move leaves alone. `meta` is copied by name, the tally is counted by triggers, people sign in again,
 * and the words of events are indexed anew.
 */
export const tablesLeft: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
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
    'begun',
    'unbroken',
    'planning_mark',
    'work',
    'process',
    'asked',
    'session',
    'event_words',
    'words_wanted',
    'words_progress',
  ],
};

/** What a store knows of itself that is true after a move too, by its name in both. */
export const movedMeta = ['ledger key', 'deleted by', 'unsure up to', 'links trimmed'] as const;

/** What is true only of the file: where it is, when it was opened, that it is a copy or is being moved. */
export const metaLeft = ['opened', 'looked at', 'place', 'copy', 'copied', 'moved', 'moving'] as const;
