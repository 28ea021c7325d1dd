import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DryRunSummary } from '../../../src/lists/dry-run-summary.ts';
import { openSandbox, startedBridge } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: {from: Kunde, required: true}
  additionalFields:
    mandant.nr: Mandant
    firma: Firma
    honorar: {from: Honorar, as: number, decimal: ",", format: "1234.50"}
    since: {from: Seit, as: date, parse: dd.MM.yyyy}
    plan: Tarif
    news: {from: News, as: boolean}
    photos: {from: Fotos, as: boolean}
`;

async function scene() {
  const sandbox = await openSandbox();
  for (const [keyName, type] of [
    ['mandant.nr', 'text'],
    ['firma', 'text'],
    ['honorar', 'text'],
    ['since', 'date'],
    ['plan', 'text'],
    ['news', 'checkbox'],
    ['photos', 'checkbox'],
  ])
    sandbox.control('fields', { action: 'add', keyName, name: keyName, type });
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  let lists = 0;
  const write = (heading: string, rows: readonly string[]) => {
    lists += 1;
    const path = join(bridge.directory, `list${lists}.csv`);
    writeFileSync(path, [heading, ...rows, ''].join('\n'));
    return path;
  };
  const look = async (list: string) =>
    JSON.parse((await bridge.ask('import', 'form', list, '--dry-run', '--json')).out) as DryRunSummary;
  return { ...bridge, sandbox, write, look };
}

const heading = 'Kunde;Mandant;Firma;Honorar;Seit';
const clients = [
  '40015;Ammann AG;2.400,00;01.04.2019',
  '40016;Bänziger GmbH;1.250,00;05.03.2012',
  '40017;Caduff Treuhand AG;980,50;07.11.2008',
  '40018;Dünki Söhne;12.000,00;09.02.2015',
];
const numbered = (rows: readonly string[], from = 1001) => rows.map((row, at) => `${from + at};${row}`);
/** The rows as if the column of the customer numbers were moved by one row. */
const moved = [clients[3], clients[0], clients[1], clients[2]].flatMap(each => each ?? []);

describe('a list with the values of other customers', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['moved by one row', heading, clients, moved],
    ['sorted alone', heading, clients, clients.toReversed()],
    ['with two values', 'Kunde;Firma;Mandant', pick(clients, 1, 0), pick(moved, 1, 0)],
    ['with one value', 'Kunde;Firma', pick(clients, 1), pick(moved, 1)],
    [
      'with consents, which are not told as exchanged columns',
      'Kunde;Firma;Mandant;News;Fotos',
      pick(clients, 1, 0).map((each, at) => `${each};${at % 2 ? 'ja;nein' : 'nein;ja'}`),
      pick(moved, 1, 0).map((each, at) => `${each};${at % 2 ? 'nein;ja' : 'ja;nein'}`),
    ],
  ])('is not imported without --yes: %s', async (_, head, before, after) => {
    const { ask, write, look, sandbox } = await scene();
    expect((await ask('import', 'form', write(head, numbered(before)))).out).toContain('4 delivered\n');
    const list = write(head, numbered(after));
    const told = await look(list);
    expect(told.moved.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    expect(told.exchanged).toEqual([]);
    expect(told.counts.warned).toMatchObject({ rows: 4 });
    const calls = sandbox.calls().length;
    const { out, status } = await ask('import', 'form', list);
    expect(out).toContain(
      'would set the values that the customer of another row had before: row 2 has those of row',
    );
    expect(out).toContain('import the list with --yes:\n');
    expect(out).not.toMatch(/Ammann|40015/);
    expect(status).toBe(1);
    expect(sandbox.calls()).toHaveLength(calls);
    expect((await ask('import', 'form', list, '--yes')).out).toContain('4 delivered\n');
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'a value stays',
      heading,
      clients,
      clients.map((each, at) => each.replace(/\d{2}\.\d{4}$/, `0${at + 1}.2020`)),
    ],
    [
      'everything is new',
      heading,
      clients,
      clients.map((_, at) => `5001${at};Neu und Söhne ${at};${at + 3}50,00;1${at}.06.2021`),
    ],
    [
      'customers take over the plans of others',
      'Kunde;Tarif',
      ['Basis', 'Premium', 'Komfort plus', 'Premium'],
      ['Premium', 'Basis', 'Premium', 'Komfort plus'],
    ],
    [
      'the days are those of others',
      'Kunde;Seit',
      ['01.04.2019', '05.03.2012', '07.11.2008', '09.02.2015'],
      ['05.03.2012', '07.11.2008', '09.02.2015', '20.11.2025'],
    ],
    [
      'two are brothers with one firm',
      'Kunde;Firma',
      pick(clients, 1),
      ['Ammann AG', 'Ammann AG', 'Caduff Treuhand AG', 'Dünki Söhne'],
    ],
  ])('is imported if it is right: %s', async (_, head, before, after) => {
    const { ask, write, look } = await scene();
    await ask('import', 'form', write(head, numbered(before)));
    const list = write(head, numbered(after));
    expect((await look(list)).moved).toEqual([]);
    expect((await ask('import', 'form', list)).status).toBe(0);
  });
});

describe('a list with one column that changed alone', () => {
  const fees = ['350000', '480000', '275000', '610000', '390000', '520000'];
  const since = ['14.03.1985', '02.11.1990', '23.07.1978', '30.01.1969', '05.05.2001', '19.09.1973'];
  it.each<[string, string, readonly string[], readonly string[], string]>([
    [
      'sorted',
      'Kunde;Seit',
      since,
      since.toSorted((one, other) => one.slice(6).localeCompare(other.slice(6))),
      'was sorted alone',
    ],
    ['moved', 'Kunde;Seit', since, ['', ...since.slice(0, -1)], 'is moved by one row'],
    [
      'read by another sign',
      'Kunde;Honorar',
      fees,
      fees.map(fee => `${fee.slice(0, 3)},000`),
      '1/1000 of those that',
    ],
  ])('is not imported without --yes: %s', async (_, head, before, after, words) => {
    const { ask, write, look, sandbox } = await scene();
    expect((await ask('import', 'form', write(head, numbered(before)))).out).toContain('6 delivered\n');
    const list = write(head, numbered(after));
    expect((await look(list)).changed).toHaveLength(1);
    const calls = sandbox.calls().length;
    const { out, status } = await ask('import', 'form', list);
    expect(out).toContain(words);
    expect(out).toContain('import the list with --yes:\n');
    expect(out).not.toMatch(/350000|1985/);
    expect(status).toBe(1);
    expect(sandbox.calls()).toHaveLength(calls);
    expect((await look(write(head, numbered(before)))).changed).toEqual([]);
  });
});

/** Returns some columns of rows. */
function pick(rows: readonly string[], ...columns: readonly number[]): readonly string[] {
  return rows.map(row => columns.map(at => row.split(';')[at] ?? '').join(';'));
}

describe('the days of a list that are those of before with day and month swapped', () => {
  it('are not imported without --yes', async () => {
    const { ask, write, look, sandbox } = await scene();
    const days = ['01.04.2019', '05.03.2012', '07.11.2008', '09.09.2015'];
    await ask('import', 'form', write('Kunde;Seit', numbered(days)));
    const turned = days.map(day => day.replace(/^(..)\.(..)/, '$2.$1'));
    const list = write('Kunde;Seit', numbered(turned));
    expect((await look(list)).exchanged).toMatchObject([
      { by: 'turned-days', columns: ['Seit'], rows: [2, 3, 4], compared: 3, isColumn: true },
    ]);
    const calls = sandbox.calls().length;
    const { out } = await ask('import', 'form', list);
    expect(out).toContain(
      'additionalFields.since of notes: in 3 of 3 rows the day is that of before with day and month swapped: rows 2, 3, 4\n',
    );
    expect(sandbox.calls()).toHaveLength(calls);
  });

  it('are imported if only one row shows it, or other days stay', async () => {
    const { ask, write, look } = await scene();
    const days = ['01.04.2019', '05.03.2012', '07.11.2008', '09.02.2015'];
    await ask('import', 'form', write('Kunde;Seit', numbered(days)));
    for (const changed of [
      ['04.01.2019', '05.03.2012', '07.11.2008', '09.02.2015'],
      ['04.01.2020', '03.05.2013', '11.07.2009', '02.09.2016'],
    ])
      expect((await look(write('Kunde;Seit', numbered(changed)))).exchanged).toEqual([]);
  });
});

describe('the numbers of a list that are read by the wrong sign before decimals', () => {
  it.each<[readonly string[], readonly number[], readonly number[], boolean]>([
    [['2,400', '1,250.00', '980.50', '12,000', '750'], [2, 5], [3, 4], false],
    [['12,000', '0.5'], [2], [3], false],
    [['12,000', '980.50', '980,50'], [2], [3], true],
  ])('are told: %j', async (numbers, doubtful, shownBy, isMixed) => {
    const { ask, write, look, sandbox } = await scene();
    const list = write('Kunde;Honorar', numbered(numbers));
    const told = await look(list);
    expect(told.otherDecimals).toEqual([
      {
        mapping: 'notes',
        path: 'additionalFields.honorar',
        decimal: ',',
        otherDecimal: '.',
        doubtful,
        shownBy,
        isMixed,
      },
    ]);
    expect(told.counts.warned).toMatchObject({ rows: doubtful.length });
    const { out } = await ask('import', 'form', list);
    if (isMixed) expect(out).toContain('Write all numbers of the column in one way.');
    else {
      expect(out).toContain('Write decimal: "." in the rule.');
      expect(sandbox.calls().filter(each => each.operation === 'updateCustomer')).toEqual([]);
    }
  });

  it.each<readonly string[][]>([
    [['2.400,00', '1.250', '980,50', '750']],
    [['12,000', '750', '8,5']],
    [['', 'unbekannt', '750']],
  ])('are imported if nothing contradicts the rule: %j', async numbers => {
    const { write, look } = await scene();
    expect((await look(write('Kunde;Honorar', numbered(numbers)))).otherDecimals).toEqual([]);
  });
});
