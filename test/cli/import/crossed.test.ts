import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCrossedRows } from '../../../src/lists/crossed-rows.ts';
import { openSandbox, startedBridge } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: {from: Kundennummer, required: true}, note: Notiz}
`;

/** 1001 is Mara Lindqvist, 1005 is Emil Lindqvist, 1002 is Jonas Ebersbach. */
const lists: readonly (readonly [string, boolean, readonly string[]])[] = [
  ['each other’s number', true, ['1001;Lindqvist, Emil', '1005;Lindqvist, Mara']],
  ['each other’s number, in other letters', true, ['1001;EMIL LINDQVIST', '1005;Frau Mara Lindqvist']],
  [
    'each other’s number, far apart',
    true,
    ['1001;Emil Lindqvist', '1002;Jonas Ebersbach', '1005;Lindqvist Mara'],
  ],
  ['their own numbers', false, ['1001;Lindqvist, Mara', '1005;Lindqvist, Emil']],
  ['one number twice', false, ['1001;Lindqvist, Emil', '1005;Lindqvist, Emil']],
  ['a corrected first name', false, ['1001;Lindqvist, Maria', '1005;Lindqvist, Emil']],
  ['a name after a marriage', false, ['1001;Ebersbach, Mara', '1005;Lindqvist, Emil']],
  ['no whole names', false, ['1001;Emil', '1005;Mara']],
];

async function scene() {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  const write = (header: string, rows: readonly string[], note: string) => {
    const path = join(bridge.directory, `${note}.csv`);
    writeFileSync(
      path,
      [`Kundennummer;${header};Notiz`, ...rows.map(each => `${each};${note}`), ''].join('\n'),
    );
    return path;
  };
  return { ...bridge, write };
}

const says = "have each other's customer number: the name in each is that of the customer of the other one\n";

describe('rows of a list with each other’s customer number', () => {
  it('are named after the import, and before it if their customers were updated before', async () => {
    const { ask, write } = await scene();
    for (const [at, [what, isCrossed, rows]] of lists.entries()) {
      const { out } = await ask('import', 'form', write('Name', rows, `a${at}`));
      expect([what, out.includes(says)]).toEqual([what, isCrossed]);
      const tried = await ask('import', 'form', write('Name', rows, `b${at}`), '--dry-run');
      expect([what, tried.out.includes(says)]).toEqual([what, isCrossed]);
    }
    const split = ['1001;Emil;Lindqvist', '1005;Mara;Lindqvist'];
    const list = write('Vorname;Nachname', split, 'c');
    const tried = (await ask('import', 'form', list, '--dry-run')).out;
    expect(tried).toContain(`Rows 2 and 3 ${says}  Correct the numbers before the import.\n`);
    const { out } = await ask('import', 'form', list);
    expect(out).toContain(`Rows 2 and 3 ${says}  Look up both customers in the calendar.`);
    const json = JSON.parse((await ask('import', 'form', list, '--json')).out) as object;
    expect(json).toMatchObject({ crossed: [{ row: 2, other: 3 }] });
  });

  it('are counted as rows with a warning, also far apart', async () => {
    const { ask, write } = await scene();
    const rows = ['1001;Lindqvist, Mara', '1002;Jonas Ebersbach', '1005;Emil Lindqvist'];
    await ask('import', 'form', write('Name', rows, 'first'));
    const crossed = ['1001;Emil Lindqvist', '1002;Jonas Ebersbach', '1005;Lindqvist, Mara'];
    const list = write('Name', crossed, 'second');
    const { out } = await ask('import', 'form', list, '--dry-run');
    expect(out).toContain('1 is fine (row 3), 2 have warnings (first in row 2), 0 are refused\n');
    expect(out).toContain(`Rows 2 and 4 ${says}`);
  });

  it('are not named before the first update of their customers, whose names are not known', async () => {
    const { ask, write } = await scene();
    const list = write('Name', ['1001;Lindqvist, Emil', '1005;Lindqvist, Mara'], 'first');
    expect((await ask('import', 'form', list, '--dry-run')).out).not.toContain(says);
  });

  it('are found by names in pairs only', () => {
    const crossed = createCrossedRows();
    for (const [row, named, knownAs] of [
      [2, 'a', 'b'],
      [3, 'b', 'c'],
      [4, 'c', 'a'],
      [5, 'd', 'd'],
      [6, undefined, undefined],
      [7, 'b', 'a'],
    ] as const)
      crossed.add({ row, ...(named && { named, knownAs }) });
    expect(crossed.found()).toEqual([{ row: 2, other: 7 }]);
  });
});
