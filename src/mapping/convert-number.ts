import { numberText, type Step, shown } from './text-of.ts';

const plain = /^\d+$/;
const exponent = /^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i;
/** Groups of three by a blank or an apostrophe, which never is a decimal separator. */
const grouped = /^(\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+)([.,]\d+)?$/;
/** Groups of three by one of the two signs, then the other one before the decimals. */
const both = /^(?:(\d{1,3}(?:\.\d{3})+),(\d+)|(\d{1,3}(?:,\d{3})+)\.(\d+))$/;
const groupsOnly = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
const decimal = /^(\d*)[.,](\d+)$/;

/**
 * Reads a number as people and programs write it, `1.234,5` and `1,234.5` alike, and gives it in plain digits with a
 * point. What can be read in two ways is not read at all: `1.234` may be one and a bit, or a thousand and more.
 */
export function convertNumber(text: string): Step<string> {
  const trimmed = text.trim();
  const sign = /^[+-]?/.exec(trimmed)?.[0] ?? '';
  const digits = trimmed.slice(sign.length);
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) {
    const fault = `${shown(text)} can be read in two ways: the ${digits.includes('.') ? 'point' : 'comma'} may stand before decimals or between thousands`;
    return { fault };
  }
  const parts = numberParts(digits);
  if (!parts) return { fault: `${shown(text)} is not a number` };
  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0';
  const fraction = parts.fraction.replace(/0+$/, '');
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return { value: sign === '-' && value !== '0' ? `-${value}` : value };
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
