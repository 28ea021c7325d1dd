import { ExpressionFailed } from './expression.ts';

/** How much one evaluation may take. */
export const limits = {
  /** Computing time in milliseconds. */
  timeMs: 100,
  /** Evaluations that are open within each other. */
  depth: 1000,
  /** Elements of any list on the way. */
  listLength: 10_000,
  /** Characters of any text on the way. */
  textLength: 1_000_000,
} as const;

export interface Meter {
  /** The computing time of this thread since the meter was started, in milliseconds. */
  spentMs(): number;
  /** @throws ExpressionFailed once more than `limits.timeMs` are spent */
  check(): void;
}

/**
 * Measures the time that this thread computes from now on. Time in which the machine does something else does not
 * count, so that a busy machine fails nobody's event.
 */
export function startMeter(): Meter {
  const start = process.threadCpuUsage();
  const spentMs = () => {
    const spent = process.threadCpuUsage(start);
    return (spent.user + spent.system) / 1000;
  };
  return {
    spentMs,
    check() {
      if (spentMs() <= limits.timeMs) return;
      throw new ExpressionFailed(
        'expression/limit',
        `The expression took longer than ${limits.timeMs} ms. Does it repeat something without end?`,
      );
    },
  };
}
