import { createReadings, type ReadingOfRow } from './contradicted.ts';

/** The signs before decimals that fit a number of a row: that of its rule, only the other one, or both with different numbers. */
export interface NumberSignOfRow extends ReadingOfRow {
  /** The sign of the rule. */
  readonly decimal: '.' | ',';
}

/** A rule that other rows of the list contradict: they show the other sign before decimals. */
export interface OtherDecimals extends Pick<NumberSignOfRow, 'mapping' | 'path' | 'decimal'> {
  /** The sign that the other rows show. */
  readonly otherDecimal: '.' | ',';
  /** The rows whose numbers are read by the sign of the rule and may be a thousand times too small or too large. */
  readonly doubtful: readonly number[];
  /** The rows whose numbers can only be read by the other sign. */
  readonly shownBy: readonly number[];
  /** True if other rows can only be read by the sign of the rule, so the list has both. */
  readonly isMixed: boolean;
}

/** Finds the rules whose sign before decimals the rows of a list contradict. */
export function createNumberSigns(): {
  add(signs: readonly NumberSignOfRow[]): void;
  found(): readonly OtherDecimals[];
} {
  const { add, found } = createReadings<NumberSignOfRow>();
  return {
    add,
    found: () =>
      found().map(({ one: { mapping, path, decimal }, against: _, ...rows }) => {
        const otherDecimal = decimal === '.' ? ',' : '.';
        return { mapping, path, decimal, otherDecimal, ...rows };
      }),
  };
}
