import type { Transaction } from '../connection/transaction.ts';

/** What the last owner of the planning was planning when its process ended is planned with care from now on. */
export async function takeOverPlanning(transaction: Transaction): Promise<void> {
  await transaction.run(
    `INSERT INTO ended (sequence, times)
     SELECT mark.sequence, 1 FROM planning_mark mark JOIN event USING (sequence)
     WHERE event.planning > 0 AND mark.owner = (SELECT owner FROM work WHERE name = 'planning')
     ON CONFLICT (sequence) DO UPDATE SET times = ended.times + 1`,
  );
  await transaction.run('DELETE FROM planning_mark');
}
