import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, startedBridge } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: {from: nr, required: true}, note: points}
`;

async function scene() {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  const write = (name: string, rows: readonly string[]) => {
    const path = join(bridge.directory, name);
    writeFileSync(path, ['nr;name;points', ...rows, ''].join('\n'));
    return path;
  };
  return { ...bridge, sandbox, write };
}

const people = ['1001;Lindqvist;10', '1002;Ebersbach;20', '1003;Demirtas;30'];
const total = '1003;Summe;60';
const said =
  'Row 5 has "Summe" in the column "name", and a person: it is probably the row of totals, and its sums would be sent to a customer\n  Remove the row from the list.\n';

describe('a list with a row of totals', () => {
  it('is not imported without --yes, if that row would be sent to a customer', async () => {
    const { ask, write, sandbox } = await scene();
    const list = write('a.csv', [...people, total]);
    expect((await ask('import', 'form', list, '--dry-run')).out).toContain(said);
    const { out, status } = await ask('import', 'form', list);
    expect(status).toBe(1);
    expect(out).toContain(said);
    expect(out).toContain('If this row is right, import the list with --yes:\n');
    expect(sandbox.calls().filter(({ operation }) => operation === 'updateCustomer')).toEqual([]);
    expect((await ask('import', 'form', list, '--yes')).out).toContain('4 delivered\n');
  });

  it('is not imported either if the other rows are known', async () => {
    const { ask, write } = await scene();
    await ask('import', 'form', write('a.csv', people));
    const { out, status } = await ask('import', 'form', write('b.csv', [...people, total]));
    expect(status).toBe(1);
    expect(out).toContain(said);
    expect(out).toContain(
      '1 row is of a person whom an earlier row names too, with other values: row 5 after row 4\n',
    );
  });

  it('is imported if that row names nobody: it fails', async () => {
    const { ask, write } = await scene();
    const { out } = await ask('import', 'form', write('a.csv', [...people, ';Summe;60']));
    expect(out).toContain('3 delivered\n');
    expect(out).not.toContain('row of totals');
  });
});

describe('a person in two rows of a list', () => {
  it('is named by the import, too', async () => {
    const { ask, write } = await scene();
    const { out } = await ask('import', 'form', write('a.csv', [...people, '1003;Demirtas;60']));
    expect(out).toContain(
      '1 row is of a person whom an earlier row names too, with other values: row 5 after row 4\n  The rows of a person are sent in the order of the list, so the last one wins. Keep one row for each person.\n',
    );
    expect(out).toContain('4 delivered\n');
  });

  it('is named if the earlier row is known from another list', async () => {
    const { ask, write } = await scene();
    await ask('import', 'form', write('a.csv', people));
    const list = write('b.csv', [...people, '1003;Demirtas;60', '1002;Ebersbach;20']);
    const { out } = await ask('import', 'form', list);
    expect(out).toContain(
      '1 row is of a person whom an earlier row names too, with other values: row 5 after row 4\n',
    );
  });

  it('is not named if both rows are known, since neither is sent', async () => {
    const { ask, write } = await scene();
    const twice = ['1003;Demirtas;30', '1003;Demirtas;60'];
    await ask('import', 'form', write('a.csv', twice));
    const { out } = await ask('import', 'form', write('b.csv', [...twice, '1002;Ebersbach;20']));
    expect(out).not.toContain('an earlier row names too');
  });
});
