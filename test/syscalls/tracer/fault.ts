import type { SyscallName } from './syscall-table.ts';

/** A fault of matching system calls. */
export interface Fault {
  readonly calls: readonly SyscallName[];
  /** The files: the whole path, where `*` matches anything; default: all. */
  readonly path?: string;
  /** The error returned in place of the call, such as `ENOSPC`; default: the call is made. */
  readonly error?: string;
  /** The delay before the call is made or its error is returned. */
  readonly delayMs?: number;
  /** The number of matching calls to skip first; default 0. */
  readonly after?: number;
  /** The number of calls to hit after that; default: all until the fault is lifted. */
  readonly times?: number;
}

/** An active fault. */
export interface ActiveFault {
  readonly fault: Fault;
  /** The number of calls that it has hit. */
  hits(): number;
  /** Whether it hits this call; counts it. */
  strikes(name: SyscallName, path: string): boolean;
}

/** Activates a fault. */
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
