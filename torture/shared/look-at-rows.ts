import type { SharedGround } from './shared-ground.ts';

/** What must be true of the rows at rest, each a statement that finds what is not so. */
const checks: Readonly<Record<string, string>> = {
  'counts are not those of the calls': `
    SELECT destination, status, sum(number) AS number FROM (
      SELECT destination, status, number FROM tally WHERE kind = 0
      UNION ALL SELECT destination, status, -1 FROM call) counted
    GROUP BY destination, status HAVING sum(number) <> 0`,
  'counts are not those of the events without calls': `
    SELECT status, sum(number) AS number FROM (
      SELECT status, number FROM tally WHERE kind = 1
      UNION ALL SELECT status, -1 FROM event WHERE calls = 0 AND planning <> 1) counted
    GROUP BY status HAVING sum(number) <> 0`,
  'events count calls that are not there': `
    SELECT sequence FROM event WHERE calls <> (SELECT count(*) FROM call WHERE event = sequence)`,
  'calls were given out that do not wait': `
    SELECT begun.call, call.status FROM begun LEFT JOIN call ON call.id = begun.call
    WHERE call.status IS DISTINCT FROM 'queued'`,
  'bookings are being sent at rest': `SELECT call, at FROM ledger WHERE state = 'intent'`,
  'lanes are due with nothing in them, or not with something': `
    SELECT id, destination, key, due_at FROM lane
    WHERE (due_at IS NULL) = EXISTS (SELECT 1 FROM call WHERE lane = lane.id AND status = 'queued')`,
  'delivered bookings are not in the ledger': `
    SELECT call.id FROM call WHERE status = 'delivered' AND operation = 'persistCustomerData'
    AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.event_id = (SELECT id FROM event WHERE sequence = call.event))`,
};

/** Looks at the rows themselves, when nothing is under way any more. */
export async function lookAtRows({ database, scoreboard }: SharedGround): Promise<void> {
  for (const [words, sql] of Object.entries(checks)) {
    const rows = await database.query(sql);
    for (const row of rows.slice(0, 5))
      scoreboard.fault('rows that disagree', `${words}: ${JSON.stringify(row)}`);
  }
}
