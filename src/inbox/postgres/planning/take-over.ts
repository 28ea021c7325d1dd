import type { Transaction } from '../connection/transaction.ts';

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
