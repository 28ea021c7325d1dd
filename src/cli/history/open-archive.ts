import type { Config } from '../../config/config.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import { openArchive } from '../../inbox/open-store.ts';
import { CommandFailed } from '../surroundings.ts';

/**
 * The stored events of a config, read beside a bridge that may be running.
 * @throws CommandFailed where there are none to be read, with what to do
 */
export async function archiveOf({ store }: Config): Promise<EventArchive> {
  try {
    return await openArchive(store);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}
