import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExchangedValues } from '../../../src/lists/exchanged-values.ts';
import { openSandbox, startedBridge } from '../command-line.ts';

const fields = [
  ['handy', 'Handy', 'text'],
  ['notfall_tel', 'Notfall Telefon', 'text'],
  ['since', 'Kunde seit', 'date'],
  ['last.visit', 'Letzter Besuch', 'date'],
  ['next.visit', 'Nächster Besuch', 'date'],
  ['news', 'Newsletter', 'checkbox'],
  ['photos', 'Fotos', 'checkbox'],
  ['points', 'Punkte', 'text'],
  ['chair', 'Stuhlhöhe', 'text'],
  ['weight', 'Gewicht', 'text'],
  ['height', 'Größe', 'text'],
  ['formula', 'Farbformel', 'text'],
  ['wish', 'Wunsch', 'text'],
] as const;

const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: {from: nr, required: true}
  additionalFields:
    handy: handy
    notfall_tel: notfall
    since: {from: seit, as: date, parse: yyyy-MM-dd}
    last.visit: {from: zuletzt, as: date, parse: yyyy-MM-dd}
    next.visit: {from: danach, as: date, parse: yyyy-MM-dd}
    news: {from: news, as: boolean}
    photos: {from: fotos, as: boolean}
    points: {from: punkte, as: number}
    chair: {from: stuhl, as: number}
    weight: {from: kilo, as: number}
    height: {from: cm, as: number}
    formula: formel
    wish: wunsch
    birthdate: {from: geboren, as: date, parse: yyyy-MM-dd}
`;

type Values = Readonly<Record<string, string>>;

async function scene() {
  const sandbox = await openSandbox();
  for (const [keyName, name, type] of fields)
    sandbox.control('fields', { action: 'add', keyName, name, type });
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  let lists = 0;
  /** Writes a list. Each row of `rows` is one customer, from `first`. */
  const write = (rows: readonly Values[], first = 1001) => {
    const names = Object.keys(rows[0] ?? {});
    const lines = rows.map((row, at) => [first + at, ...names.map(name => row[name] ?? '')].join(';'));
    lists += 1;
    const path = join(bridge.directory, `list${lists}.csv`);
    writeFileSync(path, [`nr;${names.join(';')}`, ...lines, ''].join('\n'));
    return path;
  };
  const exchanged = async (list: string) => {
    const { out } = await bridge.ask('import', 'form', list, '--dry-run', '--json');
    return (JSON.parse(out) as { exchanged: readonly ExchangedValues[] }).exchanged;
  };
  return { ...bridge, sandbox, write, exchanged };
}

/** Returns rows whose values of two columns are exchanged, as if their headings were. */
function turned(rows: readonly Values[], one: string, other: string): readonly Values[] {
  return rows.map(row => ({ ...row, [one]: row[other] ?? '', [other]: row[one] ?? '' }));
}

const before: readonly Values[] = [
  row('+491711111101', '+493011111101', '2015-03-01', '2026-05-04', 'ja', 'nein', '45', '540', 'E6/7 20 ml'),
  row('+491711111102', '+493011111102', '2016-04-02', '2026-06-05', 'ja', 'nein', '46', '525', 'N7/1 30 ml'),
  row('+491711111103', '+493011111103', '2017-05-03', '2026-07-06', 'nein', 'ja', '47', '530', 'K5/0 40 ml'),
  row('+491711111104', '+493011111104', '2018-06-04', '2026-08-07', 'ja', 'nein', '50', '535', 'A8/3 25 ml'),
];

function row(...values: readonly string[]): Values {
  const [handy, notfall, seit, zuletzt, news, fotos, punkte, stuhl, formel] = values;
  const at = Number(stuhl) - 500;
  return {
    ...({ handy, notfall, seit, zuletzt, news, fotos, punkte, stuhl, formel } as Values),
    ...{
      kilo: String(50 + at),
      cm: String(140 + at),
      wunsch: `Platz ${at} am Fenster`,
      geboren: `19${at + 30}-02-03`,
    },
  };
}

/** The same customers some months later, as a right list has them. */
const after = before.map((each, at) => ({
  ...each,
  zuletzt: `2026-10-0${at + 1}`,
  punkte: String(60 + at * 3),
  kilo: String(Number(each.kilo) + at - 1),
  formel: `${each.formel} neu`,
}));

describe('a list with exchanged columns', () => {
  it.each<[string, string, string, string]>([
    ['a mobile number and one for emergencies', 'handy', 'notfall', 'before'],
    ['the first and the last visit', 'seit', 'zuletzt', 'days'],
    ['a birthday and the last visit', 'geboren', 'zuletzt', 'days'],
    ['a birthday and the first visit', 'geboren', 'seit', 'before'],
    ['two consents', 'news', 'fotos', 'before'],
    ['points and a height of a chair', 'punkte', 'stuhl', 'before'],
    ['a weight and a height', 'kilo', 'cm', 'before'],
    ['two texts', 'formel', 'wunsch', 'before'],
  ])('is not imported without --yes: %s', async (_, one, other, by) => {
    const { ask, write, exchanged, sandbox } = await scene();
    expect((await ask('import', 'form', write(before))).out).toContain('4 delivered\n');
    const calls = sandbox.calls().length;
    const list = write(turned(after, one, other));
    const found = await exchanged(list);
    expect(found.map(each => [each.by, each.columns?.toSorted()])).toContainEqual([
      by,
      [one, other].toSorted(),
    ]);
    expect(found.every(({ isColumn }) => isColumn)).toBe(true);
    const { out, status } = await ask('import', 'form', list);
    expect(out).toContain('are probably exchanged in the list');
    expect(out).toContain('If these values are right, import the list with --yes:\n');
    expect(out).not.toMatch(/\+49|ml neu|Fenster/);
    expect(status).toBe(1);
    expect(sandbox.calls()).toHaveLength(calls);
    expect((await ask('import', 'form', list, '--yes')).out).toContain('4 delivered\n');
  });

  it('is not imported if most numbers for emergencies are those of the customers', async () => {
    const { ask, write, exchanged, sandbox } = await scene();
    // No rule reads the column of the own numbers.
    const rows = before.map(({ handy: Mobil, notfall }) => ({ Mobil, notfall }) as Values);
    const list = write(turned(rows, 'Mobil', 'notfall'));
    expect(await exchanged(list)).toEqual([]);
    const own = write(rows.map(({ Mobil = '' }) => ({ Mobil, notfall: Mobil.replace('+49', '0') })));
    expect(await exchanged(own)).toMatchObject([
      { by: 'own-number', columns: ['notfall'], rows: [2, 3, 4, 5], isColumn: true },
    ]);
    expect((await ask('import', 'form', own)).out).toContain(
      "additionalFields.notfall_tel of notes: in 4 of 4 rows the number for emergencies is the customer's own one, as if the two were exchanged: rows 2, 3, 4, 5\n",
    );
    // The account shows its mobile numbers after an update.
    await ask('import', 'form', write(before.map(({ seit = '' }) => ({ seit }))));
    const mobiles = before.map((_, at) => sandbox.customer(1001 + at)?.mobile ?? '');
    const known = write(mobiles.map(notfall => ({ notfall })));
    expect(await exchanged(known)).toMatchObject([{ by: 'own-number', isColumn: true }]);
  });

  it('is not imported if its last visits are to come and the next ones are past', async () => {
    const { ask, write, exchanged } = await scene();
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const rows = [-20, -30, -40].map(at => ({ zuletzt: dayIn(at), danach: dayIn(at + 90) }));
    // The next visit of a customer is past, and was not taken out.
    const old = [...rows, { zuletzt: dayIn(-10), danach: dayIn(-15) }];
    expect(await exchanged(write(old))).toEqual([]);
    const list = write(turned(rows, 'zuletzt', 'danach'));
    expect(await exchanged(list)).toMatchObject([
      { by: 'days', columns: ['zuletzt', 'danach'], compared: 3 },
    ]);
    expect((await ask('import', 'form', list)).status).toBe(1);
    await ask('import', 'form', write(rows));
    const later = rows.map(({ danach }, at) => ({ zuletzt: danach, danach: dayIn(200 + at) }));
    expect(await exchanged(write(later))).toEqual([]);
  });

  it('is compared with the values that the account has, as the last response shows', async () => {
    const { ask, write, exchanged, sandbox } = await scene();
    const ids = before.map(({ handy = '', notfall = '' }) => {
      const additionalFields = { handy, notfall_tel: notfall };
      const made = sandbox.control('customers', { lastName: 'Neu', additionalFields });
      return (made as { customer: { id: number } }).customer.id;
    });
    const list = write(
      turned(before, 'handy', 'notfall').map(({ handy = '', notfall = '' }) => ({ handy, notfall })),
      ids[0],
    );
    expect(await exchanged(list)).toEqual([]);
    await ask(
      'import',
      'form',
      write(
        before.map(({ seit = '' }) => ({ seit })),
        ids[0],
      ),
    );
    expect(await exchanged(list)).toMatchObject([
      { by: 'before', columns: ['handy', 'notfall'], compared: 4 },
    ]);
  });

  it('is imported if the account is of children, whose parents have both numbers', async () => {
    const { ask, write, exchanged, sandbox } = await scene();
    sandbox.control('fields', { action: 'add', keyName: 'parent', name: 'Name der Eltern', type: 'text' });
    await ask('import', 'form', write(before.map(({ seit = '' }) => ({ seit }))));
    await ask('destinations', 'probe', 'salon');
    const rows = before.map(({ handy = '' }) => ({ mutter_telefon: handy, notfall: handy }));
    expect(await exchanged(write(rows))).toEqual([]);
  });

  it('names single rows, also if all others are known, and imports them', async () => {
    const { ask, write, exchanged } = await scene();
    await ask('import', 'form', write(before));
    await ask('import', 'form', write(after));
    const some = after.map((each, at) => (at < 2 ? (turned([each], 'handy', 'notfall')[0] ?? each) : each));
    const list = write(some);
    expect(await exchanged(list)).toMatchObject([{ isColumn: false, rows: [2, 3], compared: 4 }]);
    const { out } = await ask('import', 'form', list);
    expect(out).toContain('See whether the two values are exchanged in these rows.\n');
  });

  it('is imported if it is right', async () => {
    const { ask, write, exchanged } = await scene();
    await ask('import', 'form', write(before));
    const list = write(after);
    expect(await exchanged(list)).toEqual([]);
    expect((await ask('import', 'form', list)).out).toContain('4 delivered\n');
  });
});
