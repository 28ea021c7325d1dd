import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';

export function holds(_parts: Parts) {
  return {
    stopCopy: async () => {
      throw new Error('stopCopy is not written yet');
    },
    destinations: async () => {
      throw new Error('destinations is not written yet');
    },
    saveDestination: async () => {
      throw new Error('saveDestination is not written yet');
    },
    mappingHolds: async () => {
      throw new Error('mappingHolds is not written yet');
    },
    holdMapping: async () => {
      throw new Error('holdMapping is not written yet');
    },
    releaseMapping: async () => {
      throw new Error('releaseMapping is not written yet');
    },
    catchUp: async () => {
      throw new Error('catchUp is not written yet');
    },
    saveCatalog: async () => {
      throw new Error('saveCatalog is not written yet');
    },
    catalogs: async () => {
      throw new Error('catalogs is not written yet');
    },
  } satisfies Partial<Store>;
}
