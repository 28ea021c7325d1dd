import { readFileSync } from 'node:fs';
import type { SyscallName } from './syscall-table.ts';

/** One system call of a traced program. */
export interface RecordedCall {
  readonly name: SyscallName;
  readonly thread: number;
  /** What it was made on: a path, or `tcp LOCAL REMOTE` with the ports of a connection. */
  readonly path: string;
  /** When it began and ended, counted in stops of the program: it had not begun before, it was over by then. */
  readonly began: number;
  /** Undefined where the program ended before it did. */
  readonly ended?: number;
  readonly result?: number;
  /** Whether a fault was put in its place or delayed it. */
  readonly struck?: true;
  /** The other path: the new name. */
  readonly to?: string;
  /** Its numbers by what they mean, such as `offset`; for files whose changes are recorded. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Where in the file of bytes stands what it wrote; for files whose changes are recorded. */
  readonly bytes?: { readonly at: number; readonly length: number };
  /** The first bytes that it wrote, as Latin-1. */
  readonly text?: string;
  /** What the patterns found in all that it wrote (at most 64 KiB), by their names. */
  readonly found?: Readonly<Record<string, readonly string[]>>;
}

/** Reads the record that a tracer wrote, in the order in which the calls ended. */
export function readRecord(file: string): RecordedCall[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as RecordedCall);
}
