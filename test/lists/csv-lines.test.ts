import { describe, expect, it } from 'vitest';
import type { ListForm } from '../../src/lists/list-form.ts';
import { readRows } from '../../src/lists/read-rows.ts';

function formOf(text: string, pieces: number): ListForm {
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytes.length / pieces);
  return {
    kind: 'csv',
    encoding: 'utf-8',
    separator: ',',
    async *bytes() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

async function read(form: ListForm) {
  const found: {
    readonly row: number;
    readonly line?: number;
    readonly first?: string;
    readonly fault?: string;
  }[] = [];
  for await (const row of readRows(form)) {
    if ('fault' in row) found.push({ row: 'row' in row ? row.row : 0, line: row.line, fault: row.fault });
    else found.push({ row: row.row, first: row.cells[0] ?? '' });
  }
  return found;
}

describe.each([
  ['line feeds', '\n'],
  ['line breaks of Windows', '\r\n'],
])('the rows of a list with %s', (_, lineBreak) => {
  const cell = `"x${lineBreak}y${lineBreak}${lineBreak}z"`;

  it.each([1, 3, 50])(
    'are numbered as in a spreadsheet, also after cells of several lines and empty ones, in %i pieces',
    async pieces => {
      const lines = ['name,note', `1,${cell}`, '2,b', '', '', `3,${cell}`, '4,d'];
      const rows = [
        { row: 2, first: '1' },
        { row: 3, first: '2' },
        { row: 6, first: '3' },
        { row: 7, first: '4' },
      ];
      expect(await read(formOf(lines.join(lineBreak), pieces))).toEqual(rows);
      expect(await read(formOf(lines.join(lineBreak) + lineBreak, pieces))).toEqual(rows);
    },
  );

  it('have the line in the file too if they are faulty', async () => {
    const lines = ['name,note', `1,${cell}`, '2,b,c', '3,d "e" f', '4,g'];
    const found = await read(formOf(lines.join(lineBreak), 1));
    expect(found.map(({ row, line, fault }) => [row, line, fault])).toEqual([
      [2, undefined, undefined],
      [3, 6, 'too many cells'],
      [0, 7, 'quote in a cell'],
    ]);
  });
});
