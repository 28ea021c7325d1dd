import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Reports possible changes in a folder. It may miss changes: hints only save time. */
export interface FolderHints {
  /** Watches the present folder, if it is new or another one than before. */
  renew(): Promise<void>;
  end(): void;
}

/** Watches a folder; `changed` is called for each hint, often several times for one change. */
export type WatchFolder = (folder: string, changed: () => void) => FolderHints;

/** Hints of the operating system. Network folders give none, and their number may be limited. */
export const systemHints: WatchFolder = (folder, changed) => {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let ended = false;

  function drop(): void {
    watcher?.close();
    watcher = undefined;
    watched = undefined;
  }

  return {
    async renew() {
      const found = await stat(folder).catch(() => undefined);
      const now = found && `${found.dev} ${found.ino}`;
      if (ended || now === watched) return;
      drop();
      if (now === undefined) return;
      try {
        watcher = watch(folder, { persistent: false }, changed).on('error', drop);
        watched = now;
      } catch {
        // The limit of watches is reached, or the file system has none: the folder is polled anyway.
      }
    },
    end() {
      ended = true;
      drop();
    },
  };
};
