import type { Log } from '../../log/log.ts';
import type { Memory } from '../heap-limit.ts';

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Beyond this share of a container its kernel kills what a smaller heap would have collected. */
const tooMuch = 0.75;

/** The figures of memory for the log: what the heap may take, and of how much, where that is limited. */
export function memoryFigures(memory: Memory | undefined): Readonly<Record<string, number>> {
  if (!memory) return {};
  const { limit, heap } = memory;
  return { heapMiB: mebibytes(heap), ...(typeof limit === 'number' && { memoryMiB: mebibytes(limit) }) };
}

/** Warns where the heap may not fit into the memory that there is, or nobody can tell. */
export function warnAboutMemory(memory: Memory | undefined, log: Pick<Log, 'warn'>): void {
  if (!memory || memory.limit === 'none') return;
  const figures = memoryFigures(memory);
  if (memory.limit === 'unknown') {
    log.warn(
      figures,
      'the limit of memory is not known here, as without /sys/fs/cgroup: the heap may take what Node gave it; where there is a limit, set NODE_OPTIONS=--max-old-space-size to 65 % of it, in MiB',
    );
  } else if (isHeapTooLarge(memory)) {
    log.warn(
      figures,
      'the heap may take more than there is memory for, and is killed then: give it more memory, or set NODE_OPTIONS=--max-old-space-size to 65 % of it, in MiB',
    );
  }
}

/** Whether the heap may not fit into the memory of its container. */
export function isHeapTooLarge({ limit, heap }: Memory): boolean {
  return typeof limit === 'number' && heap > tooMuch * limit;
}
