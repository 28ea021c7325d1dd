import { clockAfter } from '../decide/call-life.ts';
import type { DestinationRecord } from '../destination-record.ts';
import type { MappingHold } from '../mapping-hold.ts';
import type { WorkInProgress } from '../owned/work-in-progress.ts';
import type { Store } from '../store.ts';
import { storedDiagnostics } from '../stored/stored-diagnostics.ts';
import { type Batch, batchSize, inBatches } from './in-batches.ts';
import { planHeldAgain } from './plan-again.ts';
import type { OperationStore, Statements, Steps, StoreTransaction } from './steps.ts';

/**
 * The methods for holds of mappings, for stored destinations, and for their catalogs. Changes of calls use `store`. The
 * others use `apart`, which does not wait until calls that are only in memory are stored. `works`: what is being planned
 * and delivered, perhaps for a mapping that is released meanwhile.
 */
export function storedHolds(store: OperationStore, apart: OperationStore, works: readonly WorkInProgress[]) {
  return {
    destinations: () => apart.read(listDestinations),
    mappingHolds: () => apart.read(listMappingHolds),
    holdMapping: hold =>
      inBatches(after =>
        store.write(transaction => holdMappingBatch(transaction, hold, after, store.now()), 'result'),
      ),
    releaseMapping(mapping) {
      for (const work of works) work.outdate();
      return inBatches(after =>
        store.write(function* (transaction) {
          yield* transaction.lockPlanning();
          if (after === 0) yield* transaction.run('DELETE FROM mapping_hold WHERE mapping = $1', mapping);
          return yield* planHeldAgain(transaction, mapping, after);
        }),
      );
    },
    releaseStranded: () => store.upkeep(() => releaseStranded(store, apart), {}),
    catchUp: () =>
      store.upkeep(async () => {
        for (const mapping of await apart.read(halfReleased)) await finishRelease(store, mapping);
      }, undefined),
    async saveCatalog(destination, snapshot) {
      await apart.write(transaction =>
        transaction.run(
          `INSERT INTO catalog (destination, snapshot) VALUES ($1, $2)
           ON CONFLICT (destination) DO UPDATE SET snapshot = excluded.snapshot`,
          destination,
          snapshot,
        ),
      );
    },
    catalogs: () => apart.read(listCatalogs),
  } satisfies Partial<Store>;
}

async function releaseStranded(
  store: OperationStore,
  apart: OperationStore,
): Promise<Readonly<Record<string, number>>> {
  const stranded = await apart.read(function* (transaction) {
    return yield* strandedCalls(transaction, yield* halfReleased(transaction));
  });
  const released: Record<string, number> = {};
  for (const mapping of Object.keys(stranded)) released[mapping] = await finishRelease(store, mapping);
  return released;
}

/** Returns the mappings that are no longer held and still have held calls, because a release was interrupted. */
function* halfReleased(transaction: StoreTransaction): Steps<readonly string[]> {
  const held = yield* transaction.countedCalls(['held']);
  const holds = yield* transaction.all<{ mapping: string }>('SELECT mapping FROM mapping_hold');
  return [
    ...new Set(held.map(({ mapping }) => mapping)).difference(new Set(holds.map(({ mapping }) => mapping))),
  ];
}

function finishRelease(store: OperationStore, mapping: string): Promise<number> {
  return inBatches(after =>
    store.write(function* (transaction) {
      yield* transaction.lockPlanning();
      yield* transaction.proveUpkeep();
      return yield* planHeldAgain(transaction, mapping, after);
    }),
  );
}

/** Returns the stored states of the destinations (Store.destinations). */
export function* listDestinations(transaction: Statements): Steps<readonly DestinationRecord[]> {
  const rows = yield* transaction.all<
    Omit<DestinationRecord, 'paused' | 'next' | 'code'> & {
      paused: boolean | number;
      next: string | null;
      code: string | null;
    }
  >(
    `SELECT name, paused, held_since AS "heldSince", opened_at AS "openedAt", reason, next, code,
       not_before AS "notBefore"
     FROM destination ORDER BY name`,
  );
  return rows.map(row => ({
    ...row,
    paused: Boolean(row.paused),
    next: row.next ?? undefined,
    code: row.code ?? undefined,
  }));
}

/** Returns the held mappings (Store.mappingHolds). */
export function* listMappingHolds(transaction: Statements): Steps<readonly MappingHold[]> {
  const rows = yield* transaction.all<Omit<MappingHold, 'diagnostics'> & { diagnostics: string }>(
    `SELECT mapping, mapping_version AS "mappingVersion", destination, catalog_version AS "catalogVersion", since, reason,
       diagnostics
     FROM mapping_hold ORDER BY mapping`,
  );
  return rows.map(row => ({ ...row, diagnostics: storedDiagnostics.read(row.diagnostics) }));
}

/** Returns the last known configurations by destination (WorkStore.catalogs). */
export function* listCatalogs(transaction: Statements): Steps<ReadonlyMap<string, string>> {
  const rows = yield* transaction.all<{ destination: string; snapshot: string }>(
    'SELECT destination, snapshot FROM catalog ORDER BY destination',
  );
  return new Map(rows.map(row => [row.destination, row.snapshot]));
}

/** Holds a mapping, and one batch of its queued calls at any destination (WorkStore.holdMapping). */
function* holdMappingBatch(
  transaction: StoreTransaction,
  hold: MappingHold,
  after: number,
  now: number,
): Steps<Batch> {
  // The databases use the partial index only if its condition is repeated here.
  const rows = yield* transaction.all<{ id: number; event: number; destination: string }>(
    `SELECT id, event, destination FROM call
     WHERE mapping = $1 AND status = 'queued' AND status IN ('queued', 'held') AND id > $2 ORDER BY id LIMIT $3`,
    hold.mapping,
    after,
    batchSize,
  );
  yield* transaction.lockDestinations(rows.map(({ destination }) => destination));
  if (after === 0) yield* writeHold(transaction, hold);
  yield* transaction.lockEventRows([...new Set(rows.map(({ event }) => event))]);
  const ids = rows.map(({ id }) => id);
  const queued = yield* transaction.all<{ id: number }>(
    "SELECT id FROM call WHERE id = ANY ($1) AND status = 'queued' ORDER BY id",
    ids,
  );
  const inFlight = yield* transaction.callsInFlight(ids, now);
  const leaving = { status: 'held', reason: hold.reason, diagnostics: hold.diagnostics } as const;
  const taken = queued.filter(({ id }) => !inFlight.has(id)).map(({ id }) => ({ callId: id, leaving }));
  yield* transaction.takeOut(taken, now);
  return { count: taken.length, more: rows.length === batchSize, last: rows.at(-1)?.id ?? after };
}

function* writeHold(transaction: Statements, hold: MappingHold): Steps<void> {
  yield* transaction.run(
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

/**
 * Stores a destination and its total time held or paused (WorkStore.saveDestination), and sends the messages that were
 * held because this store was a copy without a person's decision. Call it in a transaction that has locked it.
 */
export function* writeDestination(
  transaction: Statements,
  record: DestinationRecord,
  now: number,
): Steps<void> {
  const row = yield* transaction.get<{ stopped_since: number | null; stopped_ms: number }>(
    'SELECT stopped_since, stopped_ms FROM destination WHERE name = $1',
    record.name,
  );
  const clock = clockAfter(
    row && { stoppedSince: row.stopped_since, stoppedMs: row.stopped_ms },
    record.heldSince ?? (record.paused ? now : null),
    now,
  );
  yield* transaction.run(
    `INSERT INTO destination
       (name, paused, held_since, reason, next, code, not_before, stopped_since, stopped_ms, opened_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (name) DO UPDATE SET paused = excluded.paused, held_since = excluded.held_since,
       reason = excluded.reason, next = excluded.next, code = excluded.code, not_before = excluded.not_before,
       stopped_since = excluded.stopped_since, stopped_ms = excluded.stopped_ms, opened_at = excluded.opened_at`,
    record.name,
    record.paused,
    rounded(record.heldSince),
    record.reason,
    record.next ?? null,
    record.code ?? null,
    record.notBefore === null ? null : Math.ceil(record.notBefore),
    rounded(clock.stoppedSince),
    Math.round(clock.stoppedMs),
    rounded(record.openedAt),
  );
  if (!record.paused) yield* transaction.run('UPDATE outbox SET next_at = $1 WHERE next_at IS NULL', now);
}

function rounded(time: number | null): number | null {
  return time === null ? null : Math.round(time);
}

/**
 * Counts the oldest calls, by mapping, that are held although the mapping is not, and that do not wait for planning.
 * A release marks as many of the oldest calls to be planned again in the transaction that ends the hold, so these are
 * not counted.
 */
export function* strandedCalls(
  transaction: Statements,
  mappings: readonly string[],
): Steps<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  if (mappings.length === 0) return found;
  const holds = yield* transaction.all<{ mapping: string }>('SELECT mapping FROM mapping_hold');
  const held = new Set(holds.map(({ mapping }) => mapping));
  for (const mapping of mappings.filter(each => !held.has(each))) {
    const row = yield* transaction.get<{ calls: number }>(
      `SELECT count(*) AS calls
       FROM (SELECT event FROM call WHERE mapping = $1 AND status = 'held' ORDER BY id LIMIT $2) AS oldest
         JOIN event ON event.sequence = oldest.event
       WHERE event.planning <= 0`,
      mapping,
      batchSize,
    );
    if (row && row.calls > 0) found[mapping] = row.calls;
  }
  return found;
}
