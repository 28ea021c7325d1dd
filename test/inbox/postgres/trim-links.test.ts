import { describe } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { describeTrimmedLinks } from '../contract/trimmed-links.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
let store: Store | undefined;

describe('a PostgreSQL store of an older version', () => {
  describeTrimmedLinks({
    async open() {
      store = await scene.open();
      return store;
    },
    async closeAsOlder() {
      await store?.close();
      await rowsOf(scene.url, `DELETE FROM ${scene.schema}.meta WHERE name = 'links trimmed'`);
    },
  });
});
