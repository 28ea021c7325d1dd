import type { EventArchive } from '../../event-archive.ts';
import { type ArchiveReads, eventArchive } from '../../operations/event-archive.ts';
import { type Steps, step } from '../../operations/steps.ts';
import type { Connection } from '../connection/connection.ts';
import { movedAway, movedMark } from '../file/moved.ts';
import { openReadOnly, unreadable } from '../file/read-only.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { findLink } from '../rows/links.ts';

/**
 * Opens the events of a store for reading. A bridge may be running on it: nothing is locked, migrated or written, and
 * each transaction reads only one event, so that the log of the database can still be emptied. `location`: the name with which SQLite opens the file.
 * @throws NoStoreYet if there is no store, StoreUnusable if it is of another version, damaged, or was moved away
 */
export function openEventArchive(path: string, location = path): EventArchive {
  const connection = openReadOnly(path, location);
  const mark = movedMark(connection);
  if (mark) {
    connection.close();
    throw movedAway(path, mark);
  }
  const reads: ArchiveReads = {
    ...statementsOf(connection),
    findLink: (link, destination) => step(findLink(connection, link, destination)),
    contents: id => step(contentsOfEvent(connection, id)),
  };
  const read = async <Result>(operation: (reads: ArchiveReads) => Steps<Result>): Promise<Result> => {
    try {
      return inOneSnapshot(connection, () => takeSteps(operation(reads)));
    } catch (error) {
      throw unreadable(path, error);
    }
  };
  return eventArchive(read, async () => connection.close());
}

function inOneSnapshot<Result>(connection: Connection, read: () => Result): Result {
  connection.execute('BEGIN');
  try {
    return read();
  } finally {
    connection.execute('COMMIT');
  }
}
