import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../fast-folder.ts';
import { openPrepared } from '../open-prepared.ts';
import { describeStore } from '../store-contract.ts';

describeStore(
  'SQLite',
  async () => {
    const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-store-'));
    return {
      open: clock => openPrepared(join(folder, 'data', 'store.db'), { clock }),
      crash: store => store.close(),
      remove: () => rm(folder, { recursive: true }),
    };
  },
  500,
);
