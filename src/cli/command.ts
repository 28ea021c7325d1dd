import type { ExitStatus, Surroundings } from './surroundings.ts';

/** What a command is given: its words and its options. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** A command. */
export type Command = (args: Arguments, surroundings: Surroundings) => Promise<ExitStatus>;
