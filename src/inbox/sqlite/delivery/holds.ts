import type { DestinationRecord } from '../../destination-record.ts';
import type { MappingHold } from '../../mapping-hold.ts';
import type { Claims } from '../../owned/claims.ts';
import type { Store } from '../../store.ts';
import { storedDiagnostics } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';
import { type Batch, batchSize, inBatches } from '../connection/write-queue.ts';
import { letGoMessages } from '../outbox/messages.ts';
import type { Parts } from '../parts.ts';
import { planHeldAgain } from '../planning/plan-again.ts';
import { takeOut } from '../rows/take-out.ts';
import { noteWaitingBatch } from '../rows/waits-at.ts';
import { strandedCalls } from './stranded.ts';
import { writeDestination } from './write-destination.ts';

interface DestinationRow {
  name: string;
  paused: number;
  held_since: number | null;
  reason: string | null;
  next: string | null;
  code: string | null;
  not_before: number | null;
  opened_at: number | null;
}

/** The methods for holds and pauses of destinations and mappings, and for their catalogs. */
export function holds(parts: Parts) {
  const { connection, queue, wholeQueue, claims, clock, beingPlanned, beingDelivered } = parts;
  return {
    destinations: () => queue.read(() => listDestinations(connection)),
    saveDestination: record =>
      wholeQueue.write(() => {
        writeDestination(connection, record, clock.now());
        if (!record.paused) letGoMessages(connection, clock.now());
      }, 'result'),
    mappingHolds: () => queue.read(() => listMappingHolds(connection)),
    holdMapping: hold =>
      inBatches(
        wholeQueue,
        after => holdMappingBatch(connection, claims, hold, after, clock.now()),
        'result',
      ),
    releaseMapping: mapping => {
      beingPlanned.outdate();
      beingDelivered.outdate();
      return inBatches(wholeQueue, after => releaseMappingBatch(connection, mapping, after));
    },
    async releaseStranded() {
      const stranded = await queue.read(() => strandedCalls(connection, halfReleased(connection)));
      const released: Record<string, number> = {};
      for (const mapping of Object.keys(stranded))
        released[mapping] = await inBatches(wholeQueue, after => planHeldAgain(connection, mapping, after));
      return released;
    },
    async catchUp() {
      for (const mapping of await queue.read(() => halfReleased(connection)))
        await inBatches(wholeQueue, after => planHeldAgain(connection, mapping, after));
      while ((await queue.write(() => noteWaitingBatch(connection))) > 0);
    },
    saveCatalog: (destination, snapshot) => queue.write(() => saveCatalog(connection, destination, snapshot)),
    catalogs: () => queue.read(() => listCatalogs(connection)),
  } satisfies Partial<Store>;
}

/** Returns the stored states of the destinations (Store.destinations). */
function listDestinations(connection: Connection): readonly DestinationRecord[] {
  return connection.all<DestinationRow>('SELECT * FROM destination ORDER BY name').map(row => ({
    name: row.name,
    paused: row.paused === 1,
    heldSince: row.held_since,
    openedAt: row.opened_at,
    reason: row.reason,
    next: row.next ?? undefined,
    code: row.code ?? undefined,
    notBefore: row.not_before,
  }));
}

/** Returns the held mappings (Store.mappingHolds). */
function listMappingHolds(connection: Connection): readonly MappingHold[] {
  const rows = connection.all<{
    mapping: string;
    mapping_version: string;
    destination: string;
    catalog_version: string;
    since: number;
    reason: string;
    diagnostics: string;
  }>('SELECT * FROM mapping_hold ORDER BY mapping');
  return rows.map(row => ({
    mapping: row.mapping,
    mappingVersion: row.mapping_version,
    destination: row.destination,
    catalogVersion: row.catalog_version,
    since: row.since,
    reason: row.reason,
    diagnostics: storedDiagnostics.read(row.diagnostics),
  }));
}

/** Holds a mapping, and one batch of its queued calls (Store.holdMapping). */
function holdMappingBatch(
  connection: Connection,
  claims: Claims,
  hold: MappingHold,
  after: number,
  now: number,
): Batch {
  if (after === 0) writeHold(connection, hold);
  // SQLite uses the partial index only if its condition is repeated here.
  const rows = connection.all<{ id: number }>(
    `SELECT id FROM call WHERE mapping = ? AND status = 'queued' AND status IN ('queued', 'held') AND id > ?
     ORDER BY id LIMIT ?`,
    hold.mapping,
    after,
    batchSize,
  );
  const free = rows.filter(row => !claims.has(row.id));
  for (const { id } of free) {
    takeOut(connection, id, { status: 'held', reason: hold.reason, diagnostics: hold.diagnostics }, now);
  }
  return { count: free.length, more: rows.length === batchSize, last: rows.at(-1)?.id ?? after };
}

/** Ends the hold of a mapping, and marks one batch of its held calls to be planned again (Store.releaseMapping). */
function releaseMappingBatch(connection: Connection, mapping: string, after: number): Batch {
  if (after === 0) connection.run('DELETE FROM mapping_hold WHERE mapping = ?', mapping);
  return planHeldAgain(connection, mapping, after);
}

/** Returns the mappings that are no longer held and still have held calls, because a release was interrupted. */
function halfReleased(connection: Connection): readonly string[] {
  const released = connection.all<{ mapping: string }>(
    `SELECT DISTINCT mapping FROM tally WHERE status = 'held' AND calls > 0 AND mapping <> ''
       AND mapping NOT IN (SELECT mapping FROM mapping_hold)`,
  );
  return released.map(({ mapping }) => mapping);
}

/** Stores the last known configuration of a destination (Store.saveCatalog). */
function saveCatalog(connection: Connection, destination: string, snapshot: string): void {
  connection.run(
    'INSERT OR REPLACE INTO catalog (destination, snapshot) VALUES (?, ?)',
    destination,
    snapshot,
  );
}

/** Returns the last known configurations by destination (Store.catalogs). */
export function listCatalogs(connection: Connection): ReadonlyMap<string, string> {
  const rows = connection.all<{ destination: string; snapshot: string }>('SELECT * FROM catalog');
  return new Map(rows.map(row => [row.destination, row.snapshot]));
}

function writeHold(connection: Connection, hold: MappingHold): void {
  connection.run(
    `INSERT OR REPLACE INTO mapping_hold
       (mapping, mapping_version, destination, catalog_version, since, reason, diagnostics)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    hold.mapping,
    hold.mappingVersion,
    hold.destination,
    hold.catalogVersion,
    hold.since,
    hold.reason,
    storedDiagnostics.write(hold.diagnostics),
  );
}
