import { describe, expect, it } from 'vitest';
import { convertDate } from '../../src/expressions/convert/convert-date.ts';
import { patternFault } from '../../src/expressions/date-pattern.ts';
import { fieldMapping, fieldOf, parse } from './evaluate-yaml.ts';

function read(text: string, parse: readonly string[], format = 'yyyy-MM-dd', zone?: string): unknown {
  const converted = convertDate(text, { parse, format, zone });
  return 'value' in converted ? converted.value : 'none';
}

describe('parse: spreadsheet', () => {
  it('reads the day numbers of a spreadsheet, with their hours', () => {
    expect(read('45987', ['spreadsheet'])).toBe('2025-11-26');
    expect(read('32581.5', ['spreadsheet'], 'dd.MM.yyyy HH:mm')).toBe('14.03.1989 12:00');
    expect(read('32581,75', ['spreadsheet'], 'HH:mm')).toBe('18:00');
    expect(read('45987.9999999', ['spreadsheet'], 'yyyy-MM-dd HH:mm:ss')).toBe('2025-11-26 23:59:59');
  });

  it('is the same date in every zone', () => {
    for (const zone of ['America/Los_Angeles', 'Pacific/Auckland', 'Europe/Berlin', 'UTC'])
      expect(read('45987', ['spreadsheet'], 'yyyy-MM-dd HH:mm', zone)).toBe('2025-11-26 00:00');
  });

  it('reads no year, no seconds and no text', () => {
    for (const text of ['2024', '1700000000', '99999', '-45987', '45987x', ''])
      expect(read(text, ['spreadsheet'])).toBe('none');
  });

  it('may stand beside other formats', () => {
    const all = ['dd.MM.yyyy', 'X', 'spreadsheet'];
    expect(read('26.11.2025', all)).toBe('2025-11-26');
    expect(read('45987', all)).toBe('2025-11-26');
    expect(read('1764115200', all)).toBe('2025-11-26');
    const { diagnostics } = parse(fieldMapping('{from: a, as: date, parse: [dd.MM.yyyy, spreadsheet, X]}'));
    expect(diagnostics).toEqual([]);
  });

  it('accepts numbers and texts of the payload', async () => {
    for (const a of [45987, '45987', ' 45987.25 ']) {
      const sent = await fieldOf('{from: a, as: date, parse: spreadsheet}', { a });
      expect(sent).toMatchObject({ set: { text: '2025-11-26' } });
    }
  });

  it('is not allowed as a format', () => {
    expect(patternFault('spreadsheet')).toBeUndefined();
    for (const [rule, head] of [
      ['{from: a, as: date, format: spreadsheet}', ''],
      ['a', 'defaults: {format: spreadsheet}\n'],
    ] as const) {
      expect(parse(fieldMapping(rule, head)).diagnostics).toMatchObject([{ severity: 'error' }]);
    }
  });
});
