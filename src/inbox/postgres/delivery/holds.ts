import { workOf } from '../../decide/spread-works.ts';
import type { MappingHold } from '../../mapping-hold.ts';
import type { Store } from '../../store.ts';
import { storedDiagnostics } from '../../stored/stored-diagnostics.ts';
import { type DoneBatch, inBatches, rowsOfBatch } from '../connection/in-batches.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { planHeldAgain } from '../planning/plan-again.ts';
import { lockDestinations, lockEventRows, lockWork } from '../rows/locks.ts';
import { destinationRecords, mappingHoldRecords } from '../rows/standing.ts';
import { takeOut } from '../rows/take-out.ts';
import { stopStoreThatIsCopy } from './copies.ts';
import { callsInFlight } from './in-flight.ts';
import { strandedCalls } from './stranded.ts';
import { writeDestination } from './write-destination.ts';

/** The methods for holds and pauses of destinations and mappings, and for their catalogs. */
export function holds(parts: Parts) {
  const { database, ownership, clock, beingPlanned, beingDelivered } = parts;
  return {
    stopCopy: destinations =>
      database.write(transaction => stopStoreThatIsCopy(transaction, destinations, clock.now())),
    destinations: () => database.read(destinationRecords),
    async saveDestination(record) {
      const work = workOf(record.name);
      await ownership.take(work);
      await database.write(async transaction => {
        await ownership.prove(transaction, [work]);
        await writeDestination(transaction, record, clock.now());
        if (!record.paused) await letGoMessages(transaction, clock.now());
      });
    },
    mappingHolds: () => database.read(mappingHoldRecords),
    holdMapping: hold =>
      inBatches(database, (transaction, after) => holdMappingBatch(transaction, hold, after, clock.now())),
    releaseMapping(mapping) {
      beingPlanned.outdate();
      beingDelivered.outdate();
      return inBatches(database, async (transaction, after) => {
        if (after === 0) await removeHold(transaction, mapping);
        return planReleased(transaction, mapping, after);
      });
    },
    async releaseStranded() {
      if (!(await ownership.take('upkeep'))) return {};
      const stranded = await database.read(async transaction =>
        strandedCalls(transaction, await halfReleased(transaction)),
      );
      const released: Record<string, number> = {};
      for (const mapping of Object.keys(stranded))
        released[mapping] = await inBatches(database, async (transaction, after) => {
          await ownership.prove(transaction, ['upkeep'], ['planning']);
          return planHeldAgain(transaction, mapping, after);
        });
      return released;
    },
    async catchUp() {
      if (!(await ownership.take('upkeep'))) return;
      for (const mapping of await database.read(halfReleased))
        await inBatches(database, (transaction, after) => planReleased(transaction, mapping, after));
    },
    saveCatalog: (destination, snapshot) =>
      database.write(transaction => writeCatalog(transaction, destination, snapshot)),
    catalogs: () => database.read(listCatalogs),
  } satisfies Partial<Store>;
}

/** Releases the messages that were held because this store is a copy about which nobody had decided. */
async function letGoMessages(transaction: Transaction, now: number): Promise<void> {
  await transaction.run('UPDATE outbox SET next_at = $1 WHERE next_at IS NULL', Math.round(now));
}

/** Holds a mapping, and one batch of its queued calls at any destination (WorkStore.holdMapping). */
async function holdMappingBatch(
  transaction: Transaction,
  hold: MappingHold,
  after: number,
  now: number,
): Promise<DoneBatch> {
  // PostgreSQL uses the partial index only if its condition is repeated here.
  const rows = await transaction.all<{ id: number; event: number; destination: string }>(
    `SELECT id, event, destination FROM call
     WHERE mapping = $1 AND status = 'queued' AND status IN ('queued', 'held') AND id > $2 ORDER BY id LIMIT $3`,
    hold.mapping,
    after,
    rowsOfBatch,
  );
  await lockDestinations(
    transaction,
    rows.map(({ destination }) => destination),
  );
  if (after === 0) await writeHold(transaction, hold);
  await lockEventRows(transaction, [...new Set(rows.map(({ event }) => event))]);
  const ids = rows.map(({ id }) => id);
  const queued = await transaction.all<{ id: number }>(
    "SELECT id FROM call WHERE id = ANY ($1) AND status = 'queued'",
    ids,
  );
  const inFlight = await callsInFlight(transaction, ids, now);
  const leaving = { status: 'held', reason: hold.reason, diagnostics: hold.diagnostics } as const;
  const taken = queued.filter(({ id }) => !inFlight.has(id)).map(({ id }) => ({ callId: id, leaving }));
  await takeOut(transaction, taken, now);
  return { count: taken.length, more: rows.length === rowsOfBatch, last: rows.at(-1)?.id ?? after };
}

async function writeHold(transaction: Transaction, hold: MappingHold): Promise<void> {
  await transaction.run(
    `INSERT INTO mapping_hold (mapping, mapping_version, destination, catalog_version, since, reason, diagnostics)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (mapping) DO UPDATE SET mapping_version = excluded.mapping_version, destination = excluded.destination,
       catalog_version = excluded.catalog_version, since = excluded.since, reason = excluded.reason,
       diagnostics = excluded.diagnostics`,
    hold.mapping,
    hold.mappingVersion,
    hold.destination,
    hold.catalogVersion,
    Math.round(hold.since),
    hold.reason,
    storedDiagnostics.write(hold.diagnostics),
  );
}

async function removeHold(transaction: Transaction, mapping: string): Promise<void> {
  await lockWork(transaction, ['planning']);
  await transaction.run('DELETE FROM mapping_hold WHERE mapping = $1', mapping);
}

/**
 * Marks one batch of the calls that a mapping held to be planned again (WorkStore.releaseMapping). The planning is
 * locked, because a plan that is stored at the same time would not see the release.
 */
async function planReleased(transaction: Transaction, mapping: string, after: number): Promise<DoneBatch> {
  await lockWork(transaction, ['planning']);
  return planHeldAgain(transaction, mapping, after);
}

/** Returns the mappings that are no longer held and still have held calls, because a release was interrupted. */
async function halfReleased(transaction: Transaction): Promise<readonly string[]> {
  const released = await transaction.all<{ mapping: string }>(
    `SELECT mapping FROM tally WHERE kind = 0 AND status = 'held' AND mapping <> ''
       AND mapping NOT IN (SELECT mapping FROM mapping_hold) GROUP BY mapping HAVING sum(number) > 0`,
  );
  return released.map(({ mapping }) => mapping);
}

/** Stores the last known configuration of a destination (WorkStore.saveCatalog). */
async function writeCatalog(transaction: Transaction, destination: string, snapshot: string): Promise<void> {
  await transaction.run(
    `INSERT INTO catalog (destination, snapshot) VALUES ($1, $2)
     ON CONFLICT (destination) DO UPDATE SET snapshot = excluded.snapshot`,
    destination,
    snapshot,
  );
}

/** Returns the last known configurations by destination (WorkStore.catalogs). */
export async function listCatalogs(transaction: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction.all<{ destination: string; snapshot: string }>(
    'SELECT destination, snapshot FROM catalog ORDER BY destination',
  );
  return new Map(rows.map(row => [row.destination, row.snapshot]));
}
