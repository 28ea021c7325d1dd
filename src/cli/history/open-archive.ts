import type { Config } from '../../config/config.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import { openArchive } from '../../inbox/open-store.ts';
import { CommandFailed } from '../surroundings.ts';

/**
 * Opens the stored events of a config for reading; a bridge may be running.
 * @throws CommandFailed with the next step if there are none
 */
export async function archiveOf({ store }: Config): Promise<EventArchive> {
  try {
    return await openArchive(store);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}
