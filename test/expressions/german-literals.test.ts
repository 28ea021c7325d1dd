import { describe, expect, it } from 'vitest';
import { expressionOf } from './expression-of.ts';

const codes = new Set(['mapping/ambiguous-value', 'check/texts-in-order', 'check/never-equal']);

function found(source: string) {
  return expressionOf(source).warnings.filter(({ diagnostic }) => codes.has(diagnostic.code));
}

describe('a point between the thousands of a number', () => {
  it.each([
    ['Umsatz > 1.000 ? "VIP" : "x"', 'Umsatz > 1000 ? "VIP" : "x"'],
    ['$number(Umsatz, ",") >= 1.500', '$number(Umsatz, ",") >= 1500'],
    ['Betrag > 10.000', 'Betrag > 10000'],
    ['1.000 < Umsatz', '1000 < Umsatz'],
    ['Umsatz <= 1.999', 'Umsatz <= 1999'],
    ['Umsatz = 2.500', 'Umsatz = 2500'],
    ['x = 1 and (Umsatz > 1.000)', 'x = 1 and (Umsatz > 1000)'],
  ])('is reported in %s', (source, meant) => {
    const [warning, ...more] = found(source);
    expect(warning?.diagnostic.severity).toBe('warning');
    expect(warning?.meant).toBe(meant);
    expect(more).toEqual([]);
  });

  it.each([
    'Umsatz > 1000',
    'Gewicht > 1.5',
    'Gewicht > 1.125',
    'rate >= 0.500',
    'rate >= 0.999',
    'x > 3.141',
    'x > 1.0000',
    'x > 1.00',
    'x * 1.190',
    'version = "1.000"',
    'Umsatz > 12345.670',
  ])('is not reported in %s', source => {
    expect(found(source)).toEqual([]);
  });

  it('is not kept in the advice about the text', () => {
    const hints = expressionOf('Umsatz > 1.000').warnings.map(({ diagnostic }) => diagnostic.hint);
    expect(hints.join(' ')).toContain('$number(Umsatz) > 1000');
    expect(hints.join(' ')).not.toContain('$number(Umsatz) > 1.000');
  });
});

describe('a date of $date that is compared with a date in another form', () => {
  it.each([
    ['$date(d, {"parse": "dd.MM.yyyy"}) < "01.01.2026" ? "a" : "b"', 'check/texts-in-order', '"2026-01-01"'],
    ['"1.6.2026" <= $date(d)', 'check/texts-in-order', '"2026-06-01"'],
    ['$date(d) > "01/06/2026"', 'check/texts-in-order', 'yyyy-MM-dd'],
    ['$date(d, {"parse": "dd.MM.yyyy"}) = "15.12.2026"', 'check/never-equal', '"2026-12-15"'],
    ['$date(d, {"format": "dd.MM.yyyy"}) >= "01.06.2026"', 'check/texts-in-order', 'yyyy-MM-dd'],
    ['$date(a, {"format": "dd.MM.yyyy"}) < $date(b, {"format": "dd.MM.yyyy"})', 'check/texts-in-order', ''],
  ])('is reported: %s', (source, code, hint) => {
    const [warning, ...more] = found(source);
    expect(warning?.diagnostic.code).toBe(code);
    expect(warning?.diagnostic.hint).toContain(hint);
    expect(more).toEqual([]);
  });

  it.each([
    '$date(d) < "2026-01-01"',
    '$date(d, {"parse": "dd.MM.yyyy"}) >= $date($now())',
    '$date(d, {"format": "dd.MM.yyyy"}) = "15.12.2026"',
    '$date(d, {"format": "yyyy-MM"}) >= "2026-01"',
    '$date(d, {"format": "yyyy"}) < "2026"',
    '$date(a) < $date(b)',
    '$date(d) = ""',
  ])('is not reported otherwise: %s', source => {
    expect(found(source)).toEqual([]);
  });
});
