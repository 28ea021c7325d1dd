import type { Operation } from '../call.ts';
import type { PlannableEvent, Status } from '../event.ts';
import type { ArchivedCall, ArchivedEvent, ArchiveFilter, EventArchive } from '../event-archive.ts';
import { storedCall } from '../stored/stored-call.ts';
import { diagnosticsOf } from '../stored/stored-diagnostics.ts';
import { listCatalogs } from './holds.ts';
import { findNearLink, sharedLink } from './learn-link.ts';
import type { Statements, Steps, StoreTransaction } from './steps.ts';

/** The number of ids in one look-up; the events are read one at a time. */
const pageSize = 500;

/** The reads of a transaction for an archive. */
export interface ArchiveReads extends Statements, Pick<StoreTransaction, 'findLink'> {
  /** Returns one event for planning. */
  contents(id: string): Steps<PlannableEvent | undefined>;
}

/** Runs several reads that see the same state. */
type Read = <Result>(operation: (reads: ArchiveReads) => Steps<Result>) => Promise<Result>;

/** Makes the archive of a store that is opened for reading. Each transaction reads only one event. */
export function eventArchive(read: Read, close: () => Promise<void>): EventArchive {
  return {
    newest: filter => newest(read, filter),
    event: id => read(reads => readEvent(reads, id)),
    findLink: (link, destination) => read(reads => reads.findLink(link, destination)),
    sharedLink: (link, destination) => read(reads => sharedLink(reads, link, destination)),
    nearLink: (link, destination) => read(reads => findNearLink(reads, link, destination)),
    async lastEvents(sources, limit) {
      const events = new Map<string, readonly PlannableEvent[]>();
      for (const source of new Set(sources)) events.set(source, await lastOf(read, source, limit));
      return events;
    },
    async linkIds(people) {
      const found = new Map<string, readonly string[]>();
      for (const each of new Set(people)) found.set(each, await read(reads => linkIdsOf(reads, each)));
      return found;
    },
    catalogs: () => read(listCatalogs),
    close,
  };
}

/** The number of links of a group of people that an archive returns. */
const mostLinks = 1_000;

function* linkIdsOf(reads: ArchiveReads, people: string): Steps<readonly string[]> {
  const rows = yield* reads.all<{ link_id: string }>(
    'SELECT DISTINCT link_id FROM link WHERE people = $1 ORDER BY link_id LIMIT $2',
    people,
    mostLinks,
  );
  return rows.map(row => row.link_id);
}

interface EventPlace {
  sequence: number;
  id: string;
}

async function* newest(read: Read, filter: ArchiveFilter): AsyncIterable<ArchivedEvent> {
  let after = await read(reads => startOf(reads, filter));
  let left = filter.last;
  for (;;) {
    // Without a limit it would never end if events arrive as fast as they are read.
    const page = (await read(reads => pageAfter(reads, filter, after))).slice(0, left);
    left -= page.length;
    for (const { id } of page) {
      const event = await read(reads => readEvent(reads, id, filter.callsOf));
      if (event) yield event;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.sequence;
  }
}

/** Returns the sequence after which the newest events begin. */
function* startOf(reads: Statements, { source, last }: ArchiveFilter): Steps<number> {
  const skip = Math.max(0, last - 1);
  const found =
    source === undefined
      ? yield* reads.get<EventPlace>(
          'SELECT sequence, id FROM event ORDER BY sequence DESC LIMIT 1 OFFSET $1',
          skip,
        )
      : yield* reads.get<EventPlace>(
          'SELECT sequence, id FROM event WHERE source = $1 ORDER BY sequence DESC LIMIT 1 OFFSET $2',
          source,
          skip,
        );
  return (found?.sequence ?? 1) - 1;
}

function pageAfter(
  reads: Statements,
  { source }: ArchiveFilter,
  after: number,
): Steps<readonly EventPlace[]> {
  return source === undefined
    ? reads.all<EventPlace>(
        'SELECT sequence, id FROM event WHERE sequence > $1 ORDER BY sequence LIMIT $2',
        after,
        pageSize,
      )
    : reads.all<EventPlace>(
        'SELECT sequence, id FROM event WHERE source = $1 AND sequence > $2 ORDER BY sequence LIMIT $3',
        source,
        after,
        pageSize,
      );
}

interface CallRow {
  readonly mapping: string;
  readonly mapping_version: string;
  readonly destination: string;
  readonly operation: Operation;
  readonly status: Status;
  readonly link_people: string | null;
  readonly link_id: string | null;
  readonly request: string | null;
  readonly customer_id: string | null;
  readonly diagnostics: string | null;
}

/** Returns one event with its calls. */
function* readEvent(
  reads: ArchiveReads,
  id: string,
  callsOf: ArchiveFilter['callsOf'] = 'all',
): Steps<ArchivedEvent | undefined> {
  const event = yield* reads.contents(id);
  if (!event) return undefined;
  const own = yield* reads.get<{ own_status: Status | null }>(
    'SELECT own_status FROM event WHERE sequence = $1',
    event.sequence,
  );
  const ownStatus = own?.own_status ?? undefined;
  if (callsOf === 'failed events' && ownStatus !== 'failed') return { event, ownStatus, calls: [] };
  const rows = yield* reads.all<CallRow>(
    `SELECT mapping, mapping_version, destination, operation, status, link_people, link_id, request, customer_id,
       diagnostics FROM call WHERE event = $1 ORDER BY position`,
    event.sequence,
  );
  return { event, ownStatus, calls: rows.map(archivedCall) };
}

function archivedCall(row: CallRow): ArchivedCall {
  return {
    mapping: row.mapping,
    mappingVersion: row.mapping_version,
    destination: row.destination,
    operation: row.operation,
    status: row.status,
    link:
      row.link_people === null || row.link_id === null
        ? undefined
        : { people: row.link_people, id: row.link_id },
    call: row.request === null ? undefined : storedCall.read(row.request),
    customerId: row.customer_id ?? undefined,
    diagnostics: diagnosticsOf(row.diagnostics),
  };
}

/**
 * Returns the last accepted events of a source, newest first. An event that a person discarded, also in part, says
 * nothing about later ones.
 */
async function lastOf(read: Read, source: string, limit: number): Promise<readonly PlannableEvent[]> {
  const places = await read(reads =>
    reads.all<EventPlace>(
      `SELECT e.sequence, e.id FROM event e WHERE e.source = $1 AND COALESCE(e.own_status, '') <> 'discarded'
         AND NOT EXISTS (SELECT 1 FROM call c WHERE c.event = e.sequence AND c.status = 'discarded')
       ORDER BY e.sequence DESC LIMIT $2`,
      source,
      limit,
    ),
  );
  const events: PlannableEvent[] = [];
  for (const { id } of places) {
    const event = await read(reads => reads.contents(id));
    if (event) events.push(event);
  }
  return events;
}
