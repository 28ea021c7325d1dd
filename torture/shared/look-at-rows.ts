import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedGround } from './shared-ground.ts';

/** Invariants of the rows at rest, each as a statement that finds violations. */
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
    SELECT attempt_in_flight.call, call.status FROM attempt_in_flight LEFT JOIN call ON call.id = attempt_in_flight.call
    WHERE call.status IS DISTINCT FROM 'queued'`,
  'bookings are being sent at rest': `SELECT call, at FROM ledger WHERE state = 'intent'`,
  'lanes are due with nothing in them, or not with something': `
    SELECT id, destination, key, due_at FROM lane
    WHERE (due_at IS NULL) = EXISTS (SELECT 1 FROM call WHERE lane = lane.id AND status = 'queued')`,
  'delivered bookings are not in the ledger': `
    SELECT call.id FROM call WHERE status = 'delivered' AND operation = 'persistCustomerData'
    AND NOT EXISTS (SELECT 1 FROM ledger WHERE ledger.event_id = (SELECT id FROM event WHERE sequence = call.event))`,
};

/** Checks the rows when no work is in progress any more. */
export async function lookAtRows({ database, scoreboard }: SharedGround): Promise<void> {
  for (const [words, sql] of Object.entries(checks)) {
    const rows = await database.query(sql);
    for (const row of rows.slice(0, 5))
      scoreboard.fault('rows that disagree', `${words}: ${JSON.stringify(row)}`);
  }
}

/** Waiting rows with their owners, and rows that ended without a delivery, each as a statement. */
const standing: Readonly<Record<string, string>> = {
  now: 'SELECT clock_timestamp(), (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
  lease: 'SELECT * FROM lease ORDER BY name',
  process: 'SELECT * FROM process ORDER BY seen',
  destination: 'SELECT * FROM destination',
  attemptsInFlight: 'SELECT * FROM attempt_in_flight',
  call: "SELECT * FROM call WHERE status = 'queued' ORDER BY id",
  event: 'SELECT * FROM event WHERE planning > 0 ORDER BY sequence',
  notDelivered: `
    SELECT event.id AS event_id, call.* FROM call JOIN event ON event.sequence = call.event
    WHERE call.status NOT IN ('queued', 'delivered') ORDER BY call.id`,
  lane: 'SELECT * FROM lane WHERE due_at IS NOT NULL',
  ledger: "SELECT number, call, attempt, state, at FROM ledger WHERE state = 'intent'",
};

/** Stores these rows in a file, so that findings can be understood. */
export async function keepRows({ database, folder }: SharedGround): Promise<void> {
  const rows: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(standing)) rows[name] = await database.query(sql);
  writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows, null, 1));
}
