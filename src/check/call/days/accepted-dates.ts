import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { convertDate } from '../../../expressions/convert/convert-date.ts';
import { guessedReadings } from '../../../expressions/convert/guess-patterns.ts';
import type { Rule } from '../../../mapping/mapping.ts';
import type { Fault } from '../../fault.ts';
import { readValidator } from '../validator.ts';

type DateRule = Rule['date'];

const plainDate: DateRule = { parse: [], format: undefined, zone: undefined };

/** The usual date formats, of which the first that the field accepts is suggested. */
const usualFormats =
  'dd.MM.yyyy yyyy-MM-dd dd/MM/yyyy MM/dd/yyyy dd-MM-yyyy d.M.yyyy yyyyMMdd dd.MM.yy yyyy'.split(' ');

/** The format in which a field's validator accepts every date; undefined if there is none. */
export function acceptedDateFormat(
  { validatorRegexp }: FieldConfiguration,
  date: DateRule,
): string | undefined {
  const validator = validatorRegexp === null ? undefined : readValidator(validatorRegexp);
  if (!validator || 'problem' in validator) return undefined;
  // Checking all dates takes no more work than checking one long value.
  let charactersLeft = validator.longest;
  return usualFormats.find(format => {
    for (const text of datesAs(format, date)) {
      charactersLeft -= text.length;
      if (charactersLeft < 0 || !validator.accepts(text)) return false;
    }
    return true;
  });
}

const known = new Map<string, string | undefined>();
const mostKnown = 500;

/**
 * Returns the format in which rules without a zone write dates; computed once for each field, since many
 * events may need it.
 */
function usualDateFormat(field: FieldConfiguration): string | undefined {
  const pattern = field.validatorRegexp ?? '';
  if (known.has(pattern)) return known.get(pattern);
  const format = acceptedDateFormat(field, plainDate);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, format);
  return format;
}

/** Returns dates of every year, month, day and time of day, in the format of a rule. */
export function* datesAs(format: string | undefined, date: DateRule): Iterable<string> {
  for (const day of days) {
    const written = convertDate(day, { ...date, parse: [], format });
    if ('value' in written) yield written.value;
  }
}

/** Days of two hundred years, which include each year, month and day of a month, and times of day. */
const days: readonly string[] = Array.from({ length: 372 }, (_, index) => {
  const month = String((index % 12) + 1).padStart(2, '0');
  const day = String((index % 28) + 1).padStart(2, '0');
  const hour = String(index % 24).padStart(2, '0');
  return `${2026 - (index % 200) + 60}-${month}-${day}T${hour}:${String(index % 60).padStart(2, '0')}:00`;
});

/** The origin of a text: the event, a literal of the mapping, or a literal converted by `as: date`. */
type From = 'data' | 'mapping' | 'conversion';

/**
 * Adds the next step to the fault of a validator if the text is a date in another format: a rule for a value
 * of an event, the right literal for a literal of the mapping, the format for a converted one.
 */
export function withDateHint(
  fault: Fault | undefined,
  { field, text, from }: { field: FieldConfiguration; text: string; from: From },
): Fault | undefined {
  if (fault === undefined || !/\d/.test(text)) return fault;
  const readings = 'value' in convertDate(text, plainDate) ? [{ words: '', parse: [] }] : guessed(text);
  const format = readings.length === 0 ? undefined : usualDateFormat(field);
  if (format === undefined) return fault;
  if (from === 'conversion')
    return { ...fault, hint: `did you mean format: ${format}?`, meant: `format: ${format}` };
  const cures = readings.map(({ words, parse }) => {
    const written = convertDate(text, { ...plainDate, parse, format });
    const [pattern] = parse;
    const key = pattern === undefined ? '' : ` parse: ${/[,:]/.test(pattern) ? `"${pattern}"` : pattern},`;
    const rule = `as: date,${key} format: ${format}`;
    const cure = from === 'data' ? rule : `"${'value' in written ? written.value : ''}"`;
    return readings.length === 1 ? cure : `${cure} where it is ${words}`;
  });
  const already = from === 'data' ? `; if the rule has as: date, only format: ${format}` : '';
  const verb = from === 'data' ? 'add' : 'write';
  return {
    ...fault,
    hint: `${verb} ${cures.join(', or ')}${from === 'data' ? ' to the rule' : ''}${already}`,
  };
}

function guessed(text: string): readonly { readonly words: string; readonly parse: readonly string[] }[] {
  return guessedReadings(text).map(({ words, pattern }) => ({ words, parse: [pattern] }));
}
