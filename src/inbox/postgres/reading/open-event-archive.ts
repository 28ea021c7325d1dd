import type { PlannableEvent, Status } from '../../event.ts';
import type { ArchivedEvent, ArchiveFilter, EventArchive } from '../../event-archive.ts';
import { assertNoMoveInto } from '../../move/move-note.ts';
import { listCatalogs } from '../../operations/holds.ts';
import { sharedLink } from '../../operations/learn-link.ts';
import { StoreUnavailable } from '../../store.ts';
import { NoStoreYet, StoreUnusable } from '../../store-unusable.ts';
import { type ArchivedCallRow, archivedCall } from '../../stored/archived-call.ts';
import { connectDatabase, type Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { unusableDatabase } from '../connection/unusable-database.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { numbersOfLinks } from '../rows/links.ts';
import { schemaNotes, schemaState } from '../schema/versions.ts';

/** The number of ids in one look-up; the events are read one at a time. */
const pageSize = 500;

interface Place {
  sequence: number;
  id: string;
}

/**
 * Opens the events of a store for reading, while processes are running on it: nothing is locked, migrated or written,
 * and each transaction reads only one event.
 * @throws NoStoreYet if there is no store, StoreUnusable if it is of another version or cannot be reached
 */
export async function openEventArchive(place: {
  readonly url: string;
  readonly schema: string;
}): Promise<EventArchive> {
  const database = connectDatabase({ ...place, connections: 1 });
  const read = async <Result>(from: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    try {
      return await database.read(from);
    } catch (error) {
      throw error instanceof StoreUnavailable ? unusableDatabase(error, place.url) : error;
    }
  };
  try {
    await read(transaction => assertReadable(transaction, place.schema));
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    newest: filter => newest(read, filter),
    event: id => read(transaction => readEvent(transaction, id)),
    findLink: (link, destination) =>
      read(async transaction => (await numbersOfLinks(transaction, [{ link, destination }]))[0]),
    sharedLink: (link, destination) =>
      read(transaction => takeSteps(sharedLink(statementsOf(transaction), link, destination))),
    async lastEvents(sources, limit) {
      const events = new Map<string, readonly PlannableEvent[]>();
      for (const source of new Set(sources)) events.set(source, await lastOfSource(read, source, limit));
      return events;
    },
    catalogs: () => read(transaction => takeSteps(listCatalogs(statementsOf(transaction)))),
    close: () => database.close(),
  };
}

async function assertReadable(transaction: Transaction, schema: string): Promise<void> {
  const found = await transaction.get<{ name: string | null }>(
    "SELECT to_regclass(quote_ident($1) || '.meta')::text AS name",
    schema,
  );
  const notes =
    found?.name == null
      ? []
      : await transaction.all<{ name: string; value: string }>(
          'SELECT name, value FROM meta WHERE name = ANY($1)',
          schemaNotes,
        );
  const { state } = schemaState(notes);
  if (state === 'none')
    throw new NoStoreYet(`there is no store in the schema ${schema} yet; \`fieldbridge start\` makes it`);
  if (state !== 'older' && state !== 'newer') return assertNoMoveInto(transaction, schema);
  throw new StoreUnusable(
    `the schema ${schema} was made by ${state === 'newer' ? 'a newer' : 'an older'} version of this program; use the version that the bridge runs`,
  );
}

type Read = Database['read'];

async function* newest(read: Read, filter: ArchiveFilter): AsyncIterable<ArchivedEvent> {
  let after = await read(transaction => startOf(transaction, filter));
  let left = filter.last;
  for (;;) {
    // Without a limit it would never end if events arrive as fast as they are read.
    const page = (await read(transaction => pageAfter(transaction, filter, after))).slice(0, left);
    left -= page.length;
    for (const { id } of page) {
      const event = await read(transaction => readEvent(transaction, id, filter.callsOf));
      if (event) yield event;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.sequence;
  }
}

/** Returns the sequence after which the newest events begin. */
async function startOf(transaction: Transaction, { source, last }: ArchiveFilter): Promise<number> {
  const skip = Math.max(0, last - 1);
  const found =
    source === undefined
      ? await transaction.get<{ sequence: number }>(
          'SELECT sequence FROM event ORDER BY sequence DESC LIMIT 1 OFFSET $1',
          skip,
        )
      : await transaction.get<{ sequence: number }>(
          `SELECT sequence FROM event WHERE (source, sequence) >= ($1, 0) AND source <= $1
           ORDER BY source DESC, sequence DESC LIMIT 1 OFFSET $2`,
          source,
          skip,
        );
  return (found?.sequence ?? 1) - 1;
}

function pageAfter(
  transaction: Transaction,
  { source }: ArchiveFilter,
  after: number,
): Promise<readonly Place[]> {
  return source === undefined
    ? transaction.all<Place>(
        'SELECT sequence, id FROM event WHERE sequence > $1 ORDER BY sequence LIMIT $2',
        after,
        pageSize,
      )
    : transaction.all<Place>(
        `SELECT sequence, id FROM event WHERE (source, sequence) > ($1, $2) AND source <= $1
         ORDER BY source, sequence LIMIT $3`,
        source,
        after,
        pageSize,
      );
}

/** Returns one event with its calls, in a consistent state. */
async function readEvent(
  transaction: Transaction,
  id: string,
  callsOf: ArchiveFilter['callsOf'] = 'all',
): Promise<ArchivedEvent | undefined> {
  const event = await contentsOfEvent(transaction, id);
  if (!event) return undefined;
  const own = await transaction.get<{ own_status: Status | null }>(
    'SELECT own_status FROM event WHERE sequence = $1',
    event.sequence,
  );
  const ownStatus = own?.own_status ?? undefined;
  if (callsOf === 'failed events' && ownStatus !== 'failed') return { event, ownStatus, calls: [] };
  const rows = await transaction.all<ArchivedCallRow>(
    `SELECT mapping, mapping_version, destination, operation, status, link_people, link_id, request, customer_id,
       diagnostics FROM call WHERE event = $1 ORDER BY position`,
    event.sequence,
  );
  return { event, ownStatus, calls: rows.map(archivedCall) };
}

/** Returns the last accepted events of a source, newest first. */
async function lastOfSource(read: Read, source: string, limit: number): Promise<readonly PlannableEvent[]> {
  const places = await read(transaction =>
    transaction.all<{ id: string }>(
      `SELECT id FROM event WHERE (source, sequence) >= ($1, 0) AND source <= $1
       ORDER BY source DESC, sequence DESC LIMIT $2`,
      source,
      limit,
    ),
  );
  const events: PlannableEvent[] = [];
  for (const { id } of places) {
    const event = await read(transaction => contentsOfEvent(transaction, id));
    if (event) events.push(event);
  }
  return events;
}
