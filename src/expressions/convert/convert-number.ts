import { type Converted, numberText, shown } from './scalar-text.ts';

/** The decimal separator of a number. */
export type DecimalSign = '.' | ',';

const plain = /^\d+$/;
const exponent = /^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i;
/** Groups of three separated by a space or an apostrophe, neither of which is ever a decimal separator. */
const grouped = /^(\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+)([.,]\d+)?$/;
/** Groups of three separated by a point or a comma, and the other one before the decimals. */
const both = /^(?:(\d{1,3}(?:\.\d{3})+),(\d+)|(\d{1,3}(?:,\d{3})+)\.(\d+))$/;
const groupsOnly = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
/** Matches a zero before thousands, by the decimal separator. */
const zeroBeforeThousands = { ',': /^0\d{0,2}\.\d{3}(?!\d)/, '.': /^0\d{0,2},\d{3}(?!\d)/ } as const;
const decimal = /^(\d*)[.,](\d+)$/;

/**
 * Reads a number as people and programs write it, `1.234,5` as well as `1,234.5`, and returns plain digits
 * with a point. An ambiguous number is not read: `1.234` may be 1 and a fraction, or more than a thousand. If
 * `decimal` sets the decimal separator, the other sign is the thousands separator.
 */
export function convertNumber(text: string, decimal?: DecimalSign): Converted<string> {
  const trimmed = text.trim();
  const sign = /^[+-]?/.exec(trimmed)?.[0] ?? '';
  const written = trimmed.slice(sign.length);
  if (decimal === undefined && /^[1-9]\d{0,2}[.,]\d{3}$/.test(written)) {
    const found = written.includes('.') ? 'point' : 'comma';
    const [own, other] = found === 'point' ? ['.', ','] : [',', '.'];
    return {
      fault: `${shown(text)} can be read in two ways: the ${found} may stand before decimals or between thousands`,
      hint: `write decimal: "${own}" where it stands before decimals, decimal: "${other}" where it stands between thousands`,
    };
  }
  if (decimal !== undefined && zeroBeforeThousands[decimal].test(written)) {
    const other = decimal === '.' ? ',' : '.';
    return {
      fault: `${shown(text)} can be read in two ways: no number has a 0 before its thousands, so "${other}" may stand before decimals`,
      hint: `write decimal: "${other}" where it stands before decimals, or have the sender write whole numbers without "${other}"`,
    };
  }
  const digits = decimal === undefined ? written : withoutThousands(written, decimal);
  const parts = digits === undefined ? undefined : numberParts(digits);
  if (!parts) return noNumber(text, written, decimal);
  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0';
  const fraction = parts.fraction.replace(/(?<!0)0+$/, '');
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return { value: sign === '-' && value !== '0' ? `-${value}` : value };
}

function noNumber(text: string, written: string, decimal: DecimalSign | undefined): Converted<string> {
  const other = decimal === undefined ? '' : ` with "${decimal}" before its decimals`;
  const hint = unitHint(written, decimal);
  return { fault: `${shown(text)} is not a number${other}`, ...(hint !== undefined && { hint }) };
}

/** Returns the hint for a number with its unit, such as `84.500 km`. `87 Tkm` would be another number without it. */
function unitHint(written: string, decimal: DecimalSign | undefined): string | undefined {
  const [, before = '', number = '', after = ''] = withUnit.exec(written) ?? [];
  const unit = before + after;
  if (!units.test(unit.trim())) return undefined;
  const isNumber = 'value' in convertNumber(number, decimal) || /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  if (!isNumber) return undefined;
  return `remove ${JSON.stringify(unit.trim())} before it is read: write from: '$replace(PATH, ${JSON.stringify(unit)}, "")' with the path in place of PATH`;
}

const withUnit = /^(\p{Sc} ?)?(\d[\d.,'’]{0,30})( ?[\p{L}%€$£°²³/]{1,10}\.?)?$/u;
const units =
  /^(?:km|km\/h|kmh|kg|g|cm|mm|ml|cl|l|ltr|liter|litre|%|€|eur|euros?|\$|usd|chf|fr|sfr|£|gbp|sek|nok|dkk|z[łl]|pln|k[čc]|czk|st(?:ü|ue)ck|stk|st|pcs|mal|x|jahre?|years?|yrs?|ans|jaar|monate?|months?|wochen?|weeks?|tage?|days?|stunden?|std|hours?|h|min|minuten|minutes|ps|hp|kwh?|personen|persons?|people|punkte?|points?|pts|sterne?|stars?|°|°c)\.?$/iu;

/** Removes the thousands separators of a number; undefined if they are in the wrong places. */
function withoutThousands(written: string, decimal: DecimalSign): string | undefined {
  const parts = written.split(decimal);
  const [whole = '', ...fractions] = parts;
  const thousands = decimal === '.' ? ',' : '.';
  const isGrouped = whole.includes(thousands);
  if (fractions.length > 1 || fractions.some(each => each.includes(thousands))) return undefined;
  if (isGrouped && !/^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return undefined;
  return [whole.replaceAll(thousands, ''), ...fractions].join('.');
}

function numberParts(digits: string): { whole: string; fraction: string } | undefined {
  if (plain.test(digits) || groupsOnly.test(digits)) return { whole: onlyDigits(digits), fraction: '' };
  if (exponent.test(digits)) {
    const value = Number(digits);
    if (!Number.isFinite(value)) return undefined;
    const [whole = '', fraction = ''] = numberText(value).split('.');
    return { whole, fraction };
  }
  const spaced = grouped.exec(digits);
  if (spaced) return { whole: onlyDigits(spaced[1] ?? ''), fraction: onlyDigits(spaced[2] ?? '') };
  const mixed = both.exec(digits);
  if (mixed) return { whole: onlyDigits(mixed[1] ?? mixed[3] ?? ''), fraction: mixed[2] ?? mixed[4] ?? '' };
  const parts = decimal.exec(digits);
  return parts ? { whole: parts[1] ?? '', fraction: parts[2] ?? '' } : undefined;
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
