import { type Store, type StoreHealth, StoreUnavailable } from '../../store.ts';
import { mayNotUse } from '../connection/faults.ts';
import { lacksRights, neededTables } from '../connection/rights.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';

/** Whoever asks whether it is ready does not wait for long. Milliseconds. */
const answerMs = 2_000;

/** Whether the store can be written: one transaction tells, or that it does not come to its end. */
export function reachability({ database }: Parts) {
  return {
    async health() {
      try {
        return await inTime(database.write(readHealth));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return { writable: false, reason: error.message };
      }
    },
    // What its disk has left, PostgreSQL does not tell.
    room: async () => undefined,
  } satisfies Partial<Store>;
}

async function inTime(health: Promise<StoreHealth>): Promise<StoreHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<StoreHealth>(resolve => {
    const answer = { writable: false, reason: 'PostgreSQL has not answered within two seconds' } as const;
    timer = setTimeout(resolve, answerMs, answer);
  });
  // What it fails with later was told already.
  health.catch(() => {});
  try {
    return await Promise.race([health, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readHealth(transaction: Transaction): Promise<StoreHealth> {
  // Where nothing may be written this is refused, though nothing fits.
  transaction.write('UPDATE meta SET value = value WHERE false');
  // And this waits, or is refused, where webhooks cannot be stored for a table that is locked or missing.
  transaction.write('LOCK TABLE request, event, dedupe, recent, call, lane IN ROW EXCLUSIVE MODE');
  const forbidden = await transaction.get<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE ${lacksRights('name::regclass')} LIMIT 1`,
    neededTables,
  );
  if (forbidden) return { writable: false, reason: mayNotUse(forbidden.name) };
  const settings = await transaction.get<{ fsync: string; commit: string }>(
    "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
  );
  if (settings?.fsync === 'off' || settings?.commit === 'off')
    return { writable: false, reason: 'what is written would not survive a power cut' };
  return { writable: true };
}
