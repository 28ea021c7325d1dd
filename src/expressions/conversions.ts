import { isSupportedCountry } from 'libphonenumber-js/max';
import { DateTime, IANAZone } from 'luxon';
import { withoutBlankEnds } from '../diagnostics/blank-ends.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { convertDate } from './convert/convert-date.ts';
import { convertNumber } from './convert/convert-number.ts';
import { convertPhone } from './convert/convert-phone.ts';
import type { DateForm } from './convert/date-form.ts';
import { doubtsOf } from './convert/doubts.ts';
import { patternHint } from './convert/guess-patterns.ts';
import { elementsOf, presenceOf } from './convert/presence.ts';
import { type Converted, longestRead, scalarText, shown } from './convert/scalar-text.ts';
import { formatFault, patternFault } from './date-pattern.ts';
import { ExpressionFailed } from './expression.ts';
import { grouped } from './meter.ts';
import type { TakeNotice } from './notice.ts';

/**
 * The defaults for functions that read values, if a call does not set them: the nearest `defaults`, and the
 * sender's texts for an empty value.
 */
export interface ReadingDefaults {
  readonly date: Omit<DateForm, 'format'>;
  readonly country: string | undefined;
  /** The texts that the sender writes for an empty value. */
  readonly empty?: readonly string[] | undefined;
}

/** The functions that read values, without the dollar sign. `$number` does so with a second argument. */
export type ConversionName = 'date' | 'phone' | 'number' | 'age';

/** The data that a reading function uses besides its arguments. */
export interface ConversionSurroundings {
  readonly reading: ReadingDefaults | undefined;
  /** When the event was received, in ISO 8601. */
  readonly receivedAt: unknown;
  readonly take?: TakeNotice | undefined;
}

/** The fault of a second argument, and its correction. */
export interface ArgumentFault {
  readonly message: string;
  readonly hint?: string;
}

const noDefaults: ReadingDefaults = { date: { parse: [], zone: undefined }, country: undefined };

/**
 * Returns the result of a reading function. A missing or empty value is returned unchanged; the sender's
 * texts for an empty value become the empty text.
 * @throws ExpressionFailed if the value cannot be read, or if the second argument is wrong
 */
export function convertByFunction(
  name: ConversionName,
  [value, option]: readonly unknown[],
  { reading = noDefaults, receivedAt, take }: ConversionSurroundings,
): unknown {
  const fault = option === undefined ? undefined : argumentFault(name, option);
  if (fault) throw new ExpressionFailed('expression/failed', fault.message, fault.hint);
  if (presenceOf(value) !== 'present') return value;
  const [element, ...more] = elementsOf(value);
  if (more.length > 0) {
    const hint = `for each of a list, write $map(LIST, $${name})`;
    throw invalid(`$${name} reads one value, and ${shown(value)} is not one`, hint);
  }
  const text = scalarText(typeof element === 'string' ? withoutBlankEnds(element) : element);
  if ('fault' in text) throw invalid(text.fault);
  if (reading.empty?.includes(text.value)) return '';
  if (text.value.length > longestRead) {
    throw invalid(`${shown(text.value)} has ${grouped(text.value.length)} characters`);
  }
  const at = typeof receivedAt === 'string' ? receivedAt : '';
  switch (name) {
    case 'date':
      return dateOf(element, text.value, dateFormOf(option, reading), { receivedAt: at, take });
    case 'phone': {
      const country = typeof option === 'string' ? option : reading.country;
      doubt(element, { as: 'phone', date: plainForm, phone: { country } }, { receivedAt: at, take });
      return read(convertPhone(text.value, country));
    }
    case 'number':
      return typeof element === 'number' ? element : numberOf(text.value, option === ',' ? ',' : '.');
    case 'age':
      return ageOf(
        dateOf(element, text.value, dateFormOf(undefined, reading), { receivedAt: at, take }),
        option,
        {
          zone: reading.date.zone,
          receivedAt: at,
        },
      );
  }
}

/** Returns the reason why a value cannot be the second argument of a function; undefined if it can. */
export function argumentFault(name: ConversionName, option: unknown): ArgumentFault | undefined {
  switch (name) {
    case 'date':
      return dateOptionsFault(option);
    case 'phone':
      if (typeof option === 'string' && isSupportedCountry(option)) return undefined;
      return {
        message: `$phone has no country ${shown(option)}.`,
        hint: 'Write two capital letters, as in $phone(mobile, "DE").',
      };
    case 'number':
      if (option === '.' || option === ',') return undefined;
      return {
        message: `$number has no decimal sign ${shown(option)}.`,
        hint: 'Write the sign before the decimals: $number(price, ",").',
      };
    case 'age':
      if (typeof option === 'string' && 'value' in convertDate(option, plainForm)) return undefined;
      return {
        message: `$age has no day ${shown(option)}.`,
        hint: 'Write a day as 2026-03-31, or $date(…); without it, the day on which the event was received counts.',
      };
  }
}

const plainForm: DateForm = { parse: [], format: undefined, zone: undefined };
const dateKeys = ['parse', 'format', 'zone'] as const;

/** Returns the fault of the options of `$date`, each of which is optional. */
function dateOptionsFault(option: unknown): ArgumentFault | undefined {
  if (typeof option === 'string') {
    const pattern = JSON.stringify(option);
    return {
      message: `The second argument of $date is ${shown(option)}, which does not say what it is for.`,
      hint: `Write {"parse": ${pattern}} for how the payload writes the day, or {"format": ${pattern}} for how it is sent.`,
    };
  }
  if (typeof option !== 'object' || option === null || Array.isArray(option)) {
    return { message: `$date has no options ${shown(option)}.`, hint: 'Write {"parse": "dd.MM.yyyy"}.' };
  }
  for (const [key, value] of Object.entries(option)) {
    const fault = dateOptionFault(key, value);
    if (fault) return fault;
  }
  return undefined;
}

function dateOptionFault(key: string, value: unknown): ArgumentFault | undefined {
  if (!dateKeys.some(each => each === key)) {
    const [near] = nearest(key, dateKeys);
    return {
      message: `$date has no option ${shown(key)}; it has ${dateKeys.join(', ')}.`,
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
    };
  }
  if (key === 'parse') {
    const texts = [value].flat();
    const faults = texts.map(each => (typeof each === 'string' ? patternFault(each) : undefined));
    if (texts.length > 0 && texts.every(each => typeof each === 'string')) return faults.find(each => each);
    return { message: `parse of $date is ${shown(value)}.`, hint: 'Write a pattern, or a list of patterns.' };
  }
  if (typeof value !== 'string') return { message: `${key} of $date is ${shown(value)}, which is no text.` };
  if (key === 'format') return formatFault(value);
  if (IANAZone.isValidZone(value)) return undefined;
  return { message: `${shown(value)} is not a time zone.`, hint: 'Write a name such as "Europe/Berlin".' };
}

/** The options of the call override the nearest defaults. The format is yyyy-MM-dd if the call sets none. */
function dateFormOf(option: unknown, { date }: ReadingDefaults): DateForm {
  const { parse, format, zone } = (option ?? {}) as {
    parse?: string | readonly string[];
    format?: string;
    zone?: string;
  };
  return {
    ...date,
    parse: parse === undefined ? date.parse : [parse].flat(),
    format,
    zone: zone ?? date.zone,
  };
}

interface Taking {
  readonly receivedAt: string;
  readonly take: TakeNotice | undefined;
}

function dateOf(element: unknown, text: string, date: DateForm, taking: Taking): string {
  const step = convertDate(text, date);
  doubt(element, { as: 'date', date, phone: { country: undefined } }, taking);
  if ('value' in step) return step.value;
  throw invalid(step.fault, step.hint ?? patternHint(text, date.parse));
}

/** Returns the doubts that also apply to a rule with `as`. */
function doubt(element: unknown, form: Parameters<typeof doubtsOf>[1], { receivedAt, take }: Taking): void {
  if (!take) return;
  for (const each of doubtsOf(element, form, receivedAt)) take({ kind: 'doubtful', ...each });
}

function numberOf(text: string, decimal: '.' | ','): number {
  const written = read(convertNumber(text, decimal));
  const number = Number(written);
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  if (Number.isFinite(number) && digits.length <= 15) return number;
  throw invalid(
    `${shown(text)} has more digits than $number can keep`,
    'send the text itself, without $number',
  );
}

/** Whole years from a day of birth to another day. A person born on 29 February is a year older on 1 March. */
function ageOf(
  born: string,
  at: unknown,
  { zone, receivedAt }: { zone: string | undefined; receivedAt: string },
): number {
  const received = DateTime.fromISO(receivedAt, { zone: zone ?? 'utc' });
  const day = typeof at === 'string' ? read(convertDate(at, plainForm)) : received.toISODate();
  if (day === null) {
    throw new ExpressionFailed(
      'expression/failed',
      'The time of receipt, which $age counts to, is not known here.',
    );
  }
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);
  if (years >= 0) return years;
  throw invalid(`${born} is after ${day}, so it is no day of birth`, 'correct the day of the event');
}

function read(step: Converted<string>): string {
  if ('value' in step) return step.value;
  throw invalid(step.fault, step.hint);
}

function invalid(message: string, hint?: string): ExpressionFailed {
  return new ExpressionFailed('mapping/invalid-value', message, hint);
}
