import type { Readable, Writable } from 'node:stream';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Memory } from './heap-limit.ts';
import type { Program } from './started-as.ts';

/** Everything that a command uses of its process. */
export interface Surroundings {
  readonly out: Writable & { isTTY?: boolean; columns?: number };
  readonly err: Writable & { isTTY?: boolean; columns?: number };
  readonly input: Readable & { isTTY?: boolean; setRawMode?(mode: boolean): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which relative paths of the command line start. */
  readonly directory: string;
  /** The command line of the program; by default its name. */
  readonly program?: Program;
  /** The available memory; undefined if other programs share the process. */
  readonly memory?: Memory;
  /** Ends a long-running command; by default signals do. */
  readonly stop?: AbortSignal;
}

/** Exit statuses. `broken`: the store cannot be trusted any more; the supervisor should start the program again. */
export const exit = { fine: 0, wrong: 1, usage: 2, failure: 3, broken: 70 } as const;
export type ExitStatus = (typeof exit)[keyof typeof exit];

/** The command line is wrong; the message says how, and `run` adds the usage of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A requirement of the command is not met; the message says which, and what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly status: ExitStatus;
  /** The diagnostics of files, if they are the reason; the message shows them. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, status: ExitStatus = exit.failure, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.status = status;
    this.diagnostics = diagnostics;
  }
}

/** True if colours are written: on a terminal, unless NO_COLOR is set. */
export function wantsColor(stream: { isTTY?: boolean }, env: Surroundings['env']): boolean {
  if (env.NO_COLOR) return false;
  return Boolean(env.FORCE_COLOR) || stream.isTTY === true;
}
