import type { Connection } from '../connection/connection.ts';

/** Deletes the attempts of calls. The ledger keeps only the results of their bookings. */
export function forgetAttempts(connection: Connection, calls: readonly number[]): void {
  const list = JSON.stringify(calls);
  connection.run(
    `UPDATE ledger SET completion = json_object('result', completion ->> '$.result')
     WHERE completion IS NOT NULL AND call IN (SELECT value FROM json_each(?))`,
    list,
  );
  connection.run('DELETE FROM attempt WHERE call IN (SELECT value FROM json_each(?))', list);
}
