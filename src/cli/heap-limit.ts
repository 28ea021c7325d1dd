import { accessSync, constants, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** The memory that this process may use. */
export interface Memory {
  /**
   * The limit of its container in bytes. `none`: it may use the whole machine. `unknown`: the system has no such
   * figure, for example without /sys/fs/cgroup.
   */
  readonly limit: number | 'none' | 'unknown';
  /** The maximum bytes of the heap. */
  readonly heap: number;
}

/** The heap's share of a container; the rest is for bodies, pages of the store, code and stacks. */
const share = 0.65;

/** Matches each of Node's options for the size of its heap, which an operator may have set. */
const heapOption = /^--max[-_](old[-_]space[-_]size([-_]percentage)?|heap[-_]size)=/;

/** Returns the memory for this process, as the system reports it. */
export function memoryHere(): Memory {
  // A Node too old for this function is only used to start a newer one.
  const told = process.constrainedMemory?.() ?? 0;
  const heap = getHeapStatistics().heap_size_limit;
  if (told === 0) return { limit: 'unknown', heap };
  return { limit: told < totalmem() ? told : 'none', heap };
}

/**
 * Returns the Node options that keep the heap within the container. With Node's default, a small container would run
 * out of memory, and the process would be killed before it collects garbage. Empty if the default fits, or an operator
 * set the size.
 */
export function heapOptions(memory: Memory): readonly string[] {
  const chosen = process.execArgv.filter(each => heapOption.test(each));
  if (chosen.length > 0) return chosen;
  const inherited = (process.env.NODE_OPTIONS ?? '').split(/[\s"]+/).some(each => heapOption.test(each));
  if (inherited || typeof memory.limit !== 'number' || memory.heap <= share * memory.limit) return [];
  return [`--max-old-space-size=${Math.floor((share * memory.limit) / 2 ** 20)}`];
}

/**
 * Lets each thread that starts from now on have its own limits: otherwise V8 gives it the sizes of this process. The
 * heap of this thread keeps its size, which cannot be changed any more.
 */
export function giveThreadsOwnLimits(): void {
  for (const size of ['max-old-space-size', 'max-heap-size', 'max-semi-space-size']) {
    setFlagsFromString(`--${size}=0`);
  }
}

/** Below this size, the freed memory that the C library keeps matters. */
const smallContainer = 512 * 2 ** 20;

/**
 * Returns the environment of a process that starts here. In a small container the C library (glibc) is told to return
 * freed memory: otherwise it keeps some for each thread, beside the heap, and the process may be killed. An
 * operator's settings are kept.
 */
export function allocatorEnvironment(memory: Memory): NodeJS.ProcessEnv {
  if (typeof memory.limit !== 'number' || memory.limit > smallContainer) return process.env;
  return { ...memorySavingAllocator, ...process.env };
}

const memorySavingAllocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(64 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
};

/**
 * Restarts this process in its place if its memory would exceed that of its container: the limits of the heap and of
 * the C library apply only from a start. A second start of Node takes time, so it is only for long-running commands.
 */
export function keepMemoryWithin(memory: Memory): void {
  restart(heapOptions(memory), allocatorEnvironment(memory));
}

/** Commands that read many stored events, or a long list, a little at a time; V8 would keep most of it. */
const readingCommands: readonly (string | undefined)[] = ['check', 'coverage', 'import'];
/** They may run beside a bridge: with these options V8 collects more often and uses half the memory. */
const memorySaving = ['--max-semi-space-size=4', '--heap-growing-percent=40'];

/** Returns the Node options of a command: those of the heap, and for some commands those that save memory. */
export function commandOptions(command: string | undefined, memory: Memory): readonly string[] {
  return [...heapOptions(memory), ...(readingCommands.includes(command) ? memorySaving : [])];
}

/** Returns the environment of a command that starts in another process. */
export function commandEnvironment(command: string | undefined, memory: Memory): NodeJS.ProcessEnv {
  if (!readingCommands.includes(command)) return allocatorEnvironment(memory);
  return { ...memorySavingAllocator, ...process.env };
}

/** Restarts this process in its place with the settings of its command, if it needs others. */
export function restartToSaveMemory(command: string | undefined): void {
  if (readingCommands.includes(command)) restart(memorySaving, { ...memorySavingAllocator, ...process.env });
}

function restart(wanted: readonly string[], env: NodeJS.ProcessEnv): void {
  const options = wanted.filter(each => !process.execArgv.includes(each));
  if (options.length === 0 && Object.keys(env).length === Object.keys(process.env).length) return;
  // If execve fails, Node ends at once, so it is called only if it will work.
  if (process.execve === undefined || process.channel || !mayExecute(process.execPath)) return;
  const args = [process.execPath, ...options, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, env);
}

/**
 * Makes Linux kill this process first if memory runs short: a command may run in the container of a bridge, and the
 * bridge must continue. It has no effect on other systems.
 */
export function endBeforeOthers(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or a sandbox without this file: the command has the usual priority.
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
