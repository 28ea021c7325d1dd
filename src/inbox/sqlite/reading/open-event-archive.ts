import type { Status } from '../../event.ts';
import type { ArchivedEvent, ArchiveFilter, EventArchive } from '../../event-archive.ts';
import { type ArchivedCallRow, archivedCall } from '../../stored/archived-call.ts';
import type { Connection } from '../connection.ts';
import { listCatalogs } from '../delivery/holds.ts';
import { movedAway, movedMark } from '../file/moved.ts';
import { openReadOnly, unreadable } from '../file/read-only.ts';
import { contents, lastOf } from '../intake/contents.ts';
import { findLink } from '../rows/links.ts';

/** So many ids are looked up at once; the events themselves are read one at a time. */
const pageSize = 500;

interface Place {
  sequence: number;
  id: string;
}

/**
 * Opens the events of a store for reading, beside a bridge that may be running on it: nothing is locked, migrated or
 * written, and no transaction is longer than the reading of one event, so that the log of the database is not kept
 * from being emptied.
 * @throws NoStoreYet where there is no store, StoreUnusable where it is of another version, damaged, or was moved away
 */
export function openEventArchive(path: string): EventArchive {
  const connection = openReadOnly(path);
  const mark = movedMark(connection);
  if (mark) {
    connection.close();
    throw movedAway(path, mark);
  }
  const read = async <Result>(from: () => Result): Promise<Result> => {
    try {
      return from();
    } catch (error) {
      throw unreadable(path, error);
    }
  };
  return {
    newest: filter => newest(connection, filter),
    event: id => read(() => readEvent(connection, id)),
    findLink: (link, destination) => read(() => findLink(connection, link, destination)),
    lastEvents: (sources, limit) =>
      read(() => new Map([...sources].map(source => [source, lastOf(connection, source, limit)]))),
    catalogs: () => read(() => listCatalogs(connection)),
    close: async () => connection.close(),
  };
}

async function* newest(connection: Connection, filter: ArchiveFilter): AsyncIterable<ArchivedEvent> {
  let after = startOf(connection, filter);
  let left = filter.last;
  for (;;) {
    // Where events come as fast as they are read, it would never end without a limit.
    const page = pageAfter(connection, filter, after).slice(0, left);
    left -= page.length;
    for (const { id } of page) {
      const event = readEvent(connection, id);
      if (event) yield event;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.sequence;
  }
}

/** The sequence behind which the newest events begin. */
function startOf(connection: Connection, { source, last }: ArchiveFilter): number {
  const skip = Math.max(0, last - 1);
  const found =
    source === undefined
      ? connection.get<Place>('SELECT sequence, id FROM event ORDER BY sequence DESC LIMIT 1 OFFSET ?', skip)
      : connection.get<Place>(
          'SELECT sequence, id FROM event WHERE source = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?',
          source,
          skip,
        );
  return (found?.sequence ?? 1) - 1;
}

function pageAfter(connection: Connection, { source }: ArchiveFilter, after: number): readonly Place[] {
  return source === undefined
    ? connection.all<Place>(
        'SELECT sequence, id FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?',
        after,
        pageSize,
      )
    : connection.all<Place>(
        'SELECT sequence, id FROM event WHERE source = ? AND sequence > ? ORDER BY sequence LIMIT ?',
        source,
        after,
        pageSize,
      );
}

/** One event with its calls, as they were at one moment. */
function readEvent(connection: Connection, id: string): ArchivedEvent | undefined {
  connection.execute('BEGIN');
  try {
    const event = contents(connection, id);
    if (!event) return undefined;
    const own = connection.get<{ own_status: Status | null }>(
      'SELECT own_status FROM event WHERE sequence = ?',
      event.sequence,
    );
    const rows = connection.all<ArchivedCallRow>(
      `SELECT mapping, mapping_version, destination, operation, status, link_people, link_id, request, customer_id,
         diagnostics FROM call WHERE event = ? ORDER BY position`,
      event.sequence,
    );
    return { event, ownStatus: own?.own_status ?? undefined, calls: rows.map(archivedCall) };
  } finally {
    connection.execute('COMMIT');
  }
}
