import type { ArchivedEvent, ArchiveFilter, EventArchive } from '../../event-archive.ts';
import { listCatalogs } from '../../operations/holds.ts';
import { sharedLink } from '../../operations/learn-link.ts';
import { type ArchivedCallRow, archivedCall } from '../../stored/archived-call.ts';
import type { Connection } from '../connection/connection.ts';
import { movedAway, movedMark } from '../file/moved.ts';
import { openReadOnly, unreadable } from '../file/read-only.ts';
import { type EventWithStatus, eventsAfter, eventWithStatus, lastOf } from '../intake/contents.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { findLink } from '../rows/links.ts';

/**
 * Opens the events of a store for reading. A bridge may be running on it: nothing is locked, migrated or written, and
 * each transaction reads only a few events, so that the log of the database can still be emptied.
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
    sharedLink: (link, destination) =>
      read(() => takeSteps(sharedLink(statementsOf(connection), link, destination))),
    lastEvents: (sources, limit) =>
      read(() => new Map([...sources].map(source => [source, lastOf(connection, source, limit)]))),
    catalogs: () => read(() => takeSteps(listCatalogs(statementsOf(connection)))),
    close: async () => connection.close(),
  };
}

async function* newest(connection: Connection, filter: ArchiveFilter): AsyncIterable<ArchivedEvent> {
  let after = startOf(connection, filter);
  let left = filter.last;
  // Without a limit it would never end if events arrive as fast as they are read.
  while (left > 0) {
    const events = readAfter(connection, filter, after).slice(0, left);
    const last = events.at(-1);
    if (!last) return;
    yield* events;
    left -= events.length;
    after = last.event.sequence;
  }
}

/** Returns the sequence after which the newest events begin. */
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

/** Returns the next events with their calls, in a consistent state. */
function readAfter(
  connection: Connection,
  { source, callsOf = 'all' }: ArchiveFilter,
  after: number,
): readonly ArchivedEvent[] {
  return inOneSnapshot(connection, () => {
    const events = eventsAfter(connection, { source, after });
    return withCalls(
      connection,
      events,
      callsOf === 'all' ? events : events.filter(({ ownStatus }) => ownStatus === 'failed'),
    );
  });
}

function eventOf(connection: Connection, id: string): ArchivedEvent | undefined {
  return inOneSnapshot(connection, () => {
    const event = eventWithStatus(connection, id);
    return event && withCalls(connection, [event], [event])[0];
  });
}

function inOneSnapshot<Result>(connection: Connection, read: () => Result): Result {
  connection.execute('BEGIN');
  try {
    return read();
  } finally {
    connection.execute('COMMIT');
  }
}

/** Adds their calls to the events whose calls are wanted. */
function withCalls(
  connection: Connection,
  events: readonly EventWithStatus[],
  wanted: readonly EventWithStatus[],
): readonly ArchivedEvent[] {
  const rows =
    wanted.length === 0
      ? []
      : connection.all<ArchivedCallRow & { event: number }>(
          `SELECT event, mapping, mapping_version, destination, operation, status, link_people, link_id, request,
             customer_id, diagnostics FROM call WHERE event IN (SELECT value FROM json_each(?)) ORDER BY event, position`,
          JSON.stringify(wanted.map(({ event }) => event.sequence)),
        );
  const callsOf = Map.groupBy(rows, row => row.event);
  return events.map(({ event, ownStatus }) => ({
    event,
    ownStatus,
    calls: (callsOf.get(event.sequence) ?? []).map(archivedCall),
  }));
}
