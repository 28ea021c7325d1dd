import type { PlannableEvent } from '../../event.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * The events that this process is planning, to be known after a crash. A batch is marked in the transaction that
 * returns it. Only suspected events, whose batch was being planned at an earlier crash, are marked one by one.
 */
export interface PlanningMarks {
  /** Marks the events of a batch that are not suspected, and removes the marks of the previous batch. */
  markBatch(transaction: Transaction, given: readonly GivenToPlan[]): Promise<void>;
  /** Called after the batch is returned, to remember its suspected events. */
  stillClaimed(given: readonly GivenToPlan[]): void;
  /** Marks the event that is being planned, if it is suspected; without an event, removes that mark. */
  planningNow(event: PlannableEvent | undefined): Promise<void>;
  /** Removes the crash counts of planned events: the process survived planning them. */
  forget(transaction: Transaction, sequences: readonly number[]): Promise<void>;
  forgotten(sequences: readonly number[]): void;
}

/** An event that is being planned. */
interface GivenToPlan {
  readonly sequence: number;
  readonly suspected: boolean;
}

/** Creates the marks; this owner has none at first. */
export function createPlanningMarks(database: Database, owner: string): PlanningMarks {
  const suspected = new Set<number>();
  let alone: number | undefined;

  return {
    async markBatch(transaction, given) {
      const sequences = given.flatMap(each => (each.suspected ? [] : [each.sequence]));
      await transaction.run(
        `WITH before AS (DELETE FROM planning_mark WHERE owner = $1 AND sequence <> ALL ($2))
         INSERT INTO planning_mark (owner, sequence, alone) SELECT $1, new.sequence, false
         FROM unnest($2::bigint[]) AS new (sequence) ON CONFLICT (owner, sequence) DO NOTHING`,
        owner,
        sequences,
      );
    },
    stillClaimed(given) {
      alone = undefined;
      for (const each of given) if (each.suspected) suspected.add(each.sequence);
    },
    async planningNow(event) {
      const next = event && suspected.has(event.sequence) ? event.sequence : undefined;
      if (next === alone) return;
      await database.write(transaction => markAlone(transaction, owner, next));
      alone = next;
    },
    async forget(transaction, sequences) {
      const known = sequences.filter(sequence => suspected.has(sequence));
      if (known.length === 0) return;
      await transaction.run('DELETE FROM crash_count WHERE sequence = ANY ($1)', known);
    },
    forgotten(sequences) {
      for (const sequence of sequences) suspected.delete(sequence);
    },
  };
}

async function markAlone(
  transaction: Transaction,
  owner: string,
  sequence: number | undefined,
): Promise<void> {
  await transaction.run('DELETE FROM planning_mark WHERE owner = $1 AND alone', owner);
  if (sequence === undefined) return;
  await transaction.run(
    `INSERT INTO planning_mark (owner, sequence, alone) VALUES ($1, $2, true)
     ON CONFLICT (owner, sequence) DO UPDATE SET alone = true`,
    owner,
    sequence,
  );
}

/**
 * Records the events that the last owner was planning when its process ended. An event that was marked alone counts as
 * the cause of a crash; the rest of its batch is only suspected.
 */
export async function takeOverPlanning(transaction: Transaction): Promise<void> {
  await transaction.run(
    `INSERT INTO crash_count (sequence, times)
     SELECT mark.sequence, mark.alone::integer FROM planning_mark mark JOIN event USING (sequence)
     WHERE event.planning > 0 AND mark.owner = (SELECT owner FROM lease WHERE name = 'planning')
     ON CONFLICT (sequence) DO UPDATE SET times = crash_count.times + excluded.times`,
  );
  await transaction.run('DELETE FROM planning_mark');
}
