import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { lockDestinations } from '../rows/locks.ts';

/** The tables with personal data. */
const ofPeople = [
  'event',
  'request',
  'payload',
  'event_words',
  'call',
  'attempt',
  'lane',
  'link',
  'ledger',
  'dedupe',
  'recent',
  'refusal',
  'audit',
  'outbox',
  'mapping_hold',
  'destination',
];

/**
 * Removes deleted data from all tables: unused lanes, and the rows that PostgreSQL keeps until a vacuum. Returns true if
 * all tables could be vacuumed.
 */
export async function leaveNothing(database: Database): Promise<boolean> {
  await sweepLanes(database);
  return database.vacuum(ofPeople);
}

/** The number of lanes that are processed in one step. */
const laneStep = 5_000;

/** A condition for lanes that no call is in. */
const isEmpty = `due_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id AND call.status = 'queued')
  AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id AND call.status = 'delivered')
  AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id AND call.status NOT IN ('queued', 'delivered'))`;

interface LaneRow {
  readonly id: number;
  readonly destination: string;
}

/** Deletes the lanes that no call is in any more, because their keys identify people. */
export async function sweepLanes(database: Database): Promise<void> {
  const newest = await database.read(transaction =>
    transaction.get<{ id: number | null }>('SELECT max(id) AS id FROM lane'),
  );
  for (let after = 0; after < (newest?.id ?? 0); after += laneStep) {
    const from = after;
    const empty = await database.read(transaction => emptyLanes(transaction, from));
    if (empty.length > 0) await database.write(transaction => deleteLanes(transaction, empty));
  }
}

/** Returns the empty lanes of a range. */
function emptyLanes(transaction: Transaction, after: number): Promise<readonly LaneRow[]> {
  return transaction.all<LaneRow>(
    `SELECT id, destination FROM lane WHERE id > $1 AND id <= $2 AND ${isEmpty}`,
    after,
    after + laneStep,
  );
}

/** Deletes lanes, except those with a new call since. */
async function deleteLanes(transaction: Transaction, lanes: readonly LaneRow[]): Promise<void> {
  await lockDestinations(
    transaction,
    lanes.map(({ destination }) => destination),
  );
  await transaction.run(
    `DELETE FROM lane WHERE id = ANY($1) AND ${isEmpty}`,
    lanes.map(({ id }) => id),
  );
}
