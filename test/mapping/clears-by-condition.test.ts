import { describe, expect, it } from 'vitest';
import { fieldMapping, parse } from './evaluate-yaml.ts';

const code = 'mapping/clears-by-condition';

function warnings(rule: string): readonly string[] {
  const { mapping, diagnostics } = parse(fieldMapping(rule));
  expect(mapping).toBeDefined();
  return diagnostics.filter(each => each.code === code).map(each => each.message);
}

const from = (expression: string, rest: string) => `{from: '${expression}', ${rest}}`;

describe('a rule that clears if a condition is false', () => {
  it.each([
    'feld = "allergien" ? wert',
    '(feld = "allergien" ? wert)',
    'feld = "allergien" and neu ? wert',
    'feld in ["allergien", "a"] ? wert',
    '$exists(neu) ? wert',
    '$not(alt) ? wert',
    '$contains(feld, "allerg") ? wert',
    'geaendert ? wert',
    '($f := feld; $f = "allergien" ? wert)',
    '$uppercase(feld = "allergien" ? wert)',
    '(feld = "allergien" ? wert) ~> $trim',
    'daten.(feld = "allergien" ? wert)',
    'aenderungen[feld = "allergien"].wert',
    'aenderungen[feld = "allergien"][0].wert',
    'aenderungen[neu].wert',
    '$$[feld = "allergien"].wert',
    '$[feld != "x"].wert',
    '$filter(aenderungen, function($x){$x.feld = "a"}).wert',
    '$trim(aenderungen[feld = "allergien"].wert)',
    'feld = "allergien" ? aenderungen[0].wert',
    'feld = "a" ? wert : feld = "b" ? wert2',
  ])('is reported: %s', expression => {
    expect(warnings(from(expression, 'whenMissing: clear'))).toHaveLength(1);
    expect(warnings(from(expression, 'whenMissing: clear, because: the sender sends all'))).toEqual([]);
    expect(warnings(from(expression, 'whenMissing: skip'))).toEqual([]);
    expect(warnings(from(expression, 'whenEmpty: clear'))).toEqual([]);
    expect(warnings(from(expression, 'required: true'))).toEqual([]);
  });

  it.each([
    'feld = "a" ? wert : null',
    'feld = "a" ? wert : ""',
    'feld != "a" ? null : wert',
    'alt ? "" : wert',
  ])('is reported if it returns an empty value: %s', expression => {
    expect(warnings(from(expression, 'whenEmpty: clear'))).toHaveLength(1);
    expect(warnings(from(expression, 'whenMissing: clear'))).toEqual([]);
  });

  it('is reported for a template, and for a table that treats every other value as missing', () => {
    expect(warnings(`{template: "x{feld = 'a' ? wert}", whenMissing: clear}`)).toHaveLength(1);
    expect(warnings('{from: wert, values: {a: b}, otherwise: null, whenMissing: clear}')).toHaveLength(1);
    expect(warnings('{from: wert, values: {a: null}, otherwise: x, whenMissing: clear}')).toEqual([]);
    expect(warnings('{from: wert, values: {a: b}, otherwise: null}')).toEqual([]);
  });

  it('is reported with the condition as written', () => {
    expect(warnings(from('feld = "allergien" ? wert', 'whenMissing: clear'))).toEqual([
      'every event for which feld = "allergien" is false deletes f',
    ]);
  });
});

describe('a rule that clears if the payload has no value', () => {
  it.each([
    'allergien',
    'kontakt.allergien',
    '$answers.allergien',
    'liste[0]',
    'liste[-1].wert',
    '$uppercase(allergien)',
    'a ? a : b',
    'a ?: b',
    'a ?? b',
    '$exists(a) ? a : b',
    '$exists(a) ? a',
    'a ? a',
    'feld = "x" ? a : b',
    '$trim(a)',
    'vorname & " " & name',
    '$join(liste, ", ")',
    '$lookup(daten, "a")',
    'a.b.c',
    '`mit leer`',
    '$string(a)',
    '$count(liste[a = 1])',
    '$replace(a, "x", "y")',
    'feld = "x" ? "a" : "b"',
    '$map(liste, function($x){$x.a})',
  ])('is not reported: %s', expression => {
    expect(warnings(from(expression, 'whenMissing: clear'))).toEqual([]);
    expect(warnings(from(expression, 'whenEmpty: clear'))).toEqual([]);
  });
});
