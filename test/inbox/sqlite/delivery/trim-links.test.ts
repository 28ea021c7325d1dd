import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../../../src/inbox/store.ts';
import { createTestClock } from '../../contract/bench.ts';
import { describeTrimmedLinks } from '../../contract/trimmed-links.ts';
import { openPrepared } from '../../open-prepared.ts';

let folder: string;
let store: Store | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-links-'));
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  rmSync(folder, { recursive: true });
});

describe('a SQLite store of an older version', () => {
  describeTrimmedLinks({
    async open() {
      store = await openPrepared(join(folder, 'store.db'), { clock: createTestClock() });
      return store;
    },
    async closeAsOlder() {
      await store?.close();
      const database = new DatabaseSync(join(folder, 'store.db'));
      database.exec("DELETE FROM meta WHERE name = 'links trimmed'");
      database.close();
    },
  });
});
