import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CommandFailed } from './surroundings.ts';

/**
 * Writes a file whole or not at all: what was there before stays until the new text is on disk. A symbolic link stays
 * one, and the file's permissions stay; `mode` is that of a new one.
 * @throws CommandFailed where it cannot be written
 */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const state = statSync(path, { throwIfNoEntry: false });
  const target = state ? realpathSync(path) : path;
  const written = `${target}.${process.pid}.new`;
  try {
    writeFileSync(written, text, { mode: state ? state.mode & 0o777 : mode, flush: true });
    renameSync(written, target);
  } catch (error) {
    rmSync(written, { force: true });
    throw new CommandFailed(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
