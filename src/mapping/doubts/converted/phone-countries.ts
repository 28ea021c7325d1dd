/**
 * Returns the countries of the phone numbers in an event, as far as they are certain: by their code, or for a German
 * mobile number without one.
 */
export function phoneCountries(payload: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      const country = phoneCountry(value);
      if (country !== undefined) found.add(country);
      return;
    }
    if (depth === 0 || typeof value !== 'object' || value === null) return;
    for (const each of Object.values(value).slice(0, mostValues)) look(each, depth - 1);
  };
  look(payload, deepest);
  return [...found];
}

const deepest = 6;
const mostValues = 100;

function phoneCountry(text: string): string | undefined {
  if (text.length > 30 || !/^[\s(]*(?:\+|00|01)[\d\s()/.-]{6,}$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  if (/^01(?:5\d|6[023]|7\d)\d{7,8}$/.test(digits)) return 'DE';
  if (!/^[\s(]*(?:\+|00)/.test(text)) return undefined;
  return codes.find(([code]) => digits.startsWith(code))?.[1];
}

const codes: readonly (readonly [string, string])[] = [
  ['49', 'DE'],
  ['43', 'AT'],
  ['41', 'CH'],
  ['45', 'DK'],
  ['32', 'BE'],
  ['31', 'NL'],
  ['33', 'FR'],
  ['39', 'IT'],
  ['34', 'ES'],
  ['47', 'NO'],
  ['352', 'LU'],
  ['358', 'FI'],
];
