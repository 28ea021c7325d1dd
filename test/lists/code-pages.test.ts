import { describe, expect, it } from 'vitest';
import { type CodePage, codePages, guessCodePage, textOfCodePage } from '../../src/lists/code-pages.ts';
import { findEncoding } from '../../src/lists/encoding.ts';

/** Returns a text as bytes of a code page. */
function bytesIn(page: CodePage, text: string): Uint8Array {
  const all = Array.from({ length: 256 }, (_, byte) => textOfCodePage(Uint8Array.of(byte), page));
  return Uint8Array.from(text, sign => {
    const byte = all.indexOf(sign);
    if (byte < 0) throw new Error(`${page} has no ${sign}`);
    return byte;
  });
}

const texts = [
  'Müller;Köln',
  'Jäger',
  'Weiß',
  'Öztürk, Straße 5',
  'Ärger',
  'Grüße aus Düsseldorf',
  'Hélène Lefèvre;Besançon',
  'François',
  'Renée',
  'José Nuñez',
  'Zoë',
  'Søren Ågård',
  'GROẞ'.replace('ẞ', 'ß'),
  'Bärbel Schön;Görlitz;Nüsse, Äpfel',
];

describe.each(codePages)('a list in %s', page => {
  it.each(texts)('is recognised by its letters: %s', text => {
    expect(guessCodePage(bytesIn(page, text))).toBe(page);
  });

  it('is suggested with a line that was read in it', async () => {
    const bytes = bytesIn(page, 'name\nMüller, Köln\nWeiß\n');
    const found = findEncoding(async function* () {
      yield bytes;
    }, undefined);
    await expect(found).rejects.toMatchObject({
      fault: { fault: 'not UTF-8', line: 2, text: 'Müller, Köln', encoding: page },
    });
  });
});

it('names no encoding if no letters make sense', () => {
  expect(guessCodePage(Uint8Array.of(0x41, 0xff, 0xfe, 0x20, 0xc0, 0x41))).toBeUndefined();
});

describe('a stated code page', () => {
  const read = async (bytes: Uint8Array, stated: CodePage) =>
    findEncoding(async function* () {
      yield bytes;
    }, stated).catch(error => error.fault);

  it.each(codePages)('is refused if it gives no sense and another does: a list in %s', async page => {
    const bytes = bytesIn(page, 'name;city\nNüsse;Köln\nJäger;Görlitz\n');
    for (const stated of codePages) {
      const wanted =
        stated === page ? page : { fault: 'not UTF-8', line: 2, text: 'Nüsse;Köln', encoding: page, stated };
      expect(await read(bytes, stated)).toEqual(wanted);
    }
  });

  it.each(['Łódź', 'Bratislava', '50 €', '„ja“'])('is used if nothing speaks against it: %s', async text => {
    const bytes = Uint8Array.from(Buffer.from(`${text}\n`, 'latin1'));
    expect(await read(bytes, 'windows-1252')).toBe('windows-1252');
  });
});
