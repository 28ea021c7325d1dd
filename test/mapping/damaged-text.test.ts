import { describe, expect, it } from 'vitest';
import { damagedText, withoutMojibake } from '../../src/mapping/convert/damaged-text.ts';
import { bookingData, bookingMapping, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the evaluation of an event as text, with all its diagnostics. */
async function reported(text: string, payload: unknown): Promise<string> {
  return JSON.stringify(await evaluateYaml(text, { payload }));
}

describe('UTF-8 that was read in another encoding', () => {
  it.each([
    ...'ÄÖÜäöüßéèêëçàáâñóôõøåæœŠšŽžłżęćśńőűğİışčřůě€–„’™§°«'.split(''),
    'Jörg Straßer',
    'Café Zoë – 5 €',
  ])('is reported with the original text: %s', meant => {
    const once = new TextDecoder('windows-1252').decode(new TextEncoder().encode(meant));
    const twice = new TextDecoder('windows-1252').decode(new TextEncoder().encode(once));
    const isDoubtful = /[ÄÅ][«»…›“”‘’°·\u00a0]/.test(once);
    if (isDoubtful) return;
    expect(withoutMojibake(once)).toBe(meant);
    // Some of these bytes are common signs after such letters in real texts.
    if (!/[ÄÅ][«»…›“”‘’°·\u00a0\u0080-\u009f]/.test(once) && !/Å“|ÄÂ/.test(twice))
      expect(withoutMojibake(twice)).toBe(meant);
    expect(damagedText(`a ${once}`)).toMatchObject({ isLost: false });
  });

  it.each([
    'Müller',
    'Straße 5, «CAFÉ»',
    'Ä…, ich weiß nicht',
    'Âme',
    'João, AMANHÃ',
    'Ångström',
    '20 °C',
    'ÄÖÜ',
    'Łódź',
    '日本語',
    'Привет',
    '😀 â',
  ])('is not assumed for real texts: %s', text => {
    expect(withoutMojibake(text)).toBe(text);
    expect(damagedText(text, { isName: true })).toBeUndefined();
  });
});

describe('a text of windows-1252 that was read as ISO-8859-1', () => {
  it.each([
    ['5 \u0080', '5 €'],
    ['Anna \u0096 die Zweite', 'Anna – die Zweite'],
    ['\u0084Mimi\u0093', '„Mimi“'],
    ['L\u0092Oréal', 'L’Oréal'],
    ['und so weiter\u0085', 'und so weiter…'],
    ['\u008aimek', 'Šimek'],
    ['Ð\u009fÑ\u0080Ð¸Ð²ÐµÑ\u0082', 'Привет'],
  ])('is reported with the right text: %s', (text, meant) => {
    const found = damagedText(text);
    expect(found?.what).toContain(`"${meant}" was meant`);
    expect(found?.isLost).toBe(false);
  });

  it('is not trimmed', async () => {
    for (const text of ['5 \u0080', '\u008aimek', '\u0084Mimi\u0093'])
      expect(await reported(fieldMapping('a'), { a: ` ${text} ` })).toContain(`"text":"${text}"`);
  });

  it('is reported as a control character if it stands for nothing', () => {
    expect(damagedText('a\u0081b')?.what).toContain('(U+0081)');
  });
});

describe('a text with lost characters', () => {
  it.each([
    'M\ufffdller',
    '=VLOOKUP(A1;B2:C3;2)',
    '=SVERWEIS(A1;B2:C3;2)',
    '=if(a1="x","y","")',
    '=A1+B2',
    "='Tabelle 1'!A1",
    '=Kunden!$B$7',
    ' =A1',
    'Anna #REF!',
    '#BEZUG! 12',
    'Preis: #N/A',
    '#GETTING_DATA',
    '#¡VALOR!',
    '#NOMBRE?',
    '#WAARDE!',
    '#RIF! 7',
    '1,23E+11',
    '4.915E+12',
    '1E+15',
  ])('is reported: %s', text => {
    expect(damagedText(text)).toMatchObject({ isLost: true });
  });

  it('is reported for names in which a letter became a question mark', () => {
    expect(damagedText('M?ller', { isName: true })).toMatchObject({ isLost: true });
    expect(damagedText('M?ller')).toBeUndefined();
    expect(damagedText('Wer?', { isName: true })).toBeUndefined();
  });

  it.each([
    '1,23',
    '12E3',
    '1e5',
    '1E+5',
    'E+11',
    '1,2E+11 Stück',
    '#nahe!',
    '#wow!',
    '#GETTING_DATABASE',
    '= sehr gut',
    '=)',
    '==',
    '=> ja',
    'a = b1',
    '#1',
    '#NAchhaltig',
    'C# REF',
    '1+1=2',
    '=1',
  ])('is not reported: %s', text => {
    expect(damagedText(text)).toBeUndefined();
  });
});

describe('a value of several parts, and a text with backslashes', () => {
  it.each([
    'first = Anna\nlast = Berg',
    'first = Anna\nlast =',
    'value = Nüsse\nfield_type = textarea',
    'address = Weg 1\ncity = Leipzig\nzip = 04109',
    'first = Anna\r\nlast = Berg\r\n',
    '{Farbe,Pflege}',
    '{Nüsse,"Pollen, Gräser"}',
    "I can\\'t have nuts",
    'Nüsse \\"alle\\"',
  ])('is reported: %j', text => {
    expect(damagedText(text)).toMatchObject({ isLost: false });
  });

  it.each([
    'Anna\nBerg',
    'Farbe = rot',
    '{Farbe}',
    'Farbe {rot, gelb}',
    '{color: red, size: 1}',
    'Farbe = rot\nLänge = kurz',
    'rot = gut\nBitte nichts mit Henna',
    'rot=gut\nblau=schlecht',
    'Nüsse\nPollen = schlimm',
    "I can't have nuts",
    'a\\b',
    'a = b',
  ])('is not reported: %j', text => {
    expect(damagedText(text)).toBeUndefined();
  });
});

describe('a damaged text of an event', () => {
  it('is sent with a warning', async () => {
    expect(await reported(fieldMapping('a'), { a: 'MÃ¼ller' })).toMatch(
      /"kind":"call".*mapping\/damaged-text/s,
    );
    expect(await reported(fieldMapping('{template: "x {a}"}'), { a: '=A1' })).toContain(
      'mapping/damaged-text',
    );
    expect(await reported(bookingMapping('  name: n'), { ...bookingData, n: 'M?ller' })).toContain(
      'mapping/damaged-text',
    );
    expect(await reported(fieldMapping('a'), { a: 'Müller' })).not.toContain('damaged-text');
  });

  it('fails if it identifies the person', async () => {
    const byNumber = fieldMapping('a').replace('{value: "7", because: test}', 'nr');
    expect(await reported(byNumber, { a: 'x', nr: '#REF! 7' })).toMatch(
      /"kind":"failed".*mapping\/damaged-text/s,
    );
    const byLink = `${byNumber.replace('nr', '$linked')}`.replace('operation:', 'link: nr\noperation:');
    expect(await reported(byLink, { a: 'x', nr: 'M\ufffdller' })).toMatch(
      /"kind":"failed".*mapping\/damaged-text/s,
    );
    expect(await reported(byLink, { a: 'x', nr: 'MÃ¼ller' })).not.toContain('damaged-text');
    for (const rule of [byNumber, byLink]) {
      expect(await reported(rule, { a: 'x', nr: '4,915E+12' })).toMatch(/"kind":"failed".*damaged-text/s);
      expect(await reported(rule, { a: 'x', nr: '#GETTING_DATA' })).toContain('"kind":"failed"');
    }
  });
});

describe('a text as a phone number', () => {
  const of = async (rule: string, value: string) =>
    (await reported(bookingMapping(`  mobile: ${rule}`), { ...bookingData, m: value })).includes(
      'mapping/not-a-phone',
    );

  it.each(['keins', 'n', '0151 2345678 (privat)', '123', '0151 2345678 oder 030 1234567 oder 040 7654321'])(
    'is reported: %s',
    async value => {
      expect(await of('m', value)).toBe(true);
    },
  );

  it.each([
    '0151 2345678',
    '+49 (0) 151/2345678',
    '030-1234567 ext. 12',
    'Tel.: 030 1234567',
    '00491512345678',
  ])('may be valid: %s', async value => {
    expect(await of('m', value)).toBe(false);
  });

  it('is left to as: phone if the rule has it', async () => {
    expect(await of('{from: m, as: phone, country: DE}', '0151 2345678')).toBe(false);
  });
});

describe('a name in another code page', () => {
  it.each(['M„ller', 'Gr”be', 'MŸller', 'JŠger', 'B‚atrice', 'Gr??e', 'Sch„fer, Anna'])(
    'is reported: %s',
    name => {
      expect(damagedText(name, { isName: true })).toBeDefined();
    },
  );

  it.each([
    'Šimek',
    'Novák',
    'Müller „Mimi“',
    'D’Angelo',
    'Žižka',
    'Dušan Šimić',
    'Kaštelan',
    'L’Haÿ',
    'Pavel Š.',
  ])('is not assumed for %s', name => {
    expect(damagedText(name, { isName: true })).toBeUndefined();
  });

  it('is not searched for in other texts', () => {
    expect(damagedText('M„ller')).toBeUndefined();
  });
});

it('is distinguished from a line break of a spreadsheet', () => {
  expect(damagedText('Fußpflege_x000D_')?.what).toContain('_x000D_');
  expect(damagedText('Bild_x002')).toBeUndefined();
});
