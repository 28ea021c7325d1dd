import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CommandFailed } from './surroundings.ts';

/**
 * Writes a file whole or not at all: what was there before stays until the new text is on disk. A symbolic link stays
 * one; the file's permissions stay, a new one is for its owner alone.
 * @throws CommandFailed where it cannot be written
 */
export function replaceFile(path: string, text: string): void {
  const state = statSync(path, { throwIfNoEntry: false });
  const target = state ? realpathSync(path) : path;
  const written = `${target}.${process.pid}.new`;
  try {
    writeFileSync(written, text, { mode: state ? state.mode & 0o777 : 0o600, flush: true });
    renameSync(written, target);
  } catch (error) {
    rmSync(written, { force: true });
    throw new CommandFailed(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
