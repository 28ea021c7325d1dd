import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, whyNoBrowser } from './chromium.ts';
import { type ConsoleScene, openConsoleScene, openPage, readToken, signInOn } from './console-scene.ts';

const missing = whyNoBrowser();
let browser: Browser;
let scene: ConsoleScene;

beforeAll(async () => {
  if (missing !== undefined) return;
  browser = await startChromium();
  scene = await openConsoleScene();
  writeFileSync(join(scene.folder, 'mappings/born.yaml'), birthdays);
  writeFileSync(join(scene.folder, 'mappings/text.yaml'), texts);
  await scene.restart();
});

const birthdays = `source: crm
destination: salon
when: kind = "born"
operation: updateCustomer
set: {id: customer, additionalFields: {birthdate: {from: born, as: date, parse: dd.MM.yyyy}}}
`;

const texts = `source: crm
destination: salon
when: kind = "text"
operation: updateCustomer
set: {id: customer, additionalFields: {lead.source: wish, allergies: formula}}
`;

afterAll(async () => {
  await browser?.close();
  await scene?.close();
});

const hostile = "<img src=x onerror=document.title='broken'>";

function csv(lines: readonly string[]): string {
  return ['kind;customer;note;topics', ...lines, ''].join('\r\n');
}

async function choose(page: Page, name: string, contents: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(contents) };
  await page.locator('input[type=file]').setInputFiles(file);
}

const eventsOf = async (page: Page) => {
  const id = new URL(page.url()).searchParams.get('import');
  return (await scene.api('GET', `imports/${id}`)).events;
};

async function noteOf(customer: number): Promise<string> {
  const reply = await fetch(`${scene.sandbox.url}/sandbox/customers/${customer}`);
  return ((await reply.json()) as { note: string }).note;
}

describe.skipIf(missing !== undefined)('importing a list in the console', () => {
  it('asks for data that the file lacks, previews it, imports it, and accepts the corrected rows', async () => {
    await scene.becomes(
      await scene.send({ kind: 'note', customer: 1002, note: 'of a webhook' }),
      'delivered',
    );
    const { page, assertAccessible } = await openPage(browser, scene.url);
    const asked: string[] = [];
    page.on('request', request => asked.push(decodeURIComponent(request.url())));
    await signInOn(page, `${scene.url}/console/senders`);
    await page.getByRole('link', { name: 'Import a list' }).first().click();
    await page.getByRole('heading', { name: 'Import a list for crm' }).waitFor();
    await assertAccessible();
    const lines = [`note;1001;Müller ${hostile};`, 'note;1002;list;', 'note;;x;', 'note;1003;y;nosuch'];
    await choose(page, 'kontakte.csv', Buffer.from(csv(lines), 'latin1'));
    await page.getByText('Line 2 is not UTF-8').waitFor();
    await page.getByText('note;1001;Müller').waitFor();
    await assertAccessible();
    await page.getByRole('button', { name: 'Yes, read it like this' }).click();
    await page
      .getByText('One row is fine (row 3). One has a warning (row 2). 2 are refused (first in row 4).')
      .waitFor();
    await page.getByText('4 rows, Windows-1252, separated by semicolons').waitFor();
    await page.getByText('First in row 4: id is required').waitFor();
    await page.getByText('First in row 5: "nosuch" is not among the choices').waitFor();
    await page.getByText('One newer value that the bridge has set would be overwritten, in row 3.').waitFor();
    await assertAccessible();
    // Nothing is stored yet.
    expect(((await scene.api('GET', 'events?source=crm')).events as object[]).length).toBe(1);
    await page.getByRole('button', { name: 'Import 4 rows' }).click();
    await page.getByText('2 rows need you.').waitFor();
    await assertAccessible();
    expect(await eventsOf(page)).toEqual({ delivered: 2, failed: 2 });
    expect(await page.locator('main img').count()).toBe(0);
    expect((await noteOf(1001)).startsWith('Müller <img')).toBe(true);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the 2 failed rows' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('kontakte.failed.csv');
    const failed = (await buffer(await saved.createReadStream())).toString();
    expect(failed).toMatch(
      /^\ufeffkind;customer;note;topics;fieldbridge_reason;fieldbridge_event\r\nnote;;x;;.*id is required/,
    );
    // Only one row is corrected. The other one fails again and is in the next file.
    await choose(page, 'kontakte.failed.csv', failed.replace('note;;x', 'note;1004;x'));
    await page.getByText('These rows failed before and were corrected.').waitFor();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('Row 3 was planned again, because nothing, or not everything,').waitFor();
    await assertAccessible();
    const savingAgain = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the failed row' }).click();
    const savedAgain = await savingAgain;
    expect(savedAgain.suggestedFilename()).toBe('kontakte.failed-2.csv');
    const still = (await buffer(await savedAgain.createReadStream())).toString();
    expect(still.split('\r\n').slice(1, -1)).toEqual([expect.stringMatching(/^note;1003;y;nosuch;/)]);
    await choose(page, 'kontakte.failed-2.csv', still.replace('nosuch', 'Farbe'));
    await page.getByRole('button', { name: 'Import one row' }).click();
    await page.getByText('One row is delivered.').waitFor();
    expect(await noteOf(1004)).toBe('x');
    expect(asked.filter(url => /M\u00fcller|note;|1004/.test(url))).toEqual([]);
    expect((await scene.api('GET', 'audit?limit=5')).audit).toMatchObject([
      { who: 'console', what: 'discard', why: 'row 2 of kontakte.failed-2.csv was corrected' },
      { who: 'console', what: 'import', about: 'crm', detail: '1 rows of kontakte.failed-2.csv' },
      { who: 'console', what: 'replay', why: 'row 3 of kontakte.failed.csv' },
      { who: 'console', what: 'discard', why: 'row 2 of kontakte.failed.csv was corrected' },
      { who: 'console', what: 'import', about: 'crm', detail: '2 rows of kontakte.failed.csv' },
    ]);
    expect((await scene.api('GET', 'events?needs=person')).events).toEqual([]);
  });

  it('offers the rows without a customer number as a file, and accepts them once they have one', async () => {
    const mapping = `source: website
destination: salon
when: kind = "note"
operation: updateCustomer
set: {id: customer, note: note}
`;
    writeFileSync(join(scene.folder, 'mappings/website.yaml'), mapping);
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/senders/website/list`);
    await page.locator('.drop').waitFor();
    await expect
      .poll(async () => JSON.stringify((await scene.api('GET', 'mappings')).mappings))
      .toContain('website');
    await choose(page, 'gaeste.csv', csv(['note;1001;known;', 'guest;;new;', 'gast;1002;not wanted;']));
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the rows without a customer number' }).click();
    const saved = await saving;
    await assertAccessible();
    expect(saved.suggestedFilename()).toBe('gaeste.failed.csv');
    const rows = (await buffer(await saved.createReadStream())).toString();
    expect(rows.split('\r\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^guest;;new;;.*the row has no customer number/),
    ]);
    await choose(page, 'gaeste.failed.csv', rows.replace('guest;;new', 'note;1003;new'));
    await page.getByRole('button', { name: 'Import one row' }).click();
    await page.getByText('One row is delivered.').waitFor();
    expect(await noteOf(1003)).toBe('new');
  });

  it('says that an earlier version of the mapping has sent the rows, and sends them again with one button', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url);
    const mapping = join(scene.folder, 'mappings/notes.yaml');
    const before = readFileSync(mapping, 'utf8');
    const list = csv(['note;1004;one;', 'note;1005;two;']);
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    await choose(page, 'versions.csv', list);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 rows are delivered.').waitFor();
    writeFileSync(mapping, before.replace('note: note', `note: "'new: ' & note"`));
    await expect
      .poll(async () => {
        const body = { source: 'crm', payload: { kind: 'note', customer: '1004', note: 'x' } };
        return JSON.stringify(await scene.api('POST', 'preview', body));
      })
      .toContain('new: x');
    await page.goto(`${scene.url}/console/senders/crm/list`);
    await choose(page, 'versions.csv', list);
    await page.getByText('The current version would send other values for 2 rows.').waitFor();
    await page.getByRole('button', { name: 'Show their outcomes' }).click();
    await page.getByText('imported before with an earlier version of notes').waitFor();
    await page.getByRole('button', { name: 'Send 2 rows again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 have something left to send.').waitFor();
    await assertAccessible();
    await dialog.getByRole('button', { name: 'Send 2 rows again' }).click();
    await page.getByText('2 rows are planned again.').waitFor();
    await expect.poll(() => Promise.all([noteOf(1004), noteOf(1005)])).toEqual(['new: one', 'new: two']);
    writeFileSync(mapping, before);
  });

  it('names the rows whose values newer events have set, and sends all of them with one button', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    // They fail first, because no choice of the field has this name.
    const rows = ['note;1004;old;Sauna', 'note;1005;old;Sauna'];
    await choose(page, 'newer.csv', csv(rows));
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 rows need you.').waitFor();
    for (const customer of [1004, 1005])
      await scene.becomes(await scene.send({ kind: 'note', customer, note: 'newer' }), 'delivered');
    const mapping = join(scene.folder, 'mappings/notes.yaml');
    const before = readFileSync(mapping, 'utf8');
    writeFileSync(
      mapping,
      before.replace('{from: topics, as: list}', '{from: topics, as: list, onInvalid: drop}'),
    );
    await expect
      .poll(async () => {
        const body = JSON.stringify({ kind: 'note', customer: '1004', note: 'x', topics: 'Sauna' });
        const asked = { source: 'crm', rows: [{ row: 2, body }] };
        return JSON.stringify(await scene.api('POST', 'imports/preview', asked));
      })
      .toContain('"outcome":"queued"');
    await page.goto(`${scene.url}/console/senders/crm/list`);
    await choose(page, 'newer.csv', csv(rows));
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 rows were not sent, because newer events have set all fields.').waitFor();
    await assertAccessible();
    expect(await page.getByRole('link', { name: 'Row 2', exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Send 2 rows again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 have values that newer events of the same people have set since.').waitFor();
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Send 2 rows again' }).click();
    await page.getByText('2 rows are planned again.').waitFor();
    await expect.poll(() => Promise.all([noteOf(1004), noteOf(1005)])).toEqual(['old', 'old']);
    writeFileSync(mapping, before);
  });

  it('names two rows that have each other’s customer number, after the import and before the next one', async () => {
    const { page } = await openPage(browser, scene.url, { locale: 'de-DE' });
    const list = (note: string) =>
      [
        'kind;customer;note;topics;Name',
        ...['1001;Lindqvist, Emil', '1005;Mara Lindqvist']
          .map(each => each.split(';'))
          .map(([customer, name]) => `note;${customer};${note};;${name}`),
        '',
      ].join('\n');
    const said = page.getByText('Die Zeilen 2 und 3 haben die Kundennummer der jeweils anderen');
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    await choose(page, 'crossed.csv', list('first'));
    await page.getByRole('button', { name: '2 Zeilen einlesen' }).click();
    await said.waitFor();
    await page.goto(`${scene.url}/console/senders/crm/list`);
    await choose(page, 'crossed-2.csv', list('second'));
    await page.getByRole('button', { name: '2 Zeilen einlesen' }).waitFor();
    expect(await said.count()).toBe(1);
  });

  it('names rows whose days would be read with day and month swapped, before they are stored', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, { locale: 'de-DE' });
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    const list = ['kind;customer;born', 'born;1001;05.04.1980', 'born;1002;05.13.1980', ''];
    await choose(page, 'tage.csv', list.join('\n'));
    await page
      .getByText('additionalFields.birthdate von born: Zeile 3 ist nur als MM.dd.yyyy lesbar.')
      .waitFor();
    await page.getByText('Schreiben Sie vor dem Einlesen parse: MM.dd.yyyy in die Regel').waitFor();
    await page.getByText('0 Zeilen sind in Ordnung. Eine hat eine Warnung (Zeile 2).').waitFor();
    await assertAccessible();
  });

  it('names columns with exchanged values, and a row of totals, before they are stored', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, { locale: 'de-DE' });
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    const people = [1003, 1004, 1005].map(
      (nr, at) => `text;${nr};am Fenster Platz ${at};Farbe E6/7 ${at}0 ml`,
    );
    const head = 'kind;customer;wish;formula';
    await choose(page, 'texte.csv', [head, ...people, ''].join('\n'));
    await page.getByRole('button', { name: '3 Zeilen einlesen' }).click();
    await page.getByText('3 Zeilen sind zugestellt.').waitFor();
    await page.getByRole('button', { name: 'Andere Datei auswählen' }).click();
    const turned = [...people, 'text;1005;Summe;x'].join('\n');
    await choose(page, 'danach.csv', `kind;customer;formula;wish\n${turned}\n`);
    await page
      .getByText(
        '3 von 3 Zeilen haben die Werte, die dieselben Kunden vorher im jeweils anderen Feld hatten (Zeile 2, 3, 4).',
      )
      .waitFor();
    await page.getByText('Wahrscheinlich sind die Überschriften (').waitFor();
    await page.getByText('Zeile 5 hat „Summe“ in der Spalte formula und eine Person.').waitFor();
    await page.getByText('0 Zeilen sind in Ordnung. 4 haben Warnungen (zuerst in Zeile 2).').waitFor();
    await assertAccessible();
  });

  it('continues after a restart of the bridge and a reload of the page: each row is imported once', async () => {
    const watched = await openPage(browser, scene.url, {
      locale: 'de-DE',
      viewport: { width: 375, height: 700 },
    });
    const { page, assertAccessible } = watched;
    const rows = 1_200;
    const lines = Array.from({ length: rows }, (_, at) => `note;${1001 + (at % 5)};row ${at};`);
    const list = csv(lines);
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    await page.locator('.drop').waitFor();
    await choose(page, 'liste.csv', list);
    await page.getByText('1.200 Zeilen würden gesendet.').waitFor();
    watched.expected = /ERR_|Failed to load resource/;
    // The bridge is down when the third group of rows is sent. The group is sent again after it is back.
    let groups = 0;
    let restarted: Promise<unknown> | undefined;
    await page.route('**/api/imports/*/rows', async route => {
      groups += 1;
      if (groups === 3) {
        restarted = scene.restart();
        return route.abort('connectionrefused');
      }
      await restarted;
      // The page is reloaded before the last request gets a response.
      if (groups === 5) return;
      await route.continue();
    });
    await page.getByRole('button', { name: '1.200 Zeilen einlesen' }).click();
    await expect.poll(() => groups).toBe(5);
    await assertAccessible();
    await page.reload();
    await page.getByText('von 1.200 Zeilen dieser Datei').waitFor();
    await assertAccessible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    await choose(page, 'liste.csv', list);
    await page.getByText('1.200 Zeilen sind zugestellt.').waitFor({ timeout: 120_000 });
    expect(await eventsOf(page)).toEqual({ delivered: rows });
    for (const at of [0, 1, 2, 3, 4]) expect(await noteOf(1001 + at)).toBe(`row ${rows - 5 + at}`);
    const audit = (await scene.api('GET', 'audit?limit=20')).audit as { detail?: string }[];
    expect(audit.filter(({ detail }) => detail?.includes('liste.csv'))).toHaveLength(1);
  });

  it('refuses a file that it cannot read reliably, and shows the place', async () => {
    const { page, assertAccessible } = await openPage(browser, scene.url, { colorScheme: 'dark' });
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    await page.locator('.drop').waitFor();
    const refused: readonly (readonly [string, string, string])[] = [
      ['a.csv', 'a;b\n1;2\n3\n4;"x\n', 'Line 3: It has one cell instead of 2.'],
      ['a.csv', 'sep=;\na;b\n1;2\n', 'Line 1: “sep=;” is a note for Excel'],
      ['a.csv', 'a;b;a\n1;2;3\n', 'Line 1: The header has several columns of the same name: “a”.'],
      ['a.csv', 'a;;b\n1;2;3\n', 'Line 1: Column 2 of the header has no name.'],
      ['a.csv', 'Customers;;\na;b;c\n1;2;3\n', 'Line 1: It has one cell (“Customers”), and line 2 has 3.'],
      ['a.ndjson', '{"a":1}\n{a}\n', 'Line 2: It is not a JSON value.'],
      ['a.csv', '', 'The file is empty.'],
      ['a.xlsx', 'PK', 'This is a spreadsheet.'],
      ['renamed.csv', 'PK\u0003\u0004', 'This is a spreadsheet.'],
    ];
    for (const [name, contents, said] of refused) {
      await choose(page, name, contents);
      await page.getByText(said).waitFor();
      await assertAccessible();
    }
    await choose(page, 'b.csv', 'kind;customer;topics;a, b\nnote;1001;Farbe;z\n');
    await page.getByText('Which columns are right?').waitFor();
    await assertAccessible();
    await page.getByRole('button', { name: 'Separate by semicolons' }).press('Enter');
    await page.getByText('One row would be sent.').waitFor();
  });

  it('accepts a dropped file', async () => {
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/senders/crm/list`);
    const drop = page.locator('.drop');
    await drop.waitFor();
    const dataTransfer = await page.evaluateHandle(
      '(() => { const all = new DataTransfer(); all.items.add(new File([\'{"kind":"note","customer":1001}\\n\'], \'a.ndjson\')); return all; })()',
    );
    await drop.dispatchEvent('drop', { dataTransfer });
    await page.getByText('One row, UTF-8').waitFor();
  });

  it('offers nothing of this to a reader', async () => {
    const { page } = await openPage(browser, scene.url);
    await signInOn(page, `${scene.url}/console/senders`, readToken);
    await page.getByRole('heading', { name: 'crm' }).waitFor();
    expect(await page.getByRole('link', { name: 'Import a list' }).count()).toBe(0);
    await page.goto(`${scene.url}/console/senders/crm/list`);
    await page.getByText('To import a list, sign in with the admin token.').waitFor();
    expect(await page.locator('input[type=file]').count()).toBe(0);
  });
});
