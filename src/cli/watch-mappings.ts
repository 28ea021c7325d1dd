import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Bridge } from '../deliver/bridge.ts';
import { keepLastGood, type MappingFolder, readMappings } from '../mapping/folder.ts';
import { disk } from './workspace.ts';

const lookEveryMs = 1_000;

/**
 * Has the mappings read again when a file in their folder changes, also where a whole folder is swapped through a
 * symbolic link. A faulty file keeps its last good version. The answer ends the watching.
 */
export function watchMappings(
  config: Config,
  first: MappingFolder,
  bridge: Pick<Bridge, 'useMappings'>,
  logger: Logger,
): () => void {
  let current = first;
  let seen = fingerprint(config.mappings);
  let busy = false;
  const timer = setInterval(() => {
    const now = fingerprint(config.mappings);
    if (now === seen || busy) return;
    seen = now;
    busy = true;
    void reload().finally(() => {
      busy = false;
    });
  }, lookEveryMs);
  timer.unref();

  async function reload(): Promise<void> {
    try {
      current = keepLastGood(current, readMappings(config.mappings, disk));
      await bridge.useMappings(current);
      const faulty = current.faulty.map(file => file.name);
      const counts = { mappings: current.mappings.length, ...(faulty.length > 0 && { faulty }) };
      if (faulty.length === 0) logger.info(counts, 'the mappings were read again');
      else logger.warn(counts, 'the mappings were read again; a faulty file keeps its last good version');
    } catch (error) {
      seen = '';
      logger.warn({ problem: (error as Error).name }, 'the mappings could not be read again');
    }
  }

  return () => clearInterval(timer);
}

/** What changes when a file in the folder does: names, times, sizes and inodes, through symbolic links. */
function fingerprint(folder: string): string {
  try {
    return readdirSync(folder)
      .sort()
      .map(name => `${name} ${fileState(join(folder, name))}`)
      .join('\n');
  } catch (error) {
    return `unreadable ${(error as NodeJS.ErrnoException).code}`;
  }
}

function fileState(path: string): string {
  const state = statSync(path, { throwIfNoEntry: false });
  return state ? `${state.ino} ${state.size} ${state.mtimeMs}` : 'gone';
}
