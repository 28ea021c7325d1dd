import { ExpressionFailed } from './expression.ts';

/** The limits of one evaluation. */
export const limits = {
  /** Computing time in milliseconds. */
  timeMs: 100,
  /** Depth of nested evaluations. */
  depth: 1000,
  /** Elements of any intermediate list. */
  listLength: 10_000,
  /** Characters of any intermediate text. */
  textLength: 1_000_000,
} as const;

/** The size of a result: the number of values, and of characters as JSON. */
export interface Size {
  readonly values: number;
  readonly length: number;
}

/**
 * The maximum sizes of results, for a rule, a condition or an id, and for all items of a webhook. For `once`, a value
 * that occurs several times in the result counts once; for `each`, it counts each time.
 */
export const resultSizes = {
  value: { once: { values: 100_000, length: 2_000_000 }, each: { values: 100_000, length: 2_000_000 } },
  items: { once: { values: 200_000, length: 8_000_000 }, each: { values: 2_000_000, length: 32_000_000 } },
} as const satisfies Readonly<Record<string, { readonly once: Size; readonly each: Size }>>;

/** The purpose of an evaluation, which determines the maximum size of its result. */
export type Allowance = keyof typeof resultSizes;

export interface Meter {
  /** The computing time of this thread since the meter was started, in milliseconds. */
  spentMs(): number;
  /** @throws ExpressionFailed once more than `limits.timeMs` are spent */
  check(): void;
}

/**
 * Measures the computing time of this thread from now on. Time in which the machine runs something else does
 * not count, so that no event fails because the machine is busy.
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
      if (spentMs() > limits.timeMs) throw tooSlow();
    },
  };
}

/** The failure of an evaluation that used up its time. */
export function tooSlow(): ExpressionFailed {
  return new ExpressionFailed(
    'expression/too-slow',
    `The expression took longer than ${limits.timeMs} ms. Does it repeat something without end?`,
  );
}

/** The failure of an evaluation that created a text or a list over the limit. */
export function tooLong(what: 'text' | 'list'): ExpressionFailed {
  const [most, unit] = what === 'text' ? [limits.textLength, 'characters'] : [limits.listLength, 'elements'];
  return new ExpressionFailed(
    'expression/too-large',
    `The expression works on a ${what} of more than ${grouped(most)} ${unit}.`,
  );
}

/** The failure of an evaluation that used up its memory or has a result over the limit. */
export function tooLarge(): ExpressionFailed {
  return new ExpressionFailed('expression/too-large', 'The expression makes more than there is room for.');
}

/** Formats a whole number in groups of three: 10,000. (`toLocaleString` would load all of ICU.) */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
