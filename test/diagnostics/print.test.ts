import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { printDiagnostics, sortDiagnostics, summarizeDiagnostics } from '../../src/diagnostics/print.ts';

function at(line: number, column: number, length?: number, file = 'mappings/intake.yaml') {
  return { place: { file, line, column, ...(length !== undefined && { length }) } };
}

function print(text: string, ...diagnostics: Diagnostic[]): string {
  return printDiagnostics(diagnostics, () => text, { color: false });
}

const intake = `${'\n'.repeat(13)}    birth_date: $answers.dob\n`;

describe('a printed diagnostic', () => {
  it('shows the place, the message, the marked line, and the advice', () => {
    const found = diagnostic('check/unknown-field', 'salon has no field "birth_date"', {
      ...at(14, 5, 10),
      hint: 'did you mean "birthdate" (Geburtstag)? `fieldbridge fields salon` lists the 12 that can be set',
    });
    expect(print(intake, found)).toBe(
      [
        'mappings/intake.yaml:14:5: error: salon has no field "birth_date" [check/unknown-field]',
        '   |',
        '14 |     birth_date: $answers.dob',
        '   |     ^^^^^^^^^^',
        '   hint: did you mean "birthdate" (Geburtstag)? `fieldbridge fields salon` lists the 12 that can be set',
        '',
      ].join('\n'),
    );
  });

  it('has no frame if the file is unknown', () => {
    const found = diagnostic('yaml/unreadable-file', 'no such file', at(1, 1));
    expect(printDiagnostics([found], () => undefined, { color: false })).toBe(
      'mappings/intake.yaml:1:1: error: no such file [yaml/unreadable-file]\n',
    );
  });

  it('names the path in a payload if it has no place in a file', () => {
    const found = diagnostic('mapping/missing-value', 'empty', { path: 'form.email', hint: 'look' });
    expect(print('', found)).toBe(
      'error: empty [mapping/missing-value]\n   path: form.email\n   hint: look\n',
    );
  });

  it('marks one character if no length is known, also at the end of a line', () => {
    expect(
      print('ab\ncd\n', diagnostic('yaml/syntax', 'm', at(1, 3)))
        .split('\n')
        .slice(1, 4),
    ).toEqual(['  |', '1 | ab', '  |   ^']);
  });

  it('marks nothing after the end of the line', () => {
    expect(print('abcd\n', diagnostic('yaml/syntax', 'm', at(1, 3, 50))).split('\n')[3]).toBe('  |   ^^');
  });

  it('places the marks under wide and combined characters', () => {
    const text = '名前: ä\u0308x\n';
    expect(
      print(text, diagnostic('yaml/syntax', 'm', at(1, 5, 3)))
        .split('\n')
        .slice(2, 4),
    ).toEqual(['1 | 名前: ä\u0308x', '  |       ^^']);
  });

  it('shows only a part of a very long line', () => {
    const text = `${'a'.repeat(500)}WRONG${'b'.repeat(500)}`;
    const [, , line = '', carets = ''] = print(text, diagnostic('yaml/syntax', 'm', at(1, 501, 5))).split(
      '\n',
    );
    expect(line.length).toBeLessThan(130);
    expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('WRONG');
  });

  it('escapes characters that would control the terminal or change the direction of the text', () => {
    const text = 'a: \u001b[2J \u202Eevil\u2066 \u0000\n';
    const found = diagnostic('yaml/syntax', 'bad \u001b[31m\nvalue', { ...at(1, 1, 1), hint: 'no \u200B' });
    const printed = print(text, found);
    expect(printed).toContain('a: \\u{1b}[2J \\u{202e}evil\\u{2066} \\u{0}');
    expect(printed).toContain('bad \\u{1b}[31m\\u{a}value');
    expect(printed).toContain('no \\u{200b}');
    expect(/[^\n\P{C}]/u.test(printed)).toBe(false);
  });

  it('marks the right place on a line with escaped characters and tabs', () => {
    const text = 'a:\t\u0007bc\n';
    const [, , line = '', carets = ''] = print(text, diagnostic('yaml/syntax', 'm', at(1, 5, 2))).split('\n');
    expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('bc');
  });

  it('has the same text with colours', () => {
    const found = [diagnostic('yaml/syntax', 'm', { ...at(14, 5, 3), hint: 'h' })];
    const colored = printDiagnostics(found, () => intake, { color: true });
    expect(colored).toContain('\u001b[31m');
    expect(stripVTControlCharacters(colored)).toBe(print(intake, ...found));
  });
});

describe('several diagnostics', () => {
  const found = [
    diagnostic('mapping/missing-value', 'without a place'),
    diagnostic('yaml/wrong-type', 'm', at(2, 9)),
    diagnostic('yaml/syntax', 'm', at(10, 1)),
    diagnostic('yaml/unknown-key', 'm', at(2, 9)),
    diagnostic('yaml/missing-key', 'm', at(2, 1)),
    diagnostic('yaml/missing-key', 'm', at(99, 1, 1, 'config.yaml')),
  ];

  it('are sorted by file, line, column and code; those without a place are last', () => {
    const order = sortDiagnostics(found).map(
      ({ code, place }) => `${place?.file ?? ''} ${place?.line ?? ''} ${code}`,
    );
    expect(order).toEqual([
      'config.yaml 99 yaml/missing-key',
      'mappings/intake.yaml 2 yaml/missing-key',
      'mappings/intake.yaml 2 yaml/unknown-key',
      'mappings/intake.yaml 2 yaml/wrong-type',
      'mappings/intake.yaml 10 yaml/syntax',
      '  mapping/missing-value',
    ]);
  });

  it('are printed in the same order, whatever their original order', () => {
    expect(print('', ...found.toReversed())).toBe(print('', ...found));
  });

  it('are counted in one line', () => {
    const error = diagnostic('yaml/syntax', 'm');
    const warning = diagnostic('config/short-secret', 'm');
    const note = diagnostic('mapping/none-applied', 'm');
    expect(summarizeDiagnostics([warning, error, error])).toBe('2 errors, 1 warning');
    expect(summarizeDiagnostics([error, warning, warning, note])).toBe('1 error, 2 warnings, 1 note');
    expect(summarizeDiagnostics([])).toBe('no problems');
  });

  it('show of a long line only the part around the marked place', () => {
    const line = `key: ${'a'.repeat(100)} HERE ${'b'.repeat(100)}`;
    const column = line.indexOf('HERE') + 1;
    const found = diagnostic('yaml/syntax', 'x', { place: { file: 'a', line: 7, column, length: 4 } });
    const printed = printDiagnostics([found], () => `${'\n'.repeat(6)}${line}`, {
      color: false,
      columns: 60,
    });
    const [, , shown = '', marks = ''] = printed.split('\n');
    expect(shown.length).toBeLessThanOrEqual(60);
    expect(shown.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('HERE');
  });
});
