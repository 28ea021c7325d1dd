import type { Store } from '../../store.ts';
import {
  halfReleased,
  holdMappingBatch,
  listCatalogs,
  listDestinations,
  listMappingHolds,
  releaseMappingBatch,
  saveCatalog,
  saveDestination,
} from '../delivery/holds.ts';
import { stopCopy } from '../file/copies.ts';
import type { Parts } from '../parts.ts';
import { planAgainBatch } from '../planning/apply-plan.ts';
import { noteWaitingBatch } from '../rows/waits-at.ts';
import { inBatches } from '../write-queue.ts';

/** What is held or paused: destinations, mappings, a copied store; and the catalogs they go by. */
export function holds({ connection, queue, claims, clock, planned, delivered }: Parts) {
  return {
    stopCopy: destinations => queue.write(() => stopCopy(connection, destinations, clock.now())),
    destinations: () => queue.read(() => listDestinations(connection)),
    saveDestination: record => queue.write(() => saveDestination(connection, record, clock.now()), 'result'),
    mappingHolds: () => queue.read(() => listMappingHolds(connection)),
    holdMapping: hold =>
      inBatches(queue, after => holdMappingBatch(connection, claims, hold, after, clock.now()), 'result'),
    releaseMapping: mapping => {
      planned.noteChange();
      delivered.noteChange();
      return inBatches(queue, after => releaseMappingBatch(connection, mapping, after));
    },
    async catchUp() {
      for (const mapping of await queue.read(() => halfReleased(connection)))
        await inBatches(queue, after => planAgainBatch(connection, mapping, after));
      while ((await queue.write(() => noteWaitingBatch(connection))) > 0);
    },
    saveCatalog: (destination, snapshot) => queue.write(() => saveCatalog(connection, destination, snapshot)),
    catalogs: () => queue.read(() => listCatalogs(connection)),
  } satisfies Partial<Store>;
}
