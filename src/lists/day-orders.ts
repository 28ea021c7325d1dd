import { createReadings, type ReadingOfRow } from './contradicted.ts';

/** The orders of day and month that fit a value of a row: that of its rule, only the other one, or both with different days. */
export interface DayOrderOfRow extends ReadingOfRow {
  /** The pattern of the rule, and the same with day and month swapped. */
  readonly pattern: string;
  readonly otherPattern: string;
  /** All patterns of the rule with day and month swapped, as they are written in a mapping. */
  readonly cure: string;
  /** True if the rule sends the text as it is, and the account reads it. */
  readonly isReadByAccount: boolean;
}

/** A rule that other rows of the list contradict: they show the other order of day and month. */
export interface SwappedDays
  extends Pick<DayOrderOfRow, 'mapping' | 'path' | 'pattern' | 'otherPattern' | 'cure' | 'isReadByAccount'> {
  /** The rows whose days are read in the order of the rule and may be swapped. */
  readonly doubtful: readonly number[];
  /** The rows whose days can only be read in the other order. */
  readonly shownBy: readonly number[];
  /** True if other rows can only be read in the order of the rule, so the list has both orders. */
  readonly isMixed: boolean;
}

/** Finds the rules whose order of day and month the rows of a list contradict. */
export function createDayOrders(): {
  add(orders: readonly DayOrderOfRow[]): void;
  found(): readonly SwappedDays[];
} {
  const { add, found } = createReadings<DayOrderOfRow>();
  return {
    add,
    found: () =>
      found().map(({ one, against, ...rows }) => {
        const { mapping, path, cure, isReadByAccount } = one;
        const { pattern, otherPattern } = against;
        return { mapping, path, pattern, otherPattern, cure, isReadByAccount, ...rows };
      }),
  };
}
