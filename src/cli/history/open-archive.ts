import type { Config } from '../../config/config.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import { openEventArchive } from '../../inbox/sqlite/reading/open-event-archive.ts';
import { CommandFailed } from '../surroundings.ts';

/**
 * The stored events of a config, read beside a bridge that may be running.
 * @throws CommandFailed where there are none to be read, with what to do
 */
export function openArchive({ store }: Config): EventArchive {
  if (store.kind !== 'sqlite') throw new CommandFailed('stored events are only read from a SQLite store');
  try {
    return openEventArchive(store.path);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}
