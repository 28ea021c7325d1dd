/**
 * The result of an expression's function for a value that it is hardly meant for. It is no failure: the rule decides.
 */
export type Notice =
  /** `$join` without a separator put two words of a list together. */
  | { readonly kind: 'joined'; readonly first: string; readonly second: string }
  /** `$number` read what is no decimal number, or a text that loses something as a number. */
  | { readonly kind: 'counted'; readonly value: string | boolean }
  /** The number of parts of a divided text; 1: the separator is not in it; 0: it begins with it, or has it twice in a row. */
  | { readonly kind: 'divided'; readonly text: string; readonly count: number }
  /** The day at the offset of a time with an offset. */
  | { readonly kind: 'cut'; readonly moment: string }
  /** `$fromMillis` wrote the day that a moment is in UTC. In milliseconds since 1970. */
  | { readonly kind: 'utc-day'; readonly millis: number }
  /** `$date` or `$phone` may have read another value than was meant. */
  | { readonly kind: 'doubtful'; readonly message: string; readonly hint: string }
  /** The time of day was written that a moment has in UTC. */
  | { readonly kind: 'utc-time'; readonly hour: string };

/** Takes down what functions made of values. */
export type TakeNotice = (notice: Notice) => void;

/** A moment with an offset, as programs write it. */
const momentWithOffset =
  /^\s*\d{4}-\d\d-\d\d[T ]\d\d:?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i;
const atMidnight = /[T ]00:?00(?::?00(?:[.,]0{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i;

/** True if a text is a time with an offset whose day depends on the zone: at midnight a sender means the day itself. */
export function isMomentOfADay(text: string): boolean {
  return text.length < 60 && momentWithOffset.test(text) && !atMidnight.test(text);
}
