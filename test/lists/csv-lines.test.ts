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
  const found: { readonly line: number; readonly first?: string; readonly fault?: string }[] = [];
  for await (const row of readRows(form)) {
    if ('fault' in row) found.push({ line: row.line ?? 0, fault: row.fault });
    else found.push({ line: row.line, first: row.cells[0] ?? '' });
  }
  return found;
}

describe.each([
  ['line feeds', '\n'],
  ['line breaks of Windows', '\r\n'],
])('the lines of a list with %s', (_, lineBreak) => {
  const cell = `"x${lineBreak}y${lineBreak}${lineBreak}z"`;

  it.each([1, 3, 50])(
    'are those of the file, also after cells of several lines and empty ones, in %i pieces',
    async pieces => {
      const lines = ['name,note', `1,${cell}`, '2,b', '', '', `3,${cell}`, '4,d'];
      const rows = [
        { line: 5, first: '1' },
        { line: 6, first: '2' },
        { line: 12, first: '3' },
        { line: 13, first: '4' },
      ];
      expect(await read(formOf(lines.join(lineBreak), pieces))).toEqual(rows);
      expect(await read(formOf(lines.join(lineBreak) + lineBreak, pieces))).toEqual(rows);
    },
  );

  it('are also those of the file in a fault', async () => {
    const lines = ['name,note', `1,${cell}`, '2,b,c', '3,d "e" f', '4,g'];
    const found = await read(formOf(lines.join(lineBreak), 1));
    expect(found.map(({ line, fault }) => [line, fault])).toEqual([
      [5, undefined],
      [6, 'too many cells'],
      [7, 'quote in a cell'],
    ]);
  });
});
