import { accessSync, constants, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The memory that this process may use. */
export interface Memory {
  /**
   * The limit of its container in bytes. `none`: all that the machine has. `unknown`: the system does not tell, as where
   * there is no /sys/fs/cgroup.
   */
  readonly limit: number | 'none' | 'unknown';
  /** The maximum bytes of the heap. */
  readonly heap: number;
}

/** The heap's share of a container; the rest is for bodies, pages of the store, code and stacks. */
const share = 0.65;

/** Node's options for the size of its heap, whichever of them an operator chose. */
const heapOption = /^--max[-_](old[-_]space[-_]size([-_]percentage)?|heap[-_]size)=/;

/** Returns the memory for this process, as the system reports it. */
export function memoryHere(): Memory {
  // A Node so old that it cannot tell only starts a newer one.
  const told = process.constrainedMemory?.() ?? 0;
  const heap = getHeapStatistics().heap_size_limit;
  if (told === 0) return { limit: 'unknown', heap };
  return { limit: told < totalmem() ? told : 'none', heap };
}

/**
 * Returns the Node options that keep its heap within its container: without them, the heap in a small container would
 * exceed the memory, and the process would be killed instead of collecting garbage. Empty if it stays within it anyway,
 * or an operator set the size.
 */
export function heapOptions(memory: Memory): readonly string[] {
  const chosen = process.execArgv.filter(each => heapOption.test(each));
  if (chosen.length > 0) return chosen;
  const inherited = (process.env.NODE_OPTIONS ?? '').split(/[\s"]+/).some(each => heapOption.test(each));
  if (inherited || typeof memory.limit !== 'number' || memory.heap <= share * memory.limit) return [];
  return [`--max-old-space-size=${Math.floor((share * memory.limit) / 2 ** 20)}`];
}

/**
 * Lets each thread that is started from now on have its own limits: V8 would give it the sizes that this process was
 * started with in their place. The heap of this thread stays as it is, since it is measured out once.
 */
export function measureThreadsByThemselves(): void {
  for (const size of ['max-old-space-size', 'max-heap-size', 'max-semi-space-size']) {
    setFlagsFromString(`--${size}=0`);
  }
}

/** A container in which what the C library keeps of freed memory matters. */
const smallContainer = 512 * 2 ** 20;

/**
 * Returns the environment of a process that starts here. In a small container the C library (glibc) is told to return
 * freed memory: otherwise it would keep some for each thread, beside the heap, and the process would be killed. An
 * operator's settings stay.
 */
export function allocatorEnvironment(memory: Memory): NodeJS.ProcessEnv {
  if (typeof memory.limit !== 'number' || memory.limit > smallContainer) return process.env;
  return { ...frugalAllocator, ...process.env };
}

const frugalAllocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(64 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
};

/**
 * Restarts this process in its place if its memory would not stay within its container: the heap is limited, and the C
 * library set up, before any code runs. It costs another start of Node, so it is only for long-running commands.
 */
export function keepMemoryWithin(memory: Memory): void {
  restart(heapOptions(memory), allocatorEnvironment(memory));
}

/** The commands that read many stored events, or a long list: little of that is used at a time, but V8 would keep most of it. */
const readingCommands: readonly (string | undefined)[] = ['check', 'coverage', 'import'];
/** They run beside a bridge: V8 collects more often and takes half the memory. */
const frugal = ['--max-semi-space-size=4', '--heap-growing-percent=40'];

/** Returns the Node options of a command: those of the heap, and for some commands those that save memory. */
export function commandOptions(command: string | undefined, memory: Memory): readonly string[] {
  return [...heapOptions(memory), ...(readingCommands.includes(command) ? frugal : [])];
}

/** Returns the environment of a command that starts in another process. */
export function commandEnvironment(command: string | undefined, memory: Memory): NodeJS.ProcessEnv {
  if (!readingCommands.includes(command)) return allocatorEnvironment(memory);
  return { ...frugalAllocator, ...process.env };
}

/** Restarts this process in its place with the settings of its command, if it needs others. */
export function startFrugally(command: string | undefined): void {
  if (readingCommands.includes(command)) restart(frugal, { ...frugalAllocator, ...process.env });
}

function restart(wanted: readonly string[], env: NodeJS.ProcessEnv): void {
  const options = wanted.filter(each => !process.execArgv.includes(each));
  if (options.length === 0 && Object.keys(env).length === Object.keys(process.env).length) return;
  // A Node that fails at this ends at once, so it is tried only where it will work.
  if (process.execve === undefined || process.channel || !mayExecute(process.execPath)) return;
  const args = [process.execPath, ...options, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, env);
}

/**
 * Makes Linux end this process first if memory runs short: a command may run beside a bridge, in its container, and the
 * bridge must continue. It has no effect on other systems.
 */
export function endBeforeOthers(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on Linux, or in a sandbox that has no such file: then a command is as any other process.
  }
}

function mayExecute(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
