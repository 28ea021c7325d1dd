import { type Store, type StoreHealth, StoreUnavailable } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';

/** Whether the store can be written: one transaction tells. */
export function reachability({ database }: Parts) {
  return {
    async health() {
      try {
        // PostgreSQL numbers each transaction that may write, which a standby refuses to do.
        return await database.write(readHealth);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return { writable: false, reason: error.message };
      }
    },
    // What its disk has left, PostgreSQL does not tell.
    room: async () => undefined,
  } satisfies Partial<Store>;
}

async function readHealth(transaction: Transaction): Promise<StoreHealth> {
  const settings = await transaction.get<{ read_only: string; fsync: string; commit: string }>(
    `SELECT current_setting('transaction_read_only') AS read_only, current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS commit`,
  );
  if (settings?.read_only === 'on') return { writable: false, reason: 'PostgreSQL is read-only' };
  if (settings?.fsync === 'off' || settings?.commit === 'off')
    return { writable: false, reason: 'what is written would not survive a power cut' };
  return { writable: true };
}
