import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, startedBridge } from '../command-line.ts';

async function scene(rule: string, days: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: {from: customer, required: true}
  additionalFields: {birthdate: ${rule}}
`;
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping, ...files });
  const list = join(bridge.directory, 'days.csv');
  const rows = days.map((each, at) => `${1001 + (at % 5)};${each}`);
  writeFileSync(list, ['customer;day', ...rows, ''].join('\n'));
  const events = async () => (await bridge.ask('events', 'list')).out;
  return { ...bridge, list, events };
}

const read = (parse: string) => `{from: day, as: date, parse: ${parse}, format: dd.MM.yyyy}`;

interface Told {
  readonly counts: Readonly<Record<string, { readonly rows: number; readonly firstRow?: number }>>;
  readonly swappedDays: readonly {
    readonly mapping: string;
    readonly doubtful: readonly number[];
    readonly shownBy: readonly number[];
    readonly cure: string;
    readonly isMixed: boolean;
  }[];
}

describe('the days of a list that are read with day and month swapped', () => {
  it.each<[string, readonly string[], readonly number[], readonly number[], string]>([
    [read('MM/dd/yyyy'), ['04/05/1990', '13/05/1990', '06/07/1991'], [2, 4], [3], 'dd/MM/yyyy'],
    [read('dd/MM/yyyy'), ['04/05/1990', '05/13/1990'], [2], [3], 'MM/dd/yyyy'],
    [read('MM.dd.yyyy'), ['13.05.1990', '04.05.1990'], [3], [2], 'dd.MM.yyyy'],
    [read('dd-MM-yyyy'), ['04-05-1990', '05-13-1990'], [2], [3], 'MM-dd-yyyy'],
    [read('M/d/yyyy'), ['4/5/1990', '13/5/1990'], [2], [3], 'd/M/yyyy'],
    [read('yyyy-dd-MM'), ['1990-04-05', '1990-05-13'], [2], [3], 'yyyy-MM-dd'],
    [
      read('[yyyy-MM-dd, MM/dd/yyyy]'),
      ['1990-04-05', '04/05/1990', '13/05/1990'],
      [3],
      [4],
      '[yyyy-MM-dd, dd/MM/yyyy]',
    ],
    [read('MM/dd/yyyy'), ['', '04/05/1990', '13/05/1990', 'unbekannt'], [3], [4], 'dd/MM/yyyy'],
    [
      '{from: $trim(day), as: date, parse: MM/dd/yyyy, format: dd.MM.yyyy}',
      ['04/05/1990', '13/05/1990'],
      [2],
      [3],
      'dd/MM/yyyy',
    ],
  ])(
    'are told before it is imported, and their rows have a warning: %s of %j',
    async (rule, days, doubtful, shownBy, cure) => {
      const { ask, list } = await scene(rule, days);
      const told = JSON.parse((await ask('import', 'form', list, '--dry-run', '--json')).out) as Told;
      expect(told.swappedDays).toMatchObject([{ doubtful, shownBy, cure, isMixed: false }]);
      expect(told.counts.warned).toMatchObject({ rows: doubtful.length, firstRow: doubtful[0] });
      const { out } = await ask('import', 'form', list, '--dry-run');
      expect(out).toContain(
        `  Write parse: ${cure} in the rule. If only row ${shownBy[0]} is wrong, correct it.\n`,
      );
    },
  );

  it.each<[string, readonly string[]]>([
    [read('dd/MM/yyyy'), ['04/05/1990', '13/05/1990']],
    [read('MM/dd/yyyy'), ['04/05/1990', '05/13/1990']],
    [read('MM/dd/yyyy'), ['04/05/1990', '06/07/1991']],
    [read('MM/dd/yyyy'), ['05/05/1990', '13/05/1990']],
    [read('dd.MM.yyyy'), ['13.05.1990', '04.05.1990']],
    [read('MM/dd/yyyy'), ['04/05/1990', 'unbekannt', '13.05.1990', '99/99/1990']],
    ['{from: day, as: date, format: dd.MM.yyyy}', ['1990-04-05', '1990-05-13']],
    [
      '{from: day, as: date, parse: MM/dd/yyyy, format: dd.MM.yyyy, because: as agreed}',
      ['04/05/1990', '13/05/1990'],
    ],
  ])('are not told if its column fits the rule, or shows no order: %s of %j', async (rule, days) => {
    const { ask, list } = await scene(rule, days);
    const told = JSON.parse((await ask('import', 'form', list, '--dry-run', '--json')).out) as Told;
    expect(told.swappedDays).toEqual([]);
    expect((await ask('import', 'form', list)).out).not.toContain('swapped:');
  });

  it('keep the whole list from being imported without --yes', async () => {
    const { ask, list, events, url } = await scene(read('MM/dd/yyyy'), ['04/05/1990', '13/05/1990']);
    const { out, status } = await ask('import', 'form', list);
    expect(status).toBe(1);
    expect(out).toBe(
      'additionalFields.birthdate of notes: row 3 can only be read as dd/MM/yyyy, so by MM/dd/yyyy the days of 1 row would be read with day and month swapped: row 2\n' +
        '  Write parse: dd/MM/yyyy in the rule. If only row 3 is wrong, correct it.\n' +
        'Nothing was stored, and nothing was sent. If these days are right, import the list with --yes:\n' +
        `  fieldbridge import form ${list} --yes --url ${url}\n`,
    );
    expect(await events()).not.toContain('evt_');
    const json = await ask('import', 'form', list, '--json');
    expect(json.status).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ rows: 2, taken: 0, swappedDays: [{ doubtful: [2] }] });
    const sent = await ask('import', 'form', list, '--yes');
    expect(sent.out).toContain('        1 delivered\n');
    expect(sent.out).toContain('would be read with day and month swapped: row 2\n');
  });

  it('are told in each part of a long list, also if only its last row shows the order', async () => {
    const days = Array.from({ length: 450 }, (_, at) => `04/05/19${String(10 + (at % 80))}`);
    const { ask, list } = await scene(read('MM/dd/yyyy'), [...days, '13/05/1990']);
    const { out, status } = await ask('import', 'form', list);
    expect(status).toBe(1);
    expect(out).toContain(
      'the days of 450 rows would be read with day and month swapped: rows 2, 3, 4, 5, 6, 7, 8, 9 and 442 more\n',
    );
  });

  it('are told as doubtful if the list has both orders, and the others are imported', async () => {
    const { ask, list } = await scene(read('MM/dd/yyyy'), ['04/05/1990', '13/05/1990', '05/13/1990']);
    const { out } = await ask('import', 'form', list);
    expect(out).toContain(
      'additionalFields.birthdate of notes: some rows have the day first and some the month (row 3 only as dd/MM/yyyy), so the days of 1 row may be swapped: row 2\n  Write all days of the column in one order. If only row 3 is wrong, correct it.\n',
    );
    expect(out).toContain('        2 delivered\n');
  });

  it('are told if the account reads the text of the list', async () => {
    const { ask, list } = await scene('day', ['05.04.1990', '05.13.1990']);
    const { out, status } = await ask('import', 'form', list);
    expect(status).toBe(1);
    expect(out).toContain(
      'row 3 can only be read as MM.dd.yyyy, so by dd.MM.yyyy the days of 1 row would be read with day and month swapped: row 2\n  Write as: date and parse: MM.dd.yyyy in the rule.',
    );
  });

  it.each<[string, readonly string[]]>([
    ['customer = "1001"', []],
    ['customer in ["1001", "1002"]', ['other']],
  ])('are told only for a mapping that reads the rows that show the order: when: %s', async (when, told) => {
    const other = `source: form
destination: salon
operation: updateCustomer
when: ${JSON.stringify(when)}
set: {id: customer, additionalFields: {birthdate: ${read('MM/dd/yyyy')}}}
`;
    const { ask, list } = await scene(read('dd/MM/yyyy'), ['04/05/1990', '13/05/1990'], {
      'mappings/other.yaml': other,
    });
    const { swappedDays } = JSON.parse(
      (await ask('import', 'form', list, '--dry-run', '--json')).out,
    ) as Told;
    expect(swappedDays.map(({ mapping }) => mapping)).toEqual(told);
  });
});
