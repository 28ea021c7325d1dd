import type { Turn } from './turns.ts';

/** A notice that a function was called with an unusual value. It is not a failure: the rule decides. */
export type Notice =
  /** `$join` without a separator joined two words of a list. */
  | { readonly kind: 'joined'; readonly first: string; readonly second: string }
  /** `$number` read a text that is not a decimal number, or that loses something when read as a number. */
  | { readonly kind: 'counted'; readonly value: string | boolean }
  /** The number of parts of a split text; 1: no separator in it; 0: one at its start, or two in a row. */
  | { readonly kind: 'divided'; readonly text: string; readonly count: number }
  /** A time with an offset was cut to its day, which is the day at that offset. */
  | { readonly kind: 'cut'; readonly moment: string }
  /** `$fromMillis` wrote a moment as its day in UTC. `millis`: since 1970. */
  | { readonly kind: 'utc-day'; readonly millis: number }
  /** `$date` or `$phone` may have read another value than was meant. */
  | {
      readonly kind: 'doubtful';
      readonly message: string;
      readonly hint: string;
      /** True if the day lies in the future, or many years in the past. */
      readonly isAhead?: true;
      readonly isLongPast?: true;
      /** True if the text has fewer parts of a day than others that are read. */
      readonly isPartial?: true;
    }
  /** A moment was written with its time of day in UTC. */
  | { readonly kind: 'utc-time'; readonly hour: string }
  /** How the conditions turned out that decide which parts of the expression give its result. */
  | { readonly kind: 'turns'; readonly turns: readonly Turn[] };

/** Records the notices of functions. */
export type TakeNotice = (notice: Notice) => void;

/** A time with an offset as programs write it. */
const momentWithOffset =
  /^\s*\d{4}-\d\d-\d\d[T ]\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i;
const atMidnight = /[T ]00:?00(?::?00(?:[.,]0{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i;

/** True if a text is a time with an offset whose day depends on the zone. Midnight stands for a day. */
export function isMomentOfADay(text: string): boolean {
  return text.length < 60 && momentWithOffset.test(text) && !atMidnight.test(text);
}
