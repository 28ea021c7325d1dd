import type { Command } from './command.ts';
import { exit } from './surroundings.ts';
import { version } from './version.ts';

/** `fieldbridge version`: prints the version of this program. */
export const printVersion: Command = async (_args, { out }) => {
  out.write(`${version()}\n`);
  return exit.fine;
};
