import type { PlannableEvent } from '../../event.ts';
import { readOnly } from '../file/read-only.ts';
import { lastOf } from '../intake/contents.ts';

/**
 * The last events of each source that a store keeps, newest first, read beside a bridge that may be running on it. A
 * store that does not exist yet keeps none.
 * @throws StoreUnusable where the file is no store, or of another version
 */
export function readLastEvents(
  path: string,
  sources: Iterable<string>,
  limit: number,
): ReadonlyMap<string, readonly PlannableEvent[]> {
  const events = readOnly(path, connection =>
    [...sources].map(source => [source, lastOf(connection, source, limit)] as const),
  );
  return new Map(events);
}
