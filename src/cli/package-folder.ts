import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailed } from './surroundings.ts';

/**
 * Returns the folder of this package, for its sources and for the bundle.
 * @throws CommandFailed if the program was taken out of its package
 */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'config.example.yaml'))) {
    if (folder === dirname(folder))
      throw new CommandFailed('config.example.yaml is missing beside the program; install it anew');
    folder = dirname(folder);
  }
  return folder;
}
