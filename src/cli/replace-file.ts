import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { CommandFailed } from './surroundings.ts';

/**
 * Replaces a file in one step: it has the old contents until the new text is on disk. A symbolic link is followed,
 * and the file's permissions are kept; `mode` is for a new file.
 * @throws CommandFailed if it cannot be written
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
