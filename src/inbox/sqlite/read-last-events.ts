import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { PlannableEvent } from '../event.ts';
import { Connection } from './connection.ts';
import { lastOf } from './contents.ts';

/**
 * The last events of each source that a store keeps, newest first, read beside a bridge that may be running on it. A
 * store that does not exist yet keeps none.
 * @throws Error where the file is no store
 */
export function readLastEvents(
  path: string,
  sources: Iterable<string>,
  limit: number,
): ReadonlyMap<string, readonly PlannableEvent[]> {
  if (!existsSync(path)) return new Map();
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const connection = new Connection(database);
    return new Map([...sources].map(source => [source, lastOf(connection, source, limit)]));
  } finally {
    database.close();
  }
}
