import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandFailed } from './surroundings.ts';

/**
 * The folder of this package, whether it runs from its sources or from the bundle.
 * @throws CommandFailed where the program was taken out of its package
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
