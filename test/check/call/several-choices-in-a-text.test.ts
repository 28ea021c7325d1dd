import { describe, expect, it } from 'vitest';
import { choiceFault } from '../../../src/check/call/field-value.ts';
import { nearestValue, valuesAlike } from '../../../src/diagnostics/nearest-value.ts';
import { tableHint } from '../../../src/mapping/evaluate/table-hint.ts';
import type { Rule } from '../../../src/mapping/mapping.ts';
import { expressionOf } from '../../expressions/expression-of.ts';
import { fieldMapping, mappingOf } from '../../mapping/evaluate-yaml.ts';
import { fieldOf } from '../catalog.ts';

const interests = ['Haarschnitt', 'Farbe', 'Pflege', 'Styling'];

function ruleWith(keys: readonly string[]): Rule {
  const table = JSON.stringify(Object.fromEntries(keys.map(key => [key, key])));
  const [field] = mappingOf(fieldMapping(`{from: a, values: ${table}, ignoreCase: true}`)).additionalFields;
  if (!field) throw new Error('no field');
  return field.rule;
}

/** Follows a hint: evaluates the expression that it says to write, for the values of an event. */
async function followed(hint: string | undefined, value: unknown): Promise<unknown> {
  const [, quoted, plain] =
    /write from: (?:'(.+?)'(?=[ ,;])|(\$split\(PATH, ".*?"\)))/.exec(hint ?? '') ?? [];
  const source = (quoted ?? plain ?? '').replaceAll('PATH', 'a');
  const split = [await expressionOf(source).evaluate({ input: { a: value }, bindings: {} })].flat();
  return split.map(each => String(each).trim());
}

const texts: readonly (readonly [string | readonly string[], readonly string[]])[] = [
  ['Farbe und Pflege', ['Farbe', 'Pflege']],
  ['Farbe / Pflege', ['Farbe', 'Pflege']],
  ['Farbe/Pflege/Styling', ['Farbe', 'Pflege', 'Styling']],
  ['Farbe & Pflege', ['Farbe', 'Pflege']],
  ['Farbe | Pflege', ['Farbe', 'Pflege']],
  ['Farbe + Pflege', ['Farbe', 'Pflege']],
  ['Farbe • Pflege', ['Farbe', 'Pflege']],
  ['Farbe, Pflege und Styling', ['Farbe', 'Pflege', 'Styling']],
  ['Farbe; Pflege / Styling', ['Farbe', 'Pflege', 'Styling']],
  ['Farbe et Pflege', ['Farbe', 'Pflege']],
  ['Farbe oder Pflege', ['Farbe', 'Pflege']],
];

describe('the hint for a text with several values', () => {
  it.each(texts)('of a table splits it, so that none is lost: %j', async (text, parts) => {
    const hint = tableHint([String(text)], ruleWith(interests));
    expect(hint).toContain('to look up each part of it');
    expect(await followed(hint, text)).toEqual(parts);
    expect(await followed(hint, 'Farbe, Styling')).toEqual(['Farbe', 'Styling']);
    expect(await followed(hint, ['Farbe', 'Styling'])).toEqual(['Farbe', 'Styling']);
  });

  it('of a table does not split one answer with a condition', () => {
    const rule = ruleWith(['Ja', 'Nein', 'nur anonym']);
    for (const text of ['Ja, aber nur ohne Gesicht', 'Nein, danke', 'Oui, mais anonyme'])
      expect(tableHint([text], rule)).not.toContain('to look up each part of it');
  });

  it.each([
    ...texts.filter(([text]) => text !== 'Farbe | Pflege'),
    [
      ['Haarschnitt', 'Farbe und Pflege'],
      ['Haarschnitt', 'Farbe', 'Pflege'],
    ] as const,
  ])('of a field with choices splits it: %j', async (text, parts) => {
    const field = fieldOf({ keyName: 'interests', type: 'checkbox_group', selectItems: interests });
    const elements = typeof text === 'string' ? [text] : text;
    const hint = choiceFault(field, { text: elements.join(','), elements, origin: 'data' })?.hint;
    expect(await followed(hint, text)).toEqual(parts);
    expect(await followed(hint, 'Farbe, Styling')).toEqual(['Farbe', 'Styling']);
  });

  it.each(['Farbe & Pflege', 'Farbe / Pflege, Styling'])(
    'does not split a choice that has the sign: %s',
    async text => {
      const choices = ['Farbe & Pflege', 'Farbe, kurz', 'Pflege', 'Styling', 'Farbe'];
      const field = fieldOf({ keyName: 'interests', type: 'checkbox_group', selectItems: choices });
      const hint = choiceFault(field, { text, elements: [text], origin: 'data' })?.hint ?? '';
      expect(hint).not.toContain('[,;');
      expect(hint).not.toContain('did you mean');
    },
  );

  it.each([
    ['selection', 'Farbe und Pflege', interests],
    ['selection', 'Leipzig', ['Leipzig Mitte', 'Leipzig Süd', 'Halle']],
    ['selection', 'lockig bis kraus', ['glatt', 'wellig', 'lockig', 'kraus']],
    ['checkbox_group', 'Farbe und Pflege bitte', interests],
    ['selection', 'leipzig', ['Salon Leipzig', 'Leipzig Süd']],
    ['selection', 'E-Mail oder SMS', ['Telefon', 'E-Mail', 'SMS']],
  ] as const)('guesses none of those that fit alike: %s %s', (type, text, choices) => {
    const field = fieldOf({ keyName: 'f', type, selectItems: choices });
    for (const origin of ['data', 'mapping'] as const) {
      const fault = choiceFault(field, { text, origin });
      expect(fault?.hint).toContain('alike: have the sender send one of them');
      expect(fault?.hintForLiteral).toContain('write one of them');
      expect(fault).not.toHaveProperty('meant');
    }
    expect(tableHint([text], ruleWith(choices))).not.toContain('did you mean');
    expect(nearestValue(text, choices)).toEqual([]);
  });

  it.each([
    ['Farbee', interests, 'Farbe'],
    ['Leipzig Mite', ['Leipzig Mitte', 'Leipzig Süd'], 'Leipzig Mitte'],
    ['Leipzig', ['Leipzig Mitte', 'Halle'], 'Leipzig Mitte'],
    ['Leipzig Mitte (Markt)', ['Leipzig', 'Leipzig Mitte'], 'Leipzig Mitte'],
    ['lokcig', ['glatt', 'lockig', 'kraus'], 'lockig'],
    ['Techniker', ['Techniker Krankenkasse', 'AOK'], 'Techniker Krankenkasse'],
    ['farbe', interests, 'Farbe'],
    ['Pflege (kurz)', interests, 'Pflege'],
    ['Newsletters', ['Newsletter', 'SMS'], 'Newsletter'],
  ])('names the only one that fits: %s', (text, choices, meant) => {
    expect(nearestValue(text, choices)).toEqual([meant]);
    expect(valuesAlike(text, choices)).toEqual([]);
  });
});
