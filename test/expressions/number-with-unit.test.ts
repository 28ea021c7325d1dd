import { describe, expect, it } from 'vitest';
import { convertNumber, type DecimalSign } from '../../src/expressions/convert/convert-number.ts';

function hintOf(text: string, decimal?: DecimalSign): string | undefined {
  const converted = convertNumber(text, decimal);
  return 'fault' in converted ? converted.hint : undefined;
}

describe('a number with its unit', () => {
  it.each<[string, DecimalSign | undefined, string, string?]>([
    ['84.500 km', ',', ' km'],
    [
      '84.500 km',
      undefined,
      ' km',
      ', and decimal: "," if "." stands between thousands, decimal: "." if it stands before decimals',
    ],
    ['84.500km', ',', 'km'],
    ['120 Stück', undefined, ' Stück'],
    ['7,5 %', undefined, ' %', ', and decimal: ","'],
    ['7,5 %', ',', ' %'],
    ['12 €', undefined, ' €'],
    ['80,00 €', undefined, ' €', ', and decimal: ","'],
    ['80,00 €', '.', ' €', ', and decimal: ","'],
    ['80.00 EUR', ',', ' EUR', ', and decimal: "."'],
    ['€ 80', ',', '€ '],
    ['€ 80', '.', '€ '],
    ['€ 12.50', undefined, '€ ', ', and decimal: "."'],
    ["1'200 CHF", undefined, ' CHF'],
    ['1.250,- €', ',', ',- €'],
    ['50,--', undefined, ',--'],
    ['172 cm', undefined, ' cm'],
    ['3 Std.', undefined, ' Std.'],
  ])('is not read, with the expression that removes the unit: %s (%s)', (text, decimal, unit, more = '') => {
    const [currency] = /€|EUR|CHF/.exec(unit) ?? [];
    const condition = currency === undefined ? '' : `, if the field is in ${currency}`;
    expect(hintOf(text, decimal)).toBe(
      `remove ${JSON.stringify(unit.trim())} before it is read${condition}: write from: '$replace(PATH, ${JSON.stringify(unit)}, "")' with the path in place of PATH${more}`,
    );
  });

  it('has both parts removed, and no space that looks like another', () => {
    expect(hintOf("CHF 1'250.–")).toBe(
      `remove "CHF" and ".–" before it is read, if the field is in CHF: write from: '$replace($replace(PATH, "CHF ", ""), ".–", "")' with the path in place of PATH`,
    );
    expect(hintOf('80,00\u00a0€', ',')).toContain('"\\u00a0€"');
  });

  it.each([
    '87 Tkm',
    '120k',
    '5 Mio',
    '5 m',
    'km',
    '12 bis 15 km',
    '1..2',
    '1.2.3 km',
    'ca. 120.000',
    '-',
    '12 x 4',
  ])('is not one by its words: %s', text => {
    expect(hintOf(text, ',')).toBeUndefined();
  });
});
