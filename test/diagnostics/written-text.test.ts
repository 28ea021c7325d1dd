import { describe, expect, it } from 'vitest';
import { encodingFault, NotUtf8, writtenText } from '../../src/diagnostics/written-text.ts';

const words = 'source: crm\nnote: "Grüße"\n';
const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map(each => (typeof each === 'string' ? Buffer.from(each) : Buffer.from(each))));
const wide = (text: string) => Buffer.from(text, 'utf16le');

describe('a text that a person wrote', () => {
  it.each([
    ['plain', bytesOf(words), words],
    ['with a byte order mark', bytesOf('\uFEFF', words), `\uFEFF${words}`],
    ['empty', bytesOf(''), ''],
    ['beginning like an archive', bytesOf('PK of Größe'), 'PK of Größe'],
  ])('is accepted in UTF-8: %s', (_, bytes, text) => {
    expect(writtenText(bytes)).toBe(text);
  });

  it.each([
    ['Windows-1252', Buffer.from(words, 'latin1'), 'most likely Windows-1252', 'WINDOWS-1252', 2, 10],
    ['half of it in each', bytesOf('ü: ', [0xfc], '\n'), 'most likely Windows-1252', 'WINDOWS-1252', 1, 5],
    ['a character cut off at the end', bytesOf('a\nü').subarray(0, -1), 'Windows-1252', 'WINDOWS-1252', 2, 1],
    ['UTF-16 with its mark', wide(`\uFEFF${words}`), 'but UTF-16', 'UTF-16LE', 1, 1],
    ['UTF-16, big end first', wide(`\uFEFF${words}`).swap16(), 'but UTF-16', 'UTF-16BE', 1, 1],
    ['UTF-16 without a mark', wide(words), 'but UTF-16', 'UTF-16LE', 1, 1],
    ['UTF-16 without a mark, big end first', wide(words).swap16(), 'but UTF-16', 'UTF-16BE', 1, 1],
  ])('is refused in %s, with the advice', (_, bytes, reason, iconvName, line, column) => {
    const fault = encodingFault(bytes);
    expect(fault).toMatchObject({ line, column });
    expect(fault?.reason).toContain(reason);
    expect(fault?.hint).toContain(`iconv -f ${iconvName} -t UTF-8`);
    expect(() => writtenText(bytes)).toThrow(NotUtf8);
  });

  it.each([
    ['a workbook', bytesOf('PK', [3, 4, 20, 0, 6, 0])],
    ['an old document', bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['a PDF', bytesOf('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3])],
    ['a text with a zero in it', bytesOf('note: a\0b')],
  ])('is refused in %s', (_, bytes) => {
    expect(encodingFault(bytes)).toMatchObject({ reason: 'is no text at all', meant: '' });
  });
});
