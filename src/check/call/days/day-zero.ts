import type { Reason } from '../typed-value.ts';

/** Programs and spreadsheets turn an empty value into the first day of their calendar. `written`: the text of the sender. */
export function whyDayZero(text: string, written?: string): Reason | undefined {
  const day = withoutMidnight(text);
  if (!/^(?:0?1[./-] ?0?1[./-] ?1970|1970[/-]0?1[/-]0?1|19700101)$/.test(day) && !firstDay.test(day))
    return lastDayReason(text, written);
  return {
    reason: 'it is the first day of a calendar, which programs write for an empty value',
    hint: `${emptyHint(text, written)}; if a person gave this day, add because: with the reason to the rule`,
  };
}

/** Does the same for a text, in which 1 January 1970 may be the birthday of a person. */
export function whyNobodysDay(text: string, written?: string): Reason | undefined {
  return /1970/.test(text) && withoutMidnight(text) === text ? undefined : whyDayZero(text, written);
}

function lastDayReason(text: string, written: string | undefined): Reason | undefined {
  if (!lastDay.test(withoutMidnight(text))) return undefined;
  return {
    reason: 'it is the last day of a calendar, which programs write for a day that nobody knows',
    hint: emptyHint(text, written),
  };
}

/** 1 January 1900 and the days before it in spreadsheets, the years 1, 1601 and 1753 of databases, with the day or the year first. */
const firstDay =
  /^(?:1900[/-]01[/-]0[01]|0?[01][./-] ?0?1[./-] ?1900|1900010[01]|1899-12-3[01]|3[01][./-] ?12[./-] ?1899|1899123[01]|(?:0001|1601|1753)[/-]01[/-]01|0?1[./-] ?0?1[./-] ?(?:0001|1601|1753)|(?:0001|1601|1753)0101|00000000)$/;
const lastDay = /^(?:9999[/-]12[/-]31|31[./-] ?12[./-] ?9999|12\/31\/9999|99991231)$/;

/** Returns a day without the beginning or the end of the day as its time. */
function withoutMidnight(text: string): string {
  return text.replace(/[T ](?:00:00|23:59)(?::00|:59)?(?:\.\d{1,7})?(?:Z|[+-]\d\d:?\d\d)?$/, '');
}

function emptyHint(text: string, written: string | undefined): string {
  return `add the text that the sender writes for it to the source, as in empty: [${spellingsOf(text.trim(), written)}]`;
}

/** Returns the spelling of the sender, if it is known, and the usual ones of such a day. */
function spellingsOf(text: string, written?: string): string {
  const day = withoutMidnight(text);
  const [year = '', month = '', date = ''] = /^\d{8}$/.test(day)
    ? [day.slice(0, 4), day.slice(4, 6), day.slice(6)]
    : /^\d{4}/.test(day)
      ? day.split(/[/-]/)
      : day
          .split(/[./-]/)
          .map(each => each.trim())
          .toReversed();
  const padded = [month, date].map(each => each.padStart(2, '0'));
  const iso = [year, ...padded].join('-');
  const others = ['.', '-', '/'].map(sign => [...padded.toReversed(), year].join(sign));
  const usual = [written ?? text, text, iso, `${iso}T00:00:00`, ...others];
  return [...new Set(usual)].map(each => JSON.stringify(each)).join(', ');
}
