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
  let read = first;
  let current = first;
  let seen = '';
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
      const next = readMappings(config.mappings, disk);
      if (isSame(next, read)) return;
      read = next;
      current = keepLastGood(current, next);
      await bridge.useMappings(current);
      report(next);
    } catch (error) {
      seen = '';
      logger.warn({ problem: (error as Error).name }, 'the mappings could not be read again');
    }
  }

  function report(next: MappingFolder): void {
    const faulty = next.faulty.map(file => file.name);
    const counts = { mappings: current.mappings.length, ...(faulty.length > 0 && { faulty }) };
    if (next.unreadable)
      logger.warn(counts, 'the folder of the mappings cannot be read; they stay as they were');
    else if (faulty.length === 0) logger.info(counts, 'the mappings were read again');
    else logger.warn(counts, 'the mappings were read again; a faulty file keeps its last good version');
  }

  return () => clearInterval(timer);
}

/** Whether nothing was written in the meantime; a folder that cannot be read says nothing about its files. */
function isSame(next: MappingFolder, before: MappingFolder): boolean {
  if (next.unreadable || before.unreadable) return next.unreadable === before.unreadable;
  return (
    next.texts.size === before.texts.size &&
    next.faulty.length === before.faulty.length &&
    [...next.texts].every(([file, text]) => before.texts.get(file) === text)
  );
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
