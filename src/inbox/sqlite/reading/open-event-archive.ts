import type { PlannableEvent, Status } from '../../event.ts';
import type { ArchivedCall, ArchivedEvent, ArchiveFilter, EventArchive } from '../../event-archive.ts';
import { partsToSearch, type SizedEvent } from '../../finding/search-in-turns.ts';
import { type ArchivedCallRow, archivedCall } from '../../stored/archived-call.ts';
import type { Connection } from '../connection/connection.ts';
import { listCatalogs } from '../delivery/holds.ts';
import { movedAway, movedMark } from '../file/moved.ts';
import { openReadOnly, unreadable } from '../file/read-only.ts';
import { contentsOfAll, lastOf } from '../intake/contents.ts';
import { findLink } from '../rows/links.ts';

/** The number of events that are read at once, fewer if they are large. */
const pageSize = 50;

/**
 * Opens the events of a store for reading, beside a bridge that may be running on it: nothing is locked, migrated or
 * written, and no transaction is longer than the reading of a few events, so that the log of the database can still be
 * emptied.
 * @throws NoStoreYet if there is no store, StoreUnusable if it is of another version, damaged, or was moved away
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
    event: id => read(() => eventOf(connection, id)),
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
    // Without a limit it would never end if events arrive as fast as they are read.
    const page = pageAfter(connection, filter, after).slice(0, left);
    left -= page.length;
    for (const part of partsToSearch(page)) yield* readEvents(connection, part);
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
      ? connection.get<{ sequence: number }>(
          'SELECT sequence FROM event ORDER BY sequence DESC LIMIT 1 OFFSET ?',
          skip,
        )
      : connection.get<{ sequence: number }>(
          'SELECT sequence FROM event WHERE source = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?',
          source,
          skip,
        );
  return (found?.sequence ?? 1) - 1;
}

/**
 * Returns a page with the size of each event's stored data. An item of a split webhook counts with the whole webhook.
 */
function pageAfter(connection: Connection, { source }: ArchiveFilter, after: number): readonly SizedEvent[] {
  const sized = (which: string) =>
    `SELECT e.sequence, octet_length(r.body) AS bytes FROM
       (SELECT sequence, request FROM event WHERE ${which} ORDER BY sequence LIMIT ?) e
       JOIN request r ON r.id = e.request ORDER BY e.sequence`;
  return source === undefined
    ? connection.all<SizedEvent>(sized('sequence > ?'), after, pageSize)
    : connection.all<SizedEvent>(sized('source = ? AND sequence > ?'), source, after, pageSize);
}

function eventOf(connection: Connection, id: string): ArchivedEvent | undefined {
  const place = connection.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = ?', id);
  return place && readEvents(connection, [place.sequence])[0];
}

/** Some events with their calls, as they were at one moment. */
function readEvents(connection: Connection, sequences: readonly number[]): readonly ArchivedEvent[] {
  const wanted = JSON.stringify(sequences);
  connection.execute('BEGIN');
  try {
    const statuses = connection.all<{ sequence: number; own_status: Status | null }>(
      'SELECT sequence, own_status FROM event WHERE sequence IN (SELECT value FROM json_each(?))',
      wanted,
    );
    const ownStatus = new Map(statuses.map(each => [each.sequence, each.own_status ?? undefined]));
    const rows = connection.all<ArchivedCallRow & { event: number }>(
      `SELECT event, mapping, mapping_version, destination, operation, status, link_people, link_id, request, customer_id,
         diagnostics FROM call WHERE event IN (SELECT value FROM json_each(?)) ORDER BY event, position`,
      wanted,
    );
    const callsOf = Map.groupBy(rows, row => row.event);
    return contentsOfAll(connection, sequences).map(event =>
      archivedEvent(event, ownStatus.get(event.sequence), callsOf.get(event.sequence) ?? []),
    );
  } finally {
    connection.execute('COMMIT');
  }
}

/** Creates an event whose calls are made from their rows on first use: of most events they are not used. */
function archivedEvent(
  event: PlannableEvent,
  ownStatus: Status | undefined,
  rows: readonly ArchivedCallRow[],
): ArchivedEvent {
  let calls: readonly ArchivedCall[] | undefined;
  return {
    event,
    ownStatus,
    get calls() {
      calls ??= rows.map(archivedCall);
      return calls;
    },
  };
}
