import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { convertDate, losesItsZone } from '../../expressions/convert/convert-date.ts';
import type { Rule } from '../../mapping/mapping.ts';
import { readValidator } from '../call/validator.ts';
import { isDateParts, type PayloadPath } from './payload-path.ts';
import type { ValueEvidence } from './starter-rule.ts';
import { suggestionDoubt } from './suggestion-doubt.ts';

/** Returns the evidence that a value fits a date field: its format, and the format of the field. */
export function dateEvidence(path: PayloadPath, field: FieldConfiguration): ValueEvidence | undefined {
  const { expression, value } = path;
  const format = formatFor(field);
  if (format === null) return undefined;
  if (isDateParts(value)) return fromParts(expression, format);
  if (typeof value !== 'string') return undefined;
  const [pattern, other] = patternsOf(path);
  if (pattern === undefined) return withShortYear(path, format);
  const needsZone = losesItsZone(value, { parse: [], format, zone: undefined });
  const rule = {
    from: expression,
    as: 'date',
    ...(pattern !== '' && { parse: pattern }),
    ...(format !== undefined && { format }),
    ...(needsZone && { zone: 'UTC' }),
  } as const;
  const swapped =
    (pattern === 'dd/MM/yyyy' && other === 'MM/dd/yyyy') || (pattern === 'd/M/yyyy' && other === 'M/d/yyyy');
  if (swapped) return { weight: 0.15, rule, doubt: suggestionDoubt('day-or-month') };
  const hasTime = /\d[T ]\d/.test(value) && !/[T ]00:00(:00(\.0+)?)?(Z|\+00:?00)?$/.test(value);
  // In another zone a moment may be another day, and only the admin knows the zone of the customers.
  if (needsZone && field.type !== 'birthday') return { weight: 0.1, rule, doubt: suggestionDoubt('zone') };
  if (field.type !== 'birthday') return { weight: hasTime ? 0.1 : 0.2, rule };
  if (hasTime) return { weight: -0.3, rule };
  // A date far in the past is probably a birthday.
  return { weight: /^(19\d\d|200\d)/.test(written(value, pattern, 'yyyy') ?? '') ? 0.45 : 0.3, rule };
}

/** The date formats of forms besides ISO 8601. */
const writtenAs = [
  'd.M.yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'd/M/yyyy',
  'M/d/yyyy',
  'dd-MM-yyyy',
  'yyyy/MM/dd',
  'MMMM d, yyyy',
  'd MMMM yyyy',
  'd. MMMM yyyy',
  'yyyyMMdd',
];

/** The formats with years of two digits, whose century is unknown. */
const shortYears = ['d.M.yy', 'dd/MM/yy', 'MM/dd/yy', 'dd-MM-yy'];

/** The formats in which the value of a path is a date, and the format with a short year. An account has many date fields. */
const patternsOf = onceFor(({ value }: PayloadPath) =>
  typeof value === 'string' ? ['', ...writtenAs].filter(pattern => isDate(value, pattern)) : [],
);
const shortPatternOf = onceFor(({ value }: PayloadPath) =>
  typeof value === 'string' ? shortYears.find(each => isDate(value, each)) : undefined,
);

function withShortYear(path: PayloadPath, format: string | undefined): ValueEvidence | undefined {
  const pattern = shortPatternOf(path);
  if (pattern === undefined) return undefined;
  const rule = {
    from: path.expression,
    as: 'date',
    parse: pattern,
    ...(format !== undefined && { format }),
  } as const;
  return { weight: -0.2, rule, doubt: suggestionDoubt('short-year') };
}

/** The date formats that a field may require. */
const wantedAs = [
  'yyyy-MM-dd',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd-MM-yyyy',
  'd.M.yyyy',
  'yyyy/MM/dd',
  'yyyyMMdd',
];

/**
 * Returns the date format of a field, by its validator; undefined if it accepts the default format, null if
 * it accepts no known format.
 */
const formatFor = onceFor(
  ({ validatorRegexp, errorMessage }: FieldConfiguration): string | undefined | null => {
    const validator = validatorRegexp === null ? undefined : readValidator(validatorRegexp);
    if (validator === undefined || 'problem' in validator) return undefined;
    const monthFirst = /MM\W?(DD|TT|JJ)/i.test(errorMessage ?? '');
    const ways = monthFirst
      ? wantedAs.toSorted((one, other) => Number(other.startsWith('MM')) - Number(one.startsWith('MM')))
      : wantedAs;
    const found = ways.find(format => days.every(day => validator.accepts(written(day, '', format) ?? '')));
    return found ?? null;
  },
);

/** Days that show the order of day and month. */
const days = ['1988-03-14', '1990-12-01'];

function fromParts(expression: string, format = 'yyyy-MM-dd'): ValueEvidence {
  const template = format
    .replace(/yyyy/, `{${expression}.year}`)
    .replace(/MM?/, `{${expression}.month}`)
    .replace(/dd?(?![a-z])/, `{${expression}.day}`);
  return { weight: 0.3, rule: { template } };
}

function isDate(text: string, pattern: string): boolean {
  // Most texts are none, and the reason why one cannot be read takes time.
  return /\p{N}/u.test(text) && written(text, pattern, 'yyyy-MM-dd') !== undefined;
}

function written(text: string, pattern: string, format: string): string | undefined {
  const rule: Rule['date'] = { parse: pattern === '' ? [] : [pattern], format, zone: undefined };
  const result = convertDate(text, rule);
  return 'value' in result ? result.value : undefined;
}
