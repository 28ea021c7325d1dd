import { type Store, type StoreHealth, StoreUnavailable } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';

/** Whether the store can be written: one transaction tells. */
export function reachability({ database }: Parts) {
  return {
    async health() {
      try {
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
  // Where nothing may be written this is refused, though nothing fits.
  await transaction.run('UPDATE meta SET value = value WHERE false');
  const settings = await transaction.get<{ fsync: string; commit: string }>(
    "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
  );
  if (settings?.fsync === 'off' || settings?.commit === 'off')
    return { writable: false, reason: 'what is written would not survive a power cut' };
  return { writable: true };
}
