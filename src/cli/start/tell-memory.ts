import type { Log } from '../../log/log.ts';
import type { Memory } from '../heap-limit.ts';

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Above this share of its container, the heap may grow until the kernel kills the process. */
const tooMuch = 0.75;

/** Returns the figures of memory for the log: the limits of the heap and of the container, if limited. */
export function memoryFigures(memory: Memory | undefined): Readonly<Record<string, number>> {
  if (!memory) return {};
  const { limit, heap } = memory;
  return { heapMiB: mebibytes(heap), ...(typeof limit === 'number' && { memoryMiB: mebibytes(limit) }) };
}

/** Warns if the heap may not fit into the available memory, or if that is unknown. */
export function warnAboutMemory(memory: Memory | undefined, log: Pick<Log, 'warn'>): void {
  if (!memory || memory.limit === 'none') return;
  const figures = memoryFigures(memory);
  if (memory.limit === 'unknown') {
    log.warn(figures, 'memory limit unknown');
  } else if (isHeapTooLarge(memory)) {
    log.warn(figures, 'heap limit above memory limit');
  }
}

/** True if the heap may not fit into the memory of its container. */
export function isHeapTooLarge({ limit, heap }: Memory): boolean {
  return typeof limit === 'number' && heap > tooMuch * limit;
}
