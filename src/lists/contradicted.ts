/** A value of a row, and the ways of reading it that fit: that of its rule, only the other one, or both with different results. */
export interface ReadingOfRow {
  readonly row: number;
  readonly mapping: string;
  readonly path: string;
  readonly order: 'own' | 'other' | 'both';
}

/** The rows of a list that contradict the way in which a rule reads, and those that are read in doubt. */
export interface Contradicted<Reading> {
  /** A value of the rule, and one that fits only the other way. */
  readonly one: Reading;
  readonly against: Reading;
  /** The rows whose values are read in the way of the rule and may be wrong. */
  readonly doubtful: readonly number[];
  /** The rows whose values can only be read in the other way. */
  readonly shownBy: readonly number[];
  /** True if other rows can only be read in the way of the rule, so the list has both. */
  readonly isMixed: boolean;
}

/** Finds the rules that rows of the list contradict: they are evidence for each other. */
export function createReadings<Reading extends ReadingOfRow>(): {
  add(readings: readonly Reading[]): void;
  found(): readonly Contradicted<Reading>[];
} {
  const byRule = new Map<
    string,
    { one: Reading; against?: Reading; own: number; both: Set<number>; other: Set<number> }
  >();
  return {
    add(readings) {
      for (const each of readings) {
        const key = `${each.mapping} ${each.path}`;
        const rule = byRule.get(key) ?? { one: each, own: 0, both: new Set(), other: new Set() };
        byRule.set(key, rule);
        if (each.order === 'own') rule.own += 1;
        else rule[each.order].add(each.row);
        if (each.order === 'other') rule.against ??= each;
      }
    },
    found: () =>
      [...byRule.values()].flatMap(({ one, against, own, both, other }): readonly Contradicted<Reading>[] =>
        both.size === 0 || !against
          ? []
          : [{ one, against, doubtful: [...both], shownBy: [...other], isMixed: own > 0 }],
      ),
  };
}
