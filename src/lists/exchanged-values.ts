/**
 * The sign that a row gives about two fields. `exact`: each has the value that the customer had in the other one before; `one-sided`: one
 * of them has; `likely`: the same for values that are often equal, as those of consents; `against`: a value is that of before;
 * `neither`: both are new.
 */
export type PairSign = 'exact' | 'one-sided' | 'likely' | 'against' | 'neither';

/**
 * The evidence for an exchange: the values of before, the order of two days, the own number of the customer, or the day of before
 * with day and month swapped.
 */
export type PairEvidence = 'before' | 'days' | 'own-number' | 'turned-days';

/** Two rules whose values may be exchanged, and the columns that they read, if each reads one alone. */
export interface RulePair {
  readonly mapping: string;
  /** `note`, a parameter, or `additionalFields.` and a keyName. For `own-number`, `other` is the customer's own number; for `turned-days`, it is the same rule. */
  readonly one: string;
  readonly other: string;
  readonly by: PairEvidence;
  readonly columns?: readonly string[];
}

/** The signs of all rows about two rules. */
export interface PairOfRows extends RulePair {
  /** The rows with each sign, and the number of those that show the opposite, and of those that show neither. */
  readonly exact: readonly number[];
  readonly oneSided: readonly number[];
  readonly likely: readonly number[];
  readonly against: number;
  readonly neither: number;
}

/** Two rules whose values are exchanged in rows of a list. */
export interface ExchangedValues extends RulePair {
  readonly rows: readonly number[];
  /** The number of rows that show anything about the two. */
  readonly compared: number;
  /** True if most of these rows are exchanged, so that the columns are; false for single rows. */
  readonly isColumn: boolean;
}

/** Adds up what rows show about pairs of rules, in the order of the list. */
export function createPairs(): {
  add(row: number, pair: RulePair, sign: PairSign): void;
  addAll(pairs: readonly PairOfRows[]): void;
  pairs(): readonly PairOfRows[];
  found(): readonly ExchangedValues[];
} {
  const all = new Map<string, Counted>();
  const countedOf = (pair: RulePair) => {
    const key = JSON.stringify([pair.mapping, pair.one, pair.other, pair.by]);
    const counted = all.get(key) ?? { pair, exact: [], oneSided: [], likely: [], against: 0, neither: 0 };
    all.set(key, counted);
    return counted;
  };
  return {
    add(row, pair, sign) {
      const counted = countedOf(pair);
      if (sign === 'against' || sign === 'neither') counted[sign] += 1;
      else counted[lists[sign]].push(row);
    },
    addAll(pairs) {
      for (const { exact, oneSided, likely, against, neither, ...pair } of pairs) {
        const counted = countedOf(pair);
        counted.exact.push(...exact);
        counted.oneSided.push(...oneSided);
        counted.likely.push(...likely);
        counted.against += against;
        counted.neither += neither;
      }
    },
    pairs: () => [...all.values()].map(({ pair, ...counted }) => ({ ...pair, ...counted })),
    found: () => [...all.values()].flatMap(each => exchangedOf(each) ?? []),
  };
}

interface Counted {
  readonly pair: RulePair;
  readonly exact: number[];
  readonly oneSided: number[];
  readonly likely: number[];
  against: number;
  neither: number;
}

const lists = { exact: 'exact', 'one-sided': 'oneSided', likely: 'likely' } as const;

/** The number of rows that show it beyond doubt. */
const leastSure = 2;
/** So many rows show it for each that shows the opposite. */
const clearMajority = 4;
/** At most so many rows with two new values for each: among many of them, some look exchanged by chance. */
const leastShare = 2;

function exchangedOf({
  pair,
  exact,
  oneSided,
  likely,
  against,
  neither,
}: Counted): ExchangedValues | undefined {
  const sure = exact.length + oneSided.length;
  const rows = [...exact, ...oneSided, ...likely].toSorted((one, other) => one - other);
  const compared = rows.length + against;
  const isMost = rows.length >= clearMajority * against && rows.length * leastShare >= neither;
  if (isMost && (sure >= leastSure || isNoChance(rows.length, against)))
    return { ...pair, rows, compared, isColumn: true };
  return exact.length < leastSure ? undefined : { ...pair, rows: exact, compared, isColumn: false };
}

/** The share of rows that a right list may have with two changed values that look exchanged, far more than there are. */
const shareByChance = 0.25;
const leastChance = 0.02;

/** True if so many rows for it, and so few against it, are no chance (the tail of the binomial distribution). */
function isNoChance(rows: number, against: number): boolean {
  const all = rows + against;
  let term = shareByChance ** all;
  let chance = 0;
  for (let count = all; count >= rows; count -= 1) {
    chance += term;
    term *= (count * (1 - shareByChance)) / ((all - count + 1) * shareByChance);
  }
  return chance < leastChance;
}
