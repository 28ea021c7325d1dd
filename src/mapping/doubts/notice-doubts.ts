import { DateTime } from 'luxon';
import { isExpected } from '../../expressions/convert/doubts.ts';
import type { Doubt } from '../../expressions/convert/pattern-doubts.ts';
import { numberText, shown } from '../../expressions/convert/scalar-text.ts';
import type { Notice } from '../../expressions/notice.ts';
import type { Rule } from '../mapping.ts';
import { personNames } from '../parameters.ts';
import { ruleExpressions } from '../rules-of.ts';
import { meansComingDay } from './coming-day.ts';

/** True if an expression of a rule calls a function that may create notices. */
export function mayNotice(rule: Rule): boolean {
  return ruleExpressions(rule).some(({ source }) => source.includes('$') && functions.test(source));
}

const functions =
  /\$(?:join|number|substring|substringBefore|substringAfter|split|replace|match|fromMillis|date|phone|age)\b/;

/**
 * Returns the reason why a value may differ from the intended one, from the notices of functions in the rule.
 * Only results that are a part of the value count. `because` in the rule confirms the value.
 */
export function noticeDoubt(
  value: unknown,
  rule: Rule,
  path: string,
  noticed: readonly Notice[],
): Doubt | undefined {
  if (noticed.length === 0 || rule.because !== undefined) return undefined;
  const text = [value].flat().map(String).join('\n');
  for (const notice of noticed) {
    const doubt = doubts[notice.kind](notice as never, text, rule, path);
    if (doubt) return doubt;
  }
  return undefined;
}

type Judge<Kind extends Notice['kind']> = (
  notice: Extract<Notice, { readonly kind: Kind }>,
  text: string,
  rule: Rule,
  path: string,
) => Doubt | undefined;

const doubts: { readonly [Kind in Notice['kind']]: Judge<Kind> } = {
  joined: joinedDoubt,
  counted: countedDoubt,
  cut: cutDoubt,
  divided: dividedDoubt,
  doubtful: ({ message, hint, ...kind }, _text, rule, path) =>
    isExpected(kind, { isComing: meansComingDay(rule, path), hasReason: rule.because !== undefined })
      ? undefined
      : { message, hint },
  'utc-day': utcDayDoubt,
  'utc-time': utcTimeDoubt,
  // Only the samples show which turns are usual.
  turns: () => undefined,
};

function joinedDoubt({ first, second }: { first: string; second: string }, text: string, rule: Rule) {
  if (!text.toLowerCase().includes(`${first}${second}`.toLowerCase()) || joinsParts(rule)) return undefined;
  const message = `$join puts ${shown(first)} and ${shown(second)} together with nothing between them`;
  const [, list = 'LIST'] = /\$join\(\s*([\p{L}_$][\p{L}\p{N}_$.]{0,80})\s*[,)]/u.exec(sourceOf(rule)) ?? [];
  return { message, hint: `write $join(${list}, ", "); if nothing is meant, add because: with the reason` };
}

/** The separator is a part of the list: `$join([first, "-", last])`. */
function joinsParts(rule: Rule): boolean {
  return /\$join\(\s*\[[^\]"']*["']/.test(sourceOf(rule));
}

function countedDoubt({ value }: { value: string | boolean }, text: string, rule: Rule): Doubt | undefined {
  if (typeof value === 'boolean') {
    if (rule.as === 'boolean') return undefined;
    return {
      message: `$number makes ${value ? 1 : 0} of ${value}`,
      hint: 'read the value without $number; to send a number for yes, write PATH ? "1" : "0" with its path',
    };
  }
  const number = Number(value);
  const isOther = /^\s*0[xob]/i.test(value);
  // In a calculation, leading zeros do not matter.
  if (!isOther && !numbersIn(text).includes(numberText(number))) return undefined;
  const how = isOther
    ? 'a number that is not decimal'
    : `${numberText(number)}, without what stands before it`;
  return {
    message: `${shown(value)} is read by $number as ${how}`,
    hint: 'leave out $number where it is a code',
  };
}

/** Other rules often keep texts without the separator on purpose: `$substringBefore(language, "-")`. */
function dividedDoubt(
  { text, count }: { text: string; count: number },
  value: string,
  rule: Rule,
  path: string,
): Doubt | undefined {
  if (!personNames.has(path)) return undefined;
  const [, position] = /\$split\([^()]{1,200}\)\s?\[(\d)\]/.exec(sourceOf(rule)) ?? [];
  const isMiddle = position !== undefined && Number(position) > 0 && Number(position) < count - 1;
  if (count === 1 ? value !== text : !isMiddle && count > 0) return undefined;
  const sent = value === '' ? 'nothing' : shown(value);
  return {
    message:
      count === 1
        ? `${shown(text)} does not have the separator, so the whole of it is sent`
        : count === 0
          ? `${shown(text)} begins with the separator or has it twice in a row, so ${sent} is sent`
          : `${shown(text)} has ${count} parts, of which only ${sent} is sent`,
    hint:
      count === 0
        ? 'write $trim(PATH) for the path of the name, which leaves one space between two words'
        : 'have the form ask for the first and the last name separately; if it is right, add because: with the reason',
  };
}

function cutDoubt({ moment }: { moment: string }, text: string, { date: { zone } }: Rule): Doubt | undefined {
  if (!numbersIn(text).some(each => Number(each) === Number(moment.slice(8, 10)))) return undefined;
  const there = zone === undefined ? undefined : dayIn(DateTime.fromISO(moment.replace(' ', 'T')), zone);
  if (there && there.iso === moment.slice(0, 10)) return undefined;
  const elsewhere = there ? `: in ${zone} it is ${there.words}` : '';
  return {
    message: `${shown(moment)} is a moment with an offset, of which only the day is sent${elsewhere}`,
    hint: readInZone,
  };
}

function utcDayDoubt(
  { millis }: { millis: number },
  _text: string,
  { date: { zone } }: Rule,
): Doubt | undefined {
  const moment = DateTime.fromMillis(millis, { zone: 'utc' });
  // Days in 1970 and in far future years have another cause, which is reported elsewhere.
  if (!moment.isValid || moment.year === 1970 || moment.year > 2200) return undefined;
  const there = zone === undefined ? undefined : dayIn(moment, zone);
  if (there && there.iso === moment.toISODate()) return undefined;
  const time = moment.toFormat('HH:mm');
  return {
    message: `the day is the one in UTC (${time} there); in the time zone of the customers it may be another day`,
    hint: readInZone,
  };
}

function utcTimeDoubt({ hour }: { hour: string }, text: string): Doubt | undefined {
  if (!numbersIn(text).some(each => Number(each) === Number(hour))) return undefined;
  return {
    message: `the time is that of UTC (hour ${hour}), and no zone is sent with it`,
    hint: 'write {from: PATH, as: date, format: dd.MM.yyyy HH:mm, zone: Europe/Berlin} with the path of the moment and the place of the customers; if UTC is meant, add because: with the reason',
  };
}

const readInZone =
  'write {from: PATH, as: date, format: dd.MM.yyyy, zone: Europe/Berlin} with the path of the moment and the place of the customers; if this day is meant, add because: with the reason';

function dayIn(
  moment: DateTime,
  zone: string,
): { readonly iso: string | null; readonly words: string } | undefined {
  const there = moment.setZone(zone);
  if (!there.isValid) return undefined;
  return {
    iso: there.toISODate(),
    words: there.toFormat('d MMMM yyyy', { locale: 'en', numberingSystem: 'latn' }),
  };
}

/** Returns the whole and decimal numbers in a text. For a date, these are its parts. */
function numbersIn(text: string): readonly string[] {
  return text.match(/\d+(?:\.\d+(?![.\d]))?/g)?.flatMap(each => [each, ...each.split('.')]) ?? [];
}

function sourceOf(rule: Rule): string {
  return ruleExpressions(rule)
    .map(({ source }) => source)
    .join('\n');
}
