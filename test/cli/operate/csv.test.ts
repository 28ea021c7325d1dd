import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/cli/operate/csv.ts';
import { csvLine, plainCell } from '../../../src/lists/csv-line.ts';

const formulas = ['=1+1', '+491512345', '-7', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'];
const behind = ['', ' ', '\u00a0', '\u200b', '\ufeff'];
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(fc.nat(4), fc.constantFrom(...behind), fc.constantFrom(...formulas), fc.string())
    .map(([count, blank, formula, rest]) => "'".repeat(count) + blank + formula + rest),
  fc
    .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '"', ',', ' ', 'a', '\u200b'))
    .map(all => all.join('')),
);

describe('a line of CSV', () => {
  it('restores any text, also one that begins with apostrophes', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), given => {
        const [row = []] = readCsv(`${csvLine([...given, 'x'])}\n`, ',');
        expect(row.map(cell => plainCell(cell.text))).toEqual([...given, 'x']);
      }),
      { numRuns: 1_000 },
    );
  });

  it('restores a formula also after a spreadsheet removed the apostrophe', () => {
    fc.assert(
      fc.property(texts, text => {
        const [[cell] = []] = readCsv(csvLine([text, 'x']), ',');
        const written = cell?.text ?? '';
        if (written !== text) expect(plainCell(written.replace(/^'/, ''))).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has no cell that a spreadsheet runs, however it trims', () => {
    fc.assert(
      fc.property(texts, text => {
        const [[cell] = []] = readCsv(csvLine([text, 'x']), ',');
        expect(cell?.text).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(formulas)('begins %j with an apostrophe', text => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each(["'t Hooft", 'a=b', '301', 'c-7', ''])('does not change %j', text => {
    expect(csvLine([text])).toBe(text);
    expect(plainCell(text)).toBe(text);
  });
});
