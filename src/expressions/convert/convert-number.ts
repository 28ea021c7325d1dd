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
const signBehind = /^(\d[\d.,'’ ]{0,20}[.,]\d{2})\s?[-−]$/;
/** The minus of typography, a hyphen or a dash as one, and signs of full width. */
const otherSign = /^[\u2010-\u2014\u2212\ufe63\uff0d\uff0b](?=\d|[.,]\d)/u;
const toSign = (sign: string) => (sign === '\uff0b' ? '+' : '-');
const decimal = /^(\d*)[.,](\d+)$/;

/**
 * Reads a number as people and programs write it, `1.234,5` as well as `1,234.5`, and returns plain digits
 * with a point. An ambiguous number is not read: `1.234` may be 1 and a fraction, or more than a thousand. If
 * `decimal` sets the decimal separator, the other sign is the thousands separator.
 */
export function convertNumber(text: string, decimal?: DecimalSign): Converted<string> {
  // Merchandise and accounting systems write the sign behind an amount: 1.249,50-.
  const trimmed = text.trim().replace(otherSign, toSign).replace(signBehind, '-$1');
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

/**
 * Returns the hint for a number with its unit or currency, such as `84.500 km` or `CHF 1'250.–`. `87 Tkm` would be another
 * number without it.
 */
function unitHint(written: string, decimal: DecimalSign | undefined): string | undefined {
  const [, before = '', number = '', dash = '', after = ''] = withUnit.exec(written) ?? [];
  if (before + dash + after === '' || (after !== '' && !units.test(after.trim()))) return undefined;
  const sign = decimalMeant(number, decimal);
  const isAmbiguous = decimal === undefined && /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  const isNumber = isAmbiguous || 'value' in convertNumber(number, sign ?? decimal);
  if (!isNumber) return undefined;
  const removed = [before, dash + after].filter(each => each !== '');
  const from = removed.reduce((path, each) => `$replace(${path}, ${quotedText(each)}, "")`, 'PATH');
  const names = removed.map(each => JSON.stringify(each.trim())).join(' and ');
  const decimals = isAmbiguous ? ambiguousSign(number) : sign === undefined ? '' : `, and decimal: "${sign}"`;
  const currency = [before, after].map(each => each.trim()).find(each => currencies.test(each));
  // Without its currency, an amount in another one than that of the field would be sent as if it were right.
  const condition = currency === undefined ? '' : `, if the field is in ${currency}`;
  return `remove ${names} before it is read${condition}: write from: '${from}' with the path in place of PATH${decimals}`;
}

/** Returns the sign before the decimals, as far as the number shows it and `decimal` is another one or none. */
function decimalMeant(number: string, decimal: DecimalSign | undefined): DecimalSign | undefined {
  const shown = /([.,])\d{1,2}$/.exec(number)?.[1];
  return (shown === '.' || shown === ',') && shown !== decimal ? shown : undefined;
}

function ambiguousSign(number: string): string {
  const [own, other] = number.includes('.') ? ['.', ','] : [',', '.'];
  return `, and decimal: "${other}" if "${own}" stands between thousands, decimal: "${own}" if it stands before decimals`;
}

/** A no-break space would look like any other in the hint. */
function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll('\u00a0', '\\u00a0');
}

const currencies = /^(?:\p{Sc}|chf|eur|euros?|usd|gbp|sek|nok|dkk|pln|z[łl]|czk|k[čc]|s?fr)\.?$/iu;
const withUnit =
  /^((?:\p{Sc}|(?:chf|eur|usd|gbp|sek|nok|dkk|pln|czk|s?fr)\.?)[ \u00a0]?)?(\d[\d.,'’]{0,30}?)([.,][-–—]{1,2})?([ \u00a0]?[\p{L}%€$£°²³/]{1,10}\.?)?$/iu;
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
