import type { SyscallName } from './syscall-table.ts';

/** What is to go wrong with system calls that fit. */
export interface Fault {
  readonly calls: readonly SyscallName[];
  /** Which files: the whole path, where `*` stands for anything. Left out: all. */
  readonly path?: string;
  /** The error that is answered in place of the call, such as `ENOSPC`. Left out: the call is made. */
  readonly error?: string;
  /** How long the call waits before it is made, or before its error is answered. */
  readonly delayMs?: number;
  /** So many calls that fit are left alone first (0). */
  readonly after?: number;
  /** So many are hit then; left out: all, until the fault is lifted. */
  readonly times?: number;
}

/** A fault that is on. */
export interface ActiveFault {
  readonly fault: Fault;
  /** How many calls it has hit. */
  hits(): number;
  /** Whether it hits this call; counts it. */
  strikes(name: SyscallName, path: string): boolean;
}

/** Puts a fault on. */
export function activate(fault: Fault): ActiveFault {
  const calls = new Set(fault.calls);
  const pattern = patternOf(fault.path ?? '*');
  const first = fault.after ?? 0;
  const end = first + (fault.times ?? Number.POSITIVE_INFINITY);
  let seen = 0;
  let hits = 0;
  return {
    fault,
    hits: () => hits,
    strikes(name, path) {
      if (!calls.has(name) || !pattern.test(path)) return false;
      const struck = seen >= first && seen < end;
      seen += 1;
      if (struck) hits += 1;
      return struck;
    },
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.split('*').map(RegExp.escape).join('.*')}$`, 's');
}
