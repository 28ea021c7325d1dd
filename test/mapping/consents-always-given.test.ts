import { describe, expect, it } from 'vitest';
import {
  bookingData,
  bookingMapping,
  evaluateYaml,
  fieldMapping,
  parse,
  requestOf,
} from './evaluate-yaml.ts';

/** Returns the diagnostics for a rule of the marketing consent. */
function reported(rule: string) {
  return parse(bookingMapping(`  marketing: ${rule}\n`)).diagnostics;
}

function codes(rule: string): readonly string[] {
  return reported(rule).map(({ code }) => code);
}

const invented = ['mapping/invented-consent'];

describe('a consent that is given for every answer', () => {
  it.each([
    `'x = "ja" ? true : true'`,
    `'x = "ja" or true'`,
    `'true or x'`,
    '$not(false)',
    '$not($not(true))',
    `'x = "ja" ? "ja" : "Ja"'`,
    `'x ? 1 : "1"'`,
    `'$not(x and false)'`,
    `'x = "ja" ? true : $not(x = "ja")'`,
    `'x = "ja" ? true : x = "nein" ? "ja" : true'`,
    `{from: 'x = "ja" ? true : true', as: boolean}`,
    `{template: '{x = "ja" ? "ja" : "ja"}'}`,
    `{from: 'x = "ja" ? "a" : "b"', values: {a: true, b: ja}}`,
    `{from: 'x ? "a" : "b"', values: {A: true, B: true}, ignoreCase: true}`,
    `'$exists("nein")'`,
    `'"a" = "a"'`,
  ])('is reported: %s', rule => {
    expect(codes(rule)).toEqual(invented);
    expect(reported(rule)[0]?.message).toMatch(/for everybody, whatever they answered|who was not asked/);
  });

  it.each([`'x != "a" or x != "nein"'`, `'x = "ja" or $exists(x)'`, `'$not(x) or x'`, `'x = x'`])(
    'is reported if every answer gives it: %s',
    rule => {
      expect(reported(rule).map(({ message }) => message)).toEqual([
        'the rule says yes to marketing whatever x is',
      ]);
    },
  );

  it.each([
    `'x ?? true'`,
    `'x ?: "ja"'`,
    `'x = "nein" ? false : true'`,
    `'$not(x = "nein")'`,
    `'$lowercase(x) = "nein" ? false : true'`,
    `'$contains(x, "nein") ? "nein" : "ja"'`,
    `'$exists(x) ? x : true'`,
    `'$answers.x ?? 1'`,
  ])('is reported if the person was not asked: %s', rule => {
    expect(reported(rule)[0]?.message).toMatch(
      /^the rule says yes to marketing for a person who was not asked: an event without (\$answers\.)?x$/,
    );
  });

  it.each([
    'x',
    `'x = "ja"'`,
    `'x = "ja" ? true : false'`,
    `'x = "ja" ? true'`,
    `'x != "nein"'`,
    '$exists(x)',
    '$not(x)',
    `'x ?? false'`,
    `'x = "ja" or y = "ja"'`,
    `{from: 'x = "ja" ? "a" : "b"', values: {a: true, b: false}}`,
    `{from: 'x = "nein" ? false : true', because: "asked on paper"}`,
    `{from: 'x or true', because: "asked on paper"}`,
    `'x = "ja" ? "nein" : false'`,
  ])('is not reported if an answer decides, or if a reason is given: %s', rule => {
    expect(codes(rule)).not.toContain('mapping/invented-consent');
  });

  it.each([
    [`'x = "ja" ? true : true'`, { ja: 'true', nein: 'false' }],
    [`'x = "ja" or true'`, { ja: 'true', nein: 'false', on: 'true' }],
    [`'x = "Ich stimme zu" ? true : true'`, { 'Ich stimme zu': 'true', nein: 'false', Nö: 'false' }],
    [`'optout = "ja" or true'`, { ja: 'false', nein: undefined }],
    [`'x = "nein" ? false : true'`, { ja: 'true', nein: 'false' }],
    [`'x != "a" or x != "nein"'`, undefined],
  ])('is correct after the hint was followed: %s', async (rule, answers) => {
    const [first] = reported(rule);
    const line = /write (marketing: (?:\{.*\}|\S+?))(?:, (?:which|with)|; if)/.exec(first?.hint ?? '')?.[1];
    if (answers === undefined) expect(line).toBeUndefined();
    for (const [answer, sent] of Object.entries(answers ?? {})) {
      const text = bookingMapping(`  ${line}\n`);
      expect(parse(text).diagnostics).toEqual([]);
      const payload = { ...bookingData, x: answer, optout: answer };
      const request = requestOf(await evaluateYaml(text, { payload })) as { marketing?: string };
      expect(request.marketing, answer).toBe(sent);
      expect(requestOf(await evaluateYaml(text, { payload: bookingData }))).not.toHaveProperty('marketing');
    }
  });
});

const same = ['expression/always-same'];

describe('a rule whose condition changes nothing', () => {
  it.each([
    [`'x = "ja" ? "VIP" : "VIP"'`, same],
    [`'x ? 1 : 1'`, same],
    [`'x = "a" and x = "b"'`, same],
    [`'x = "ja" or true'`, same],
    [`'x = "ja" ? "VIP" : "Gast"'`, []],
    [`'x = "ja" ? "VIP"'`, []],
    [`'x ?? "Gast"'`, []],
    [`{from: 'x = "ja" ? 1 : 1', because: "both count"}`, []],
  ])('is reported: %s', (rule, expected) => {
    expect(parse(fieldMapping(rule)).diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it('is reported for a consent that is always refused', () => {
    expect(codes(`'x = "ja" and false'`)).toEqual(same);
  });
});

describe('a condition of the mapping', () => {
  const whenTold = (when: string) =>
    parse(fieldMapping('x', `when: ${when}\n`)).diagnostics.map(({ code, message }) => [code, message]);

  it.each([
    `'typ = "a" or true'`,
    '$not(false)',
    `'typ != "a" or typ != "b"'`,
    `'typ = "a" ? true : true'`,
    `'"typ" = "typ"'`,
    `'typ = typ'`,
  ])('is reported if it is always true: %s', when => {
    expect(whenTold(when)).toEqual([
      ['expression/always-same', expect.stringMatching(/^when is true for every event/)],
    ]);
  });

  it.each([`'typ = "a" and typ = "b"'`, '$not(true)', `'typ = "a" and false'`])(
    'is reported if it is never true: %s',
    when => {
      expect(whenTold(when)).toEqual([
        ['expression/always-same', 'when is false for every event, so the mapping never applies'],
      ]);
    },
  );

  it.each([
    'true',
    'false',
    'typ',
    '$exists(typ)',
    `'typ = "a"'`,
    `'typ != "a"'`,
    `'typ != "a" and typ != "b"'`,
    `'typ = "a" or typ = "b"'`,
    `'$not(typ = "a")'`,
    `'typ in ["a", "b"]'`,
    `'$exists(typ) and typ != ""'`,
    `'$event.type = "a"'`,
    `'$exists(number) or topic in ["a", "b"]'`,
  ])('is not reported if the event decides, or if it is already reported: %s', when => {
    expect(whenTold(when)).toEqual([]);
  });
});
