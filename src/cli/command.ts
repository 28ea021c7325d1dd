import type { ParseArgsOptionsConfig } from 'node:util';
import type { ExitStatus, Surroundings } from './surroundings.ts';

/** What a command is given: its words and its options. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** A command. */
export type Command = (args: Arguments, surroundings: Surroundings) => Promise<ExitStatus>;

/** An option, and what it is for. */
export type Option = ParseArgsOptionsConfig[string] & { readonly takes?: string; readonly says: string };

/** A command with all that its help says. */
export interface CommandEntry {
  readonly summary: string;
  /** What stands behind the command's name: `MAPPING PAYLOAD`. */
  readonly words: string;
  /** How many words it takes at most; at least those of `words` that stand in no brackets. */
  readonly most: number;
  readonly options: Readonly<Record<string, Option>>;
  /** What it prints: words for people where it is left out, else a log or a file that is not to be changed. */
  readonly prints?: 'data';
  /** Sentences at the end of its help. */
  readonly notes?: readonly string[];
  /** By the word that may follow its name; where none of them does, the command itself runs. */
  readonly subcommands?: Readonly<Record<string, CommandEntry>>;
  load(): Promise<Command>;
}
