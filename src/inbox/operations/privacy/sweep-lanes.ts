import { inBatches } from '../in-batches.ts';
import type { OperationStore, Steps, StoreTransaction } from '../steps.ts';

/** The number of lanes that are processed in one step. */
const laneStep = 5_000;

/** A condition for lanes that no call is in. Each part uses an index of its own in PostgreSQL. */
const isEmpty = `due_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id AND call.status = 'queued')
  AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id AND call.status = 'delivered')
  AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id AND call.status NOT IN ('queued', 'delivered'))`;

interface LaneRow {
  readonly id: number;
  readonly destination: string;
}

/** Deletes the lanes that no call is in any more, because their keys identify people. */
export async function sweepLanes(store: OperationStore): Promise<void> {
  const newest = await store.read(transaction =>
    transaction.get<{ id: number | null }>('SELECT max(id) AS id FROM lane'),
  );
  await inBatches(async after => {
    const last = after + laneStep;
    const empty = await store.read(transaction =>
      transaction.all<LaneRow>(
        `SELECT id, destination FROM lane WHERE id > $1 AND id <= $2 AND ${isEmpty}`,
        after,
        last,
      ),
    );
    if (empty.length > 0) await store.write(transaction => deleteLanes(transaction, empty));
    return { count: empty.length, more: last < (newest?.id ?? 0), last };
  });
}

/** Deletes lanes, except those with a new call since. */
function* deleteLanes(transaction: StoreTransaction, lanes: readonly LaneRow[]): Steps<void> {
  yield* transaction.lockDestinations(lanes.map(({ destination }) => destination));
  yield* transaction.run(
    `DELETE FROM lane WHERE id = ANY ($1) AND ${isEmpty}`,
    lanes.map(({ id }) => id),
  );
}
