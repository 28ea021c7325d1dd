import { DateTime } from 'luxon';

/** Returns the hint for a day that its month never has, such as `30.02.2027`: no pattern reads it. */
export function impossibleDayHint(text: string): string | undefined {
  const found = numbersOf(text.trim());
  if (!found) return undefined;
  const { year, orders } = found;
  const possible = orders.filter(([day, month]) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  const [first] = possible;
  // 29 February may be a day of some year that is written with two digits.
  const known = year < 100 ? 2000 : year;
  if (!first || possible.some(([day, month]) => DateTime.utc(known, month, day).isValid)) return undefined;
  const [day, month] = first;
  const name = DateTime.utc(known, month, 1).toFormat('MMMM', { locale: 'en' });
  return `${name}${year < 100 ? '' : ` ${year}`} has no day ${day}: correct the data`;
}

/** Returns the year, and the day and the month in the orders in which they may be written. */
function numbersOf(
  text: string,
): { readonly year: number; readonly orders: readonly (readonly [number, number])[] } | undefined {
  const behind = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/.exec(text);
  if (behind) {
    const [one, other] = [Number(behind[1]), Number(behind[3])];
    const isDayFirst = behind[2] === '.';
    return {
      year: Number(behind[4]),
      orders: isDayFirst
        ? [[one, other]]
        : [
            [one, other],
            [other, one],
          ],
    };
  }
  const before = /^(\d{4})([./-]?)(\d\d)\2(\d\d)(?!\d)/.exec(text);
  return before ? { year: Number(before[1]), orders: [[Number(before[4]), Number(before[3])]] } : undefined;
}
