/** The reason why a text in a date field is not one whole day, with the next step. */
export interface PartOfDay {
  readonly reason: string;
  readonly hint: string;
}

/**
 * Returns the reason why a text with digits is probably not one whole day: it is a month, a time, or several
 * days. Undefined for one day in any spelling, also with the name of its month, its weekday or a time.
 */
export function whyPartOfDay(text: string): PartOfDay | undefined {
  const days = text.match(wholeDay) ?? [];
  if (days.length > 1 || fromDayToDay.test(text)) return { reason: 'it is more than one day', hint: oneDay };
  if (days.length === 1 || isCompactDay.test(text)) return undefined;
  const numbers = text.match(/\p{Nd}+/gu) ?? [];
  if (numbers.length > 2) return undefined;
  if (numbers.length === 2 && hasMonth.test(text)) return undefined;
  return { reason: 'it is not a whole day, which has a day, a month and a year', hint: wholeOne };
}

const wholeDay = /\d{4}([./-]) ?\d{1,2}\1 ?\d{1,2}|\d{1,2}([./-]) ?\d{1,2}\2 ?\d{2,4}/g;
/** Matches `10.–12.03.2026` and `10.03. bis 12.03.2026`. */
const fromDayToDay = /^\d{1,2}\.(?:\d{1,2}\.)?\s?(?:-|–|bis|to|tot|au)\s?\d{1,2}\./u;
/** Matches 20260310, and six digits such as 100326. */
const isCompactDay = /^(?:\d{8}|\d{6})(?!\d)/;
/** Matches a possible name of a month beside two numbers: `10 March 2026`. A time would have Uhr or h. */
const hasMonth = /(?!uhr\b|std\b|stunden?\b|hours?\b)\b\p{L}{3,}/iu;

const wholeOne =
  'have the sender write the whole day, or send the text to the note or to a field of type text';
const oneDay = 'have the sender write one day, or send the text to the note or to a field of type text';
