import { readFileSync } from 'node:fs';
import type { SyscallName } from './syscall-table.ts';

/** One system call of a traced program. */
export interface RecordedCall {
  readonly name: SyscallName;
  readonly thread: number;
  /** The object of the call: a path, or `tcp LOCAL REMOTE` with the ports of a connection. */
  readonly path: string;
  /**
   * When it began and ended, as numbers of stops of the program: the call began after the first and ended before the
   * second.
   */
  readonly began: number;
  /** Undefined if the program ended before the call. */
  readonly ended?: number;
  readonly result?: number;
  /** Whether a fault replaced or delayed it. */
  readonly struck?: true;
  /** The second path: the new name. */
  readonly to?: string;
  /** Its numeric arguments by meaning, such as `offset`, for files whose changes are recorded. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The place of the written bytes in the file of bytes, for files whose changes are recorded. */
  readonly bytes?: { readonly at: number; readonly length: number };
  /** The first written bytes, as Latin-1. */
  readonly text?: string;
  /** The matches of the patterns in the written bytes (at most 64 KiB), by pattern name. */
  readonly found?: Readonly<Record<string, readonly string[]>>;
}

/** Reads the record of a tracer, in the order in which the calls ended. */
export function readRecord(file: string): RecordedCall[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as RecordedCall);
}
