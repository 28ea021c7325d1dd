import type { Transaction } from '../connection/transaction.ts';

/**
 * What the last owner of the planning was given to plan when its process ended is planned with care from now on: what was
 * marked alone counts as an end, the rest of its batch is only suspected.
 */
export async function takeOverPlanning(transaction: Transaction): Promise<void> {
  await transaction.run(
    `INSERT INTO ended (sequence, times)
     SELECT mark.sequence, mark.alone::integer FROM planning_mark mark JOIN event USING (sequence)
     WHERE event.planning > 0 AND mark.owner = (SELECT owner FROM work WHERE name = 'planning')
     ON CONFLICT (sequence) DO UPDATE SET times = ended.times + excluded.times`,
  );
  await transaction.run('DELETE FROM planning_mark');
}
