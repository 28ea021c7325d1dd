import { type Store, type StoreHealth, StoreUnavailable } from '../../store.ts';
import { mayNotUse } from '../connection/faults.ts';
import { lacksRights, neededTables } from '../connection/rights.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';

/** The time limit of the check. Milliseconds. */
const answerMs = 2_000;

/** Returns the check whether the store can be written, which is one transaction with a time limit. */
export function storeHealth({ database }: Parts) {
  return {
    async health() {
      try {
        return await inTime(database.write(readHealth));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return { writable: false, reason: error.message };
      }
    },
    // PostgreSQL does not report the free space on its disk.
    room: async () => undefined,
  } satisfies Partial<Store>;
}

async function inTime(health: Promise<StoreHealth>): Promise<StoreHealth> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<StoreHealth>(resolve => {
    const answer = { writable: false, reason: 'PostgreSQL did not respond within two seconds' } as const;
    timer = setTimeout(resolve, answerMs, answer);
  });
  // A later error is ignored, because the result is already reported.
  health.catch(() => {});
  try {
    return await Promise.race([health, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readHealth(transaction: Transaction): Promise<StoreHealth> {
  // PostgreSQL refuses this statement if nothing may be written, although it matches no row.
  transaction.write('UPDATE meta SET value = value WHERE false');
  // This statement waits or fails if a table that webhooks need is locked or missing.
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
    return { writable: false, reason: 'written data would not survive a power cut' };
  return { writable: true };
}
