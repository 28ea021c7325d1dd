import { type Store, StoreUnavailable } from '../../store.ts';
import { noteLook } from '../file/last-look.ts';
import { synchronousFull } from '../file/open-database.ts';
import { StorageFault } from '../file/storage-error.ts';
import type { Parts } from '../parts.ts';

/** Returns the check whether the store can be written, by one write. */
export function storeHealth({ connection, queue, clock, space }: Parts) {
  return {
    async room() {
      return space.room();
    },
    async health() {
      space.restore();
      const shortage = space.shortage();
      if (shortage !== undefined) return { writable: false, reason: shortage };
      try {
        await queue.write(() => noteLook(connection, clock.now()));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        const lasting = error instanceof StorageFault && error.lasting;
        return { writable: false, reason: error.message, ...(lasting && { lasting }) };
      }
      const mode = connection.get<{ synchronous: number }>('PRAGMA synchronous');
      const warning = space.warning();
      if (mode?.synchronous === synchronousFull)
        return { writable: true, ...(warning !== undefined && { warning }) };
      return { writable: false, reason: 'written data would not survive a power cut', lasting: true };
    },
  } satisfies Partial<Store>;
}
