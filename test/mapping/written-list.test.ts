import { describe, expect, it } from 'vitest';
import { damagedText } from '../../src/mapping/convert/damaged-text.ts';
import { isJoinedByBar, readWrittenList } from '../../src/mapping/convert/written-list.ts';

const both = ['Farbe', 'Styling'];

describe('a list that a program wrote into one text', () => {
  it.each([
    ['["Farbe","Styling"]', both],
    ["['Farbe', 'Styling']", both],
    [' [ \'Farbe\' , "Styling" ] ', both],
    ["('Farbe', 'Styling')", both],
    ["{'Farbe', 'Styling'}", both],
    ['{Farbe,Styling}', both],
    ['{"Farbe","Styling"}', both],
    ['[Farbe, Styling]', both],
    ['a:2:{i:0;s:5:"Farbe";i:1;s:7:"Styling";}', both],
    ['{Farbe,"Haut, Haar"}', ['Farbe', 'Haut, Haar']],
    ["['Farbe']", ['Farbe']],
    ['["Farbe"]', ['Farbe']],
    ["('Farbe',)", ['Farbe']],
    ["[\"L'Oréal\", 'Farbe']", ["L'Oréal", 'Farbe']],
    ["['Farbe, Styling', 'x']", ['Farbe, Styling', 'x']],
  ])('is read, and reported in a text field: %s', (text, elements) => {
    expect(readWrittenList(text)).toEqual(elements);
    expect(damagedText(text)).toMatchObject({ hint: expect.stringContaining('as: list') });
  });

  it.each([
    'Farbe, Styling',
    'Farbe (Styling, Pflege)',
    '(Farbe, Styling)',
    '[x] Farbe [ ] Styling',
    '[Farbe]',
    '{Farbe}',
    '(privat)',
    "'Farbe', 'Styling'",
    "[it's nice, really]",
    '{"a":1}',
    '{a: 1, b: 2}',
    '[1. Stock, links] und so weiter',
    '[...]',
    '(0151) 234, (0152) 345',
    '-- / --',
    'a:2:{i:0;s:5:"Farbe"',
    'a: 2 Termine',
    '',
  ])('is not assumed for other texts: %s', text => {
    expect(readWrittenList(text)).toBe(text);
    expect(damagedText(text)?.hint ?? '').not.toContain('as: list');
  });

  it.each(['Farbe|Styling', 'Farbe|Styling|Pflege', '2 Farben|Styling', 'Ölkur|Schnitt und Farbe'])(
    'is reported if it is joined by a bar: %s',
    text => {
      expect(isJoinedByBar(text)).toBe(true);
      expect(damagedText(text)).toMatchObject({ hint: expect.stringContaining('$split(PATH, "|")') });
    },
  );

  it.each([
    'Salon Anna | Berlin',
    'a || b',
    '|x|',
    'x|',
    '1|2',
    'https://x.de/a|b',
    'C:|D:',
    '<b>|<i>',
    'Farbe| Styling',
  ])('is not assumed for other texts with a bar: %s', text => {
    expect(isJoinedByBar(text)).toBe(false);
    expect(damagedText(text)?.what ?? '').not.toContain('has | between');
  });
});
