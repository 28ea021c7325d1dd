import type { ParseArgsOptionsConfig } from 'node:util';
import type { ExitStatus, Surroundings } from './surroundings.ts';

/** The arguments and options of a command. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** A command. */
export type Command = (args: Arguments, surroundings: Surroundings) => Promise<ExitStatus>;

/** An option, with its help in `says`. */
export type Option = ParseArgsOptionsConfig[string] & { readonly takes?: string; readonly says: string };

/** The groups of the help, in its order, with their titles. */
export const commandGroups = {
  first: 'First steps',
  mappings: 'Mappings',
  running: 'The running bridge',
  data: 'Data',
} as const;

/** A command of the program, by its name in `commands`. */
export type TopCommand = CommandEntry & { readonly group: keyof typeof commandGroups };

/** A command, with its help. */
export interface CommandEntry {
  /** One or two sentences. */
  readonly summary: string;
  /** Its arguments, by default none. `[MAPPING]` is optional; `[MAPPING ...]` can be repeated. */
  readonly words?: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** `data`: it prints a log or a file unchanged. By default it prints text for people. */
  readonly prints?: 'data';
  /** Notes at the end of its help. */
  readonly notes?: readonly string[];
  /** By name. The command itself runs if none of them is given. */
  readonly subcommands?: Readonly<Record<string, CommandEntry>>;
  load(): Promise<Command>;
}
