/** The orders of day and month that fit a value of a row: that of its rule, only the other one, or both with different days. */
export interface DayOrderOfRow {
  readonly row: number;
  readonly mapping: string;
  readonly path: string;
  readonly order: 'own' | 'other' | 'both';
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

/** Finds the rules whose order of day and month the rows of a list contradict: they are evidence for each other. */
export function createDayOrders(): {
  add(orders: readonly DayOrderOfRow[]): void;
  found(): readonly SwappedDays[];
} {
  const byRule = new Map<
    string,
    { one: DayOrderOfRow; against?: DayOrderOfRow; own: number; both: Set<number>; other: Set<number> }
  >();
  return {
    add(orders) {
      for (const each of orders) {
        const key = `${each.mapping} ${each.path}`;
        const rule = byRule.get(key) ?? { one: each, own: 0, both: new Set(), other: new Set() };
        byRule.set(key, rule);
        if (each.order === 'own') rule.own += 1;
        else rule[each.order].add(each.row);
        if (each.order === 'other') rule.against ??= each;
      }
    },
    found: () =>
      [...byRule.values()].flatMap(({ one, against, own, both, other }): readonly SwappedDays[] => {
        if (both.size === 0 || !against) return [];
        const { mapping, path, cure, isReadByAccount } = one;
        const { pattern, otherPattern } = against;
        const rule = { mapping, path, pattern, otherPattern, cure, isReadByAccount };
        return [{ ...rule, doubtful: [...both], shownBy: [...other], isMixed: own > 0 }];
      }),
  };
}
