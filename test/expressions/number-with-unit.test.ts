import { describe, expect, it } from 'vitest';
import { convertNumber, type DecimalSign } from '../../src/expressions/convert/convert-number.ts';

function hintOf(text: string, decimal?: DecimalSign): string | undefined {
  const converted = convertNumber(text, decimal);
  return 'fault' in converted ? converted.hint : undefined;
}

describe('a number with its unit', () => {
  it.each<[string, DecimalSign | undefined, string]>([
    ['84.500 km', ',', ' km'],
    ['84.500 km', undefined, ' km'],
    ['84.500km', ',', 'km'],
    ['120 Stück', undefined, ' Stück'],
    ['7,5 %', undefined, ' %'],
    ['12 €', undefined, ' €'],
    ['€ 12.50', undefined, '€ '],
    ["1'200 CHF", undefined, ' CHF'],
    ['172 cm', undefined, ' cm'],
    ['3 Std.', undefined, ' Std.'],
  ])('is not read, with the expression that removes the unit: %s', (text, decimal, unit) => {
    expect(hintOf(text, decimal)).toBe(
      `remove ${JSON.stringify(unit.trim())} before it is read: write from: '$replace(PATH, ${JSON.stringify(unit)}, "")' with the path in place of PATH`,
    );
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
