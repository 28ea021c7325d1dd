import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceOf, chosenParts } from '../../../src/check/call/choices/choices.ts';
import {
  choiceFault,
  doubtfulChoices,
  inAccountSpelling,
  ofLiteral,
  separatorFault,
} from '../../../src/check/call/field-value.ts';
import { fieldOf } from '../catalog.ts';

const interests = ['Haare', 'Nägel', 'Massage'];
const services = ['Massage, 60 Min.', 'Massage, 90 Min.', 'Farbe & Strähnen'];
const nested = ['Haare', 'Haare, kurz', 'Haare, lang', 'kurz', 'Bart'];

/** Returns the sent text, or the refused parts. */
function sent(
  selectItems: readonly string[],
  text: string,
  separator?: string,
  elements?: readonly string[],
) {
  const field = fieldOf({ keyName: 'x', type: 'checkbox_group', selectItems });
  const value = { text, ...(separator && { separator }), ...(elements && { elements }) };
  const parts = chosenParts(value, selectItems);
  return 'outside' in parts ? parts.outside : inAccountSpelling(field, value);
}

describe('several choices in one text', () => {
  it.each([
    ['Haare, Massage', 'Haare,Massage'],
    ['Haare,Massage', 'Haare,Massage'],
    ['Haare , Massage', 'Haare,Massage'],
    ['Haare; Massage', 'Haare,Massage'],
    ['Haare;Massage', 'Haare,Massage'],
    ['Haare | Massage', 'Haare,Massage'],
    ['Haare|Massage', 'Haare,Massage'],
    ['Haare\nMassage', 'Haare,Massage'],
    ['Haare\r\nMassage\r\n', 'Haare,Massage'],
    ['Haare,\u00a0Massage', 'Haare,Massage'],
    ['\u00a0Haare\u00a0,\u2009Massage\u3000', 'Haare,Massage'],
    ['\u200bHaare,\ufeffMassage', 'Haare,Massage'],
    ['Haare,,Massage', 'Haare,Massage'],
    [',Haare, ,Massage,', 'Haare,Massage'],
    ['Haare, Haare, Massage', 'Haare,Massage'],
    ['Massage, Haare, Massage', 'Massage,Haare'],
    ['Na\u0308gel, Haare', 'Nägel,Haare'],
    ['\tHaare\t', 'Haare'],
    ['Massage', 'Massage'],
    ['Nägel; Haare | Massage', 'Nägel,Haare,Massage'],
  ])('are sent as the account writes them, with only the separator between them: %j', (text, expected) => {
    expect(sent(interests, text)).toBe(expected);
  });

  it.each([
    ['Haare, Bart', ['Bart']],
    ['haare, Massage', ['haare']],
    ['Haare Massage', ['Haare Massage']],
    ['HaareMassage', ['HaareMassage']],
    ['Haare/Massage', ['Haare/Massage']],
    ['Haare und Massage', ['Haare und Massage']],
    ['Haare, Massage 60', ['Massage 60']],
    ['Haare.Massage', ['Haare.Massage']],
    [',', [',']],
    [' ; ', [' ; ']],
    ['Haa\u200bre', ['Haa\u200bre']],
    ['Haare & Massage, Bart', ['Haare & Massage', 'Bart']],
  ])('are refused if one of them is not a choice: %j', (text, outside) => {
    expect(sent(interests, text)).toEqual(outside);
  });

  it.each([
    ['Massage, 60 Min., Farbe & Strähnen', 'Massage, 60 Min.;Farbe & Strähnen'],
    ['Massage, 60 Min.; Farbe & Strähnen', 'Massage, 60 Min.;Farbe & Strähnen'],
    ['Massage, 60 Min.,Massage, 90 Min.', 'Massage, 60 Min.;Massage, 90 Min.'],
    ['Farbe & Strähnen,Massage, 90 Min.,', 'Farbe & Strähnen;Massage, 90 Min.'],
    ['Massage, 60 Min.', 'Massage, 60 Min.'],
  ])("are split at the ends of the account's choices: %j", (text, expected) => {
    expect(sent(services, text, ';')).toBe(expected);
  });

  it.each([
    ['Massage', ['Massage']],
    ['Massage, Farbe & Strähnen', ['Massage']],
    ['60 Min., Farbe & Strähnen', ['60 Min.']],
  ])('are not parts of a choice: %j', (text, outside) => {
    expect(sent(services, text, ';')).toEqual(outside);
  });

  it.each([
    ['Haare / Massage', ' / ', 'Haare / Massage'],
    ['Haare/Massage', '/', 'Haare/Massage'],
    ['Haare und Massage', ' und ', 'Haare und Massage'],
    ['Haare Massage', ' ', 'Haare Massage'],
    ['Haare+Massage', '+', 'Haare+Massage'],
    ['Haare, Massage', '+', 'Haare+Massage'],
  ])('may have the separator of the rule between them: %j', (text, separator, expected) => {
    expect(sent(interests, text, separator)).toBe(expected);
  });

  it('are the longest ones if there are two readings, which is reported', () => {
    const field = fieldOf({ keyName: 'x', type: 'checkbox_group', selectItems: nested });
    for (const [text, chosen, isDoubtful] of [
      ['Haare, kurz', ['Haare, kurz'], true],
      ['Haare, kurz, Bart', ['Haare, kurz', 'Bart'], true],
      ['Haare; kurz', ['Haare', 'kurz'], false],
      ['Haare, lang', ['Haare, lang'], false],
      ['Haare, Bart', ['Haare', 'Bart'], false],
    ] as const) {
      expect(chosenParts({ text }, nested), text).toMatchObject({ chosen });
      const codes = doubtfulChoices(field, { text, separator: '|' }).map(({ code }) => code);
      expect(codes, text).toEqual(isDoubtful ? ['check/ambiguous-choices'] : []);
    }
  });
});

describe('the elements of a list', () => {
  const list = (...elements: string[]) => sent(interests, elements.join(','), undefined, elements);

  it('are trimmed, and each is sent once', () => {
    expect(list('Haare\u00a0', ' Massage')).toBe('Haare,Massage');
    expect(list('\u200bHaare', 'Haare', 'Nägel\n')).toBe('Haare,Nägel');
    expect(list('Haare, Massage', 'Nägel')).toBe('Haare,Massage,Nägel');
    expect(list('Haare', 'Bart')).toEqual(['Bart']);
  });

  it('are each one choice if they are spelt exactly, whatever other readings there are', () => {
    const of = (...elements: string[]) => chosenParts({ text: elements.join(','), elements }, nested);
    expect(of('Haare, kurz')).toEqual({ chosen: ['Haare, kurz'] });
    expect(of('Haare', 'kurz')).toEqual({ chosen: ['Haare', 'kurz'] });
    expect(of('Haare, lang', 'Haare')).toEqual({ chosen: ['Haare, lang', 'Haare'] });
  });
});

describe('blanks in the choices of the account', () => {
  it('are sent unchanged', () => {
    expect(choiceOf('auf Anfrage', ['sofort', ' auf Anfrage\u00a0'])).toBe(' auf Anfrage\u00a0');
    expect(sent(['Haare ', 'Bart'], 'Haare, Bart')).toBe('Haare ,Bart');
  });

  it('distinguish two choices that differ only in them', () => {
    expect(choiceOf('Ja ', ['Ja', 'Ja '])).toBe('Ja ');
    expect(choiceOf('Ja', ['Ja ', 'Ja'])).toBe('Ja');
    expect(choiceOf(' Ja', ['Ja ', 'Ja'])).toBe('Ja');
    expect(choiceOf('Ja', ['Ja ', ' Ja'])).toBeUndefined();
  });
});

/**
 * Choices of arbitrary letters that contain separators. None begins with a separator or differs from another one
 * only by blanks.
 */
const anyChoices = fc
  .uniqueArray(
    fc.string({ unit: fc.constantFrom('a', 'b', 'ä', ' ', ',', ';', '.'), minLength: 1, maxLength: 6 }),
    {
      minLength: 1,
      maxLength: 6,
      selector: each => each.trim(),
    },
  )
  .filter(all => all.every(each => /^[^\s,;]/.test(each) && each === each.trim()));
const anyBlanks = fc.constantFrom('', ' ', '\u00a0', '\t', '\u200b ');

describe('any choices, in any order, with any blanks', () => {
  const anyChosen = anyChoices.chain(choices =>
    fc.record({
      choices: fc.constant(choices),
      chosen: fc.array(fc.constantFrom(...choices), { minLength: 1, maxLength: 5 }),
      blanks: fc.array(anyBlanks, { minLength: 12, maxLength: 12 }),
      sign: fc.constantFrom(',', ';', '|', '\n'),
    }),
  );
  const written = (chosen: readonly string[], blanks: readonly string[]) =>
    chosen.map((each, index) => `${blanks[2 * index]}${each}${blanks[2 * index + 1]}`);

  it('are sent as the elements of a list', () => {
    fc.assert(
      fc.property(anyChosen, ({ choices, chosen, blanks }) => {
        const elements = written(chosen, blanks);
        expect(chosenParts({ text: elements.join(','), elements }, choices)).toEqual({
          chosen: [...new Set(chosen)],
        });
      }),
    );
  });

  it('are the ones in a text, or a second reading is reported', () => {
    fc.assert(
      fc.property(anyChosen, ({ choices, chosen, blanks, sign }) => {
        const parts = chosenParts({ text: written(chosen, blanks).join(sign) }, choices);
        if (!('chosen' in parts)) throw new Error('these are choices');
        if (parts.ambiguous === undefined) expect(parts.chosen).toEqual([...new Set(chosen)]);
      }),
    );
  });
});

describe('hints about choices', () => {
  const field = (selectItems: readonly string[]) =>
    fieldOf({ keyName: 'x', type: 'checkbox_group', selectItems });

  it.each([
    [',', services, 'write as: list and separator: ";" in the rule'],
    [';', ['A; B', 'C'], 'write separator: "|" in place of separator: ";"'],
    ['|', ['A|B', 'C; D'], 'write separator: "," in place of separator: "|"'],
    [' / ', ['A / B', 'C'], 'write separator: ";" in place of separator: " / "'],
    [';', ['A; B', 'C, D', 'E|F'], 'rename the choices in the account'],
  ])('name a separator that no choice contains, instead of %j', (separator, choices, hint) => {
    expect(separatorFault(field(choices), separator)?.hint).toBe(hint);
  });

  it.each([
    ['Haare/Massage', '/'],
    ['Haare / Nägel / Massage', '/'],
    ['Haare + Massage', '+'],
    ['Haare & Massage', '&'],
    ['Haare • Massage', '•'],
    ['Haare und Massage', ' und '],
    ['Haare and Massage', ' and '],
    ['Haare - Massage', ' - '],
  ])('say how to split a text: %j', (text, sign) => {
    const hint = choiceFault(field(interests), { text, origin: 'data' })?.hint;
    expect(hint).toBe(
      `"${sign.trim()}" stands between choices: write from: $split(PATH, "${sign}"), with the path of this rule for PATH`,
    );
  });

  it('split nothing if a part is not a choice, nor a literal of the mapping', () => {
    const hintOf = (value: Parameters<typeof choiceFault>[1]) => choiceFault(field(interests), value)?.hint;
    expect(hintOf({ text: 'Haare/Bart', origin: 'data' })).not.toContain('$split');
    expect(hintOf({ text: 'Haare/Massage', origin: 'mapping' })).not.toContain('$split');
  });
});

describe('the hint for a checkbox', () => {
  const box = fieldOf({ keyName: 'newsletter', type: 'checkbox' });
  const table = 'give the rule a look-up table (values) with true or false for each answer';

  it.each(['ja', 'nein', '0', 'on', 'Ja'])('is as: boolean if that reads it: %s', text => {
    expect(choiceFault(box, { text })?.hint).toBe('say as: boolean in the rule of this field');
  });

  it.each([
    ['ja', 'true'],
    ['nein', 'false'],
    ['on', 'true'],
    ['0', 'false'],
  ])('is true or false for a text of the mapping, such as a default: %s', (text, meant) => {
    const hint = `write ${meant} in place of "${text}" in the mapping`;
    expect(choiceFault(box, { text, origin: 'mapping' })?.hint).toBe(hint);
    const literal = choiceFault(box, { text });
    expect(literal && ofLiteral(literal).hint).toBe(hint);
  });

  it.each(['pending', 'unsubscribed', 'newsletter', '2026-01-05', 'Ja, aber nicht per Post', '2'])(
    'is a table if as: boolean does not read it: %s',
    text => {
      expect(choiceFault(box, { text })?.hint).toBe(table);
    },
  );
});
