import { describe, expect, it } from 'vitest';
import { numberFormat, writeNumber } from '../../src/expressions/convert/number-format.ts';
import { fieldMapping, fieldOf, parse } from './evaluate-yaml.ts';

function written(plain: string, format: string): string {
  const read = numberFormat(format);
  if (!read) throw new Error(format);
  return writeNumber(plain, read);
}

describe('the format of a number', () => {
  it.each([
    ['1250.5', '1234.50', '1250.50'],
    ['1250.5', '1.234,50', '1.250,50'],
    ['1250.5', '1234,#', '1250,5'],
    ['1250', '1234,#', '1250'],
    ['1250.5', '1234', '1251'],
    ['1250.4', "1'234", "1'250"],
    ['1250.4', '1.234', '1.250'],
    ['999.995', '1234.00', '1000.00'],
    ['0.005', '1234.00', '0.01'],
    ['-0.004', '1234.00', '0.00'],
    ['-1234567.891', '1 234,00', '-1 234 567,89'],
    ['123', '1,234.0', '123.0'],
    ['12345678901234567890.5', '1234.00', '12345678901234567890.50'],
  ])('writes %s as %s: %s', (plain, format, text) => {
    expect(written(plain, format)).toBe(text);
  });

  it.each(['', '0.00', '1.234.5', '1,234,5', '12345', '1234.', 'dd.MM.yyyy', '1234.0000000'])(
    'is not %j',
    format => {
      expect(numberFormat(format)).toBeUndefined();
    },
  );

  it('belongs to a rule with as: number, also for numbers and lists of the payload', async () => {
    const rule = '{from: a, as: number, decimal: ",", format: "1234,50"}';
    expect(await fieldOf(rule, { a: '1.250' })).toEqual({ set: { text: '1250,00', origin: 'data' } });
    expect(await fieldOf(rule, { a: 3 })).toEqual({ set: { text: '3,00', origin: 'data' } });
    expect(await fieldOf('{from: a, as: number}', { a: '3,5' })).toEqual({
      set: { text: '3.5', origin: 'data' },
    });
  });

  it('is reported if it has no effect', () => {
    const { diagnostics } = parse(fieldMapping('{from: a, as: number, format: "0,00"}'));
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['mapping/invalid-rule', '"0,00" does not say how numbers are sent'],
    ]);
  });
});
