import { describe, expect, it } from 'vitest';
import { parse } from '../mapping/evaluate-yaml.ts';
import { expressionOf } from './expression-of.ts';

/** Returns the texts of an expression that are reported as impossible results. */
function reported(source: string): readonly string[] {
  return expressionOf(source)
    .warnings.filter(({ diagnostic }) => diagnostic.code === 'expression/impossible-text')
    .map(({ offset, length }) => source.slice(offset, offset + length));
}

/** Returns the suggestion for an expression. */
function meant(source: string): string | undefined {
  return expressionOf(source).warnings.find(
    ({ diagnostic }) => diagnostic.code === 'expression/impossible-text',
  )?.meant;
}

describe('a text that a function never returns', () => {
  it.each([
    ['$lowercase(x) = "Ja"', '$lowercase(x) = "ja"'],
    ['$lowercase($trim(x)) = "Ja"', '$lowercase($trim(x)) = "ja"'],
    ['$trim($lowercase(x)) = "Ja "', '$trim($lowercase(x)) = "ja"'],
    ['"Ja" = $lowercase(x)', '"ja" = $lowercase(x)'],
    ['$lowercase(x) != "Nein"', '$lowercase(x) != "nein"'],
    ['$lowercase(x) in ["ja", "Yes"]', '$lowercase(x) in ["ja", "yes"]'],
    ['"Farbe" in $map(topics, $lowercase)', '"farbe" in $map(topics, $lowercase)'],
    ['"Farbe" in topics.$lowercase($)', '"farbe" in topics.$lowercase($)'],
    ['x ~> $lowercase() = "Ja"', 'x ~> $lowercase() = "ja"'],
    ['x ~> $trim ~> $lowercase = "Ja"', 'x ~> $trim ~> $lowercase = "ja"'],
    ['($lowercase(x)) = ("Ja")', '($lowercase(x)) = ("ja")'],
    ['$uppercase(x) = "de"', '$uppercase(x) = "DE"'],
    ['$uppercase(x) = "Österreich" ? "a" : "b"', '$uppercase(x) = "ÖSTERREICH" ? "a" : "b"'],
    ['$trim(x) = " ja"', '$trim(x) = "ja"'],
    ['$trim(x) = "ja  bitte"', '$trim(x) = "ja bitte"'],
    ['$type(x) = "text"', '$type(x) = "string"'],
    ['$type(x) = "list"', '$type(x) = "array"'],
    ['$type(x) = "String"', '$type(x) = "string"'],
    ['$exists(x) = "true"', '$exists(x) = true'],
    ['$contains(x, "a") = "false"', '$contains(x, "a") = false'],
    ['$substringBefore(mail, "@") = "info@example.com"', '$substringBefore(mail, "@") = "info"'],
    ['$contains($lowercase(x), "Neukunde")', '$contains($lowercase(x), "neukunde")'],
    ['$contains($lowercase(x), /Neu|alt/)', '$contains($lowercase(x), /Neu|alt/i)'],
    ['$replace($lowercase(x), "Ä", "ae")', '$replace($lowercase(x), "ä", "ae")'],
  ])('is reported with a possible text: %s', (source, better) => {
    expect(reported(source)).toHaveLength(1);
    expect(meant(source)).toBe(better);
    expect(reported(better)).toEqual([]);
  });

  it.each([
    ['$substring(plz, 0, 2) = "0431"', '"0431"'],
    ['$date(born) = "31.03.1990"', '"31.03.1990"'],
    ['$phone(tel, "DE") = "0151 23456789"', '"0151 23456789"'],
    ['$exists(x) = "ja"', '"ja"'],
    ['(a = b) = "ja"', '"ja"'],
    ['$not(Type = "…")', '"…"'],
    ['Type != "..."', '"..."'],
    ['Type in ["new", "…"]', '"…"'],
    ['"…" = Type ? "a" : "b"', '"…"'],
    ['refs[system = "…"].ref', '"…"'],
  ])('is reported without a suggestion if none is near: %s', (source, text) => {
    expect(reported(source)).toEqual([text]);
    expect(meant(source)).toBeUndefined();
  });

  it.each([
    '$lowercase(x) = "ja"',
    '$lowercase(x) = "größe 42"',
    '$uppercase(x) = "DE"',
    '$trim(x) = "Ja bitte"',
    'x = "Ja"',
    '$lowercase(x) = y',
    '$substring(plz, 0, 2) = "04"',
    '$substring(x, 4) = "anything at all"',
    '$substringBefore(mail, "@") = "info"',
    '$substringAfter(mail, "@") = "example.com"',
    '$type(x) = "string"',
    '$exists(x) = true',
    '$date(born, {"format": "dd.MM.yyyy"}) = "31.03.1990"',
    '$date(born) = "1990-03-31"',
    '$contains($lowercase(x), /Neu/i)',
    '$contains($lowercase(x), /\\S+ neu/)',
    '$contains($trim(x), " ")',
    '$now("[D01].[M01].[Y0001]") = "31.03.2026"',
    '$lowercase(x) = "ja" and y = "Ja"',
    '$lookup(table, $lowercase(x)) = "Ja"',
  ])('is not reported if it may be equal: %s', source => {
    expect(reported(source)).toEqual([]);
  });
});

describe('a key of a table that the function in from never returns', () => {
  function keys(rule: string): readonly string[] {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  customerStatus: ${rule}\n`;
    return parse(text).diagnostics.flatMap(({ code, message }) =>
      code === 'expression/impossible-text' ? (/key "([^"]*)"/.exec(message)?.[1] ?? message) : [],
    );
  }

  it.each([
    ['{from: $lowercase(x), values: {Gold: VIP, silver: Neu}}', ['Gold']],
    ['{from: $uppercase(x), values: {gold: VIP}, otherwise: null}', ['gold']],
    ['{from: "$trim(x)", values: {"gold ": VIP}}', ['gold␠']],
    ['{from: "$substring(x, 0, 1)", values: {G: VIP, Si: Neu}}', ['Si']],
    ['{from: $lowercase(x), values: {Gold: VIP}, ignoreCase: true}', []],
    ['{from: $lowercase(x), values: {gold: VIP, silver: Neu}}', []],
    ['{from: x, values: {Gold: VIP}}', []],
  ])('is reported: %s', (rule, expected) => {
    expect(keys(rule)).toEqual(expected);
  });
});
