import type { Readable, Writable } from 'node:stream';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Memory } from './heap-limit.ts';
import type { Program } from './started-as.ts';

/** All that a command touches of the process it runs in. */
export interface Surroundings {
  readonly out: Writable & { isTTY?: boolean; columns?: number };
  readonly err: Writable & { isTTY?: boolean; columns?: number };
  readonly input: Readable & { isTTY?: boolean; setRawMode?(mode: boolean): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths on the command line start from. */
  readonly directory: string;
  /** How the program is called; by its name where it is left out. */
  readonly program?: Program;
  /** How much memory there is; left out where other programs share the process. */
  readonly memory?: Memory;
  /** Ends a command that runs until it is told to stop; without it, signals do. */
  readonly stop?: AbortSignal;
}

/** Exit statuses. `broken`: the store cannot be trusted any more; whoever started the program should start it again. */
export const exit = { fine: 0, wrong: 1, usage: 2, failure: 3, broken: 70 } as const;
export type ExitStatus = (typeof exit)[keyof typeof exit];

/** The command line is wrong; its message says how, and `run` adds the usage of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that the command needs is not to be had; its message says what, and what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly status: ExitStatus;
  /** What was found in the files, where that is what is wrong; the message shows it. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, status: ExitStatus = exit.failure, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.status = status;
    this.diagnostics = diagnostics;
  }
}

/** Whether to write in colours: on a terminal, unless NO_COLOR says otherwise. */
export function wantsColor(stream: { isTTY?: boolean }, env: Surroundings['env']): boolean {
  if (env.NO_COLOR) return false;
  return Boolean(env.FORCE_COLOR) || stream.isTTY === true;
}
