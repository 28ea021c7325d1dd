import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { formToken, openSandbox, post, startedBridge, writeFiles } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: {from: customer, required: true}
  note: note
  customerStatus: status
  additionalFields:
    lead.source: {from: phone, as: phone, country: DE}
`;

/** Starts a bridge that accepts lists for `form`, with files beside its config. */
async function bridgeWith(files: Readonly<Record<string, string | Uint8Array>>, sandbox: Sandbox) {
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  writeFiles(bridge.directory, files);
  return bridge;
}

interface Customer {
  readonly note: string;
  readonly calls: { readonly applied: number };
}

interface SandboxCall {
  readonly operation: string;
  readonly parameters: { readonly id?: string };
}

/** Returns a customer of the sandbox. */
async function customer(sandbox: Sandbox, id: number): Promise<Customer> {
  return (await (await fetch(`${sandbox.url}/sandbox/customers/${id}`)).json()) as Customer;
}

const list = [
  'customer,note,status,phone',
  '1001,of the list,Stammkunde,0151 23456789',
  '1002,with a wrong phone,Stammkunde,12',
  '1003,with another status,Stamkunde,',
  ',without a number,Stammkunde,',
  '1004,the last one,Stammkunde,',
  '',
].join('\n');

describe('a list', () => {
  it('reports the rows that are sent with a warning, the first of each kind, and how to see them', async () => {
    const sandbox = await openSandbox();
    const rows = '1001,undefined,\n1002,fine,\n1003,undefined,\n1004,{{note}},\n';
    const { ask, directory } = await bridgeWith({ 'a.csv': `customer,note,phone\n${rows}` }, sandbox);
    const file = join(directory, 'a.csv');
    expect((await ask('import', 'form', file, '--dry-run')).out).toContain('3 have warnings');
    const { out, status } = await ask('import', 'form', file);
    expect(status).toBe(0);
    expect(out).toContain('        4 delivered\n3 rows of these have a warning:\n');
    expect(out).toContain('        3 [mapping/placeholder-value], in rows 2, 4, 5\n');
    expect(out).toMatch(/ {12}note: "undefined" is .*\n/);
    const [, command = ''] = /`fieldbridge (events list .*?)`/.exec(out) ?? [];
    expect((await ask(...command.split(' '))).out.match(/^evt_|evt_/g)).toHaveLength(3);
    const again = JSON.parse((await ask('import', 'form', file, '--json')).out) as object;
    expect(again).toMatchObject({
      warnings: { events: 3, codes: [{ code: 'mapping/placeholder-value', events: 3 }] },
    });
  });

  it('names the rows that reached another person first, and marks their events in the list', async () => {
    const sandbox = await openSandbox();
    const rows = [1001, 1002, 1003].map(id => `${id},Kunibert,Wirsing,undefined\n`).join('');
    const { ask, directory } = await bridgeWith(
      { 'a.csv': `customer,firstName,lastName,note\n${rows}1004,,,fine\n` },
      sandbox,
    );
    const { out } = await ask('import', 'form', join(directory, 'a.csv'));
    expect(out).toContain('        4 delivered\n3 rows of these have a warning:\n');
    expect(out).toMatch(
      / {8}3 \[call\/other-person\], in rows 2, 3, 4\n +the update was applied, but .*\n +Look up/,
    );
    expect(out).toContain('        3 [mapping/placeholder-value], in rows 2, 3, 4\n');
    expect(out).toContain('`fieldbridge events list --source form --code call/other-person --url');
    expect(out).not.toMatch(/Kunibert|Wirsing/);
    const listed = (await ask('events', 'list')).out;
    expect(listed.match(/warning: the update was applied, but .* \(and 1 more warning\)/g)).toHaveLength(3);
    expect(listed.match(/warning/g)).toHaveLength(6);
  });

  it('is written to the file of failed rows so that no spreadsheet runs a cell, and read back unchanged', async () => {
    const sandbox = await openSandbox();
    const formulas = ['=HYPERLINK("http://127.0.0.1:1")', '+49 151 23456789', "'-7", '@x'];
    const rows = formulas.map(text => `,"${text.replaceAll('"', '""')}"\n`).join('');
    const { ask, directory } = await bridgeWith({ 'a.csv': `customer,note\n${rows}` }, sandbox);
    expect((await ask('import', 'form', join(directory, 'a.csv'))).status).toBe(1);
    const failed = readFileSync(join(directory, 'a.failed.csv'), 'utf8').split('\r\n').slice(1, -1);
    expect(failed.map(line => /^,("?'+[=+\-@])/.exec(line)?.[1])).toEqual([`"'=`, "'+", "'''-", "'@"]);
    const mended = failed.map((line, index) => `${1001 + index}${line}`);
    const header = 'customer,note,fieldbridge_reason,fieldbridge_event';
    writeFileSync(join(directory, 'a.failed.csv'), [header, ...mended].join('\r\n'));
    expect((await ask('import', 'form', join(directory, 'a.failed.csv'))).status).toBe(0);
    const notes = await Promise.all(formulas.map((_, index) => customer(sandbox, 1001 + index)));
    expect(notes.map(({ note }) => note)).toEqual(formulas);
  });

  it('is sent row by row; failed rows are written to a file with the reason, and are sent after a correction', async () => {
    const sandbox = await openSandbox();
    const { ask, directory } = await bridgeWith({ 'contacts.csv': list }, sandbox);
    const first = await ask('import', 'form', join(directory, 'contacts.csv'), '--who', 'Anna');
    expect(first.status).toBe(1);
    expect(first.out).toContain('contacts.csv: 5 rows for form');
    expect(first.out).toContain('2 delivered');
    expect(first.out).toContain('3 failed: see');
    expect((await customer(sandbox, 1001)).note).toBe('of the list');
    const failed = readFileSync(join(directory, 'contacts.failed.csv'), 'utf8');
    const lines = failed.split('\r\n');
    expect(lines[0]).toBe('\ufeffcustomer,note,status,phone,fieldbridge_reason,fieldbridge_event');
    expect(lines[1]).toMatch(/^1002,with a wrong phone,Stammkunde,12,".*phone/);
    expect(lines[2]).toMatch(/^1003,with another status,Stamkunde,,.*Stammkunde/);
    expect(lines[3]).toMatch(/^,without a number,Stammkunde,,.*id/);
    expect(lines).toHaveLength(5);

    const again = await ask('import', 'form', join(directory, 'contacts.csv'));
    expect(again.out).toContain('(2 rows were imported before)');
    expect(again.out).toContain('3 rows were planned again, ');
    expect((await customer(sandbox, 1001)).calls.applied).toBe(1);

    const mended = failed
      .replace(',12,', ',0151 23456780,')
      .replace('Stamkunde', 'Stammkunde')
      .replace('\n,w', '\n1005,w');
    writeFileSync(join(directory, 'contacts.failed.csv'), mended);
    const third = await ask('import', 'form', join(directory, 'contacts.failed.csv'), '--json');
    expect(third.status).toBe(0);
    expect(JSON.parse(third.out)).toMatchObject({
      rows: 3,
      taken: 3,
      duplicates: 0,
      events: { delivered: 3 },
    });
    expect((await customer(sandbox, 1005)).note).toBe('without a number');
    const events = async (...filter: readonly string[]) =>
      JSON.parse((await ask('events', 'list', '--json', ...filter)).out).events as { id: string }[];
    expect(await events('--status', 'failed')).toEqual([]);
    const [old] = await events('--status', 'discarded');
    const shown = await ask('events', 'show', old?.id ?? '');
    // The line may be wrapped.
    expect(shown.out).toMatch(/discarded .* by operator: row \d of contacts\.failed\.csv was\s+corrected/);
    expect(shown.out).toMatch(/replaced by evt_\w+, its corrected row/);
    const once = await ask('import', 'form', join(directory, 'contacts.csv'));
    expect(once).toMatchObject({ status: 0, err: '' });
    expect(once.out).toContain('3 discarded by a person, or replaced by a corrected row');
    expect(existsSync(join(directory, 'contacts.failed-3.csv'))).toBe(false);
    expect(readFileSync(join(directory, 'contacts.failed.csv'), 'utf8')).toBe(mended);
  });

  it('never hides a row that failed and has not changed since', async () => {
    const sandbox = await openSandbox();
    const { ask, directory } = await bridgeWith({ 'contacts.csv': list }, sandbox);
    await ask('import', 'form', join(directory, 'contacts.csv'));
    const path = join(directory, 'contacts.failed.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace(',12,', ',0151 23456780,'));
    const tried = await ask('import', 'form', path, '--dry-run');
    expect(tried.out).toMatch(/1 would be sent, first in row 2/);
    expect(tried.out).toMatch(/would fail \[\S+\], first in row 4\n/);
    expect(tried.out).toContain('2 rows would be planned again: rows 3, 4. ');
    const second = await ask('import', 'form', path, '--json');
    expect(second.status).toBe(1);
    const failedFile = join(directory, 'contacts.failed-2.csv');
    expect(JSON.parse(second.out)).toMatchObject({
      ...{ taken: 1, again: [3, 4], duplicates: 0, unreadable: 0, failedFile },
      events: { delivered: 1, failed: 2 },
    });
    const lines = readFileSync(failedFile, 'utf8').split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^1003,with another status,Stamkunde,,.*Stammkunde.*,evt_\w+$/);
    expect(lines[1]).toMatch(/^,without a number,Stammkunde,,.*id.*,evt_\w+$/);
    const again = await ask('import', 'form', path);
    expect(again.status).toBe(1);
    expect(again.out).toContain('2 failed: see');
    expect(again.out).toContain(
      '2 rows were planned again, because nothing, or not everything, was delivered',
    );
    expect(again.out).not.toContain('known from another list');
    const failed = JSON.parse((await ask('events', 'list', '--json', '--status', 'failed')).out).events;
    expect(failed).toHaveLength(2);
    // The same rows have failed in another list too.
    writeFiles(directory, { 'more.csv': `${list}1005,one more,Stammkunde,\n` });
    const more = await ask('import', 'form', join(directory, 'more.csv'), '--json');
    expect(more.status).toBe(1);
    expect(JSON.parse(more.out)).toMatchObject({
      ...{ taken: 1, again: [3, 4, 5], duplicates: 2 },
      known: { byStatus: { delivered: [2, 6] } },
    });
  });

  it('lists rows as failed whose number is unknown, or that cannot be read', async () => {
    const sandbox = await openSandbox();
    const linked = `source: form
destination: salon
operation: updateCustomer
link: person
whenUnlinked: skip
set: {id: $linked, note: note}
`;
    const files = { 'mappings/notes.yaml': linked };
    const { ask, directory } = await startedBridge(sandbox, '', files);
    const deep = `${'['.repeat(80)}${']'.repeat(80)}`;
    writeFiles(directory, {
      'a.ndjson': `{"person":"p1","note":"a"}\n{"person":"p2","note":${deep}}\n{"person":"p3","note":"c"}\n`,
      'links.csv': 'people,link,destination,customerId\ncontacts,p1,salon,1001\n',
    });
    expect(await ask('links', 'import', join(directory, 'links.csv'))).toMatchObject({ status: 0 });
    const first = await ask('import', 'form', join(directory, 'a.ndjson'));
    expect(first.status).toBe(1);
    expect(first.out).toContain('1 delivered');
    expect(first.out).toContain('1 cannot be read, so they became no event: see');
    expect(first.out).toContain('has 1 skipped row too, for which no customer number is known');
    const rows = readFileSync(join(directory, 'a.failed.ndjson'), 'utf8').trimEnd().split('\n');
    const [unread, skipped] = rows.map(row => JSON.parse(row) as Record<string, unknown>);
    expect(unread).toMatchObject({
      person: 'p2',
      fieldbridge_reason: expect.stringContaining('more than 64 levels'),
    });
    expect(skipped).toMatchObject({
      person: 'p3',
      fieldbridge_reason: expect.stringContaining('no customer number is known'),
      fieldbridge_event: expect.stringMatching(/^evt_/),
    });
  });

  it('lists a row as failed that `when` excludes because it lacks a number, but not an unwanted row', async () => {
    const sandbox = await openSandbox();
    const filtered = mapping
      .replace('operation', "when: customer != '' and note != 'no'\noperation")
      .replace('{from: customer, required: true}', 'customer');
    const { ask, directory } = await startedBridge(sandbox, '', { 'mappings/notes.yaml': filtered });
    const rows = '1001,a,,\n,b,,\n1002,no,,\n';
    writeFiles(directory, {
      'a.csv': `customer,note,status,phone\n${rows}`,
      'b.csv': 'customer,note\n1002,no\n',
    });
    const first = await ask('import', 'form', join(directory, 'a.csv'));
    expect(first.status).toBe(1);
    expect(first.out).toContain('2 skipped: ');
    const failed = readFileSync(join(directory, 'a.failed.csv'), 'utf8').split('\r\n').slice(1, -1);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatch(/^,b,,,"?the row has no customer number: `id` of notes has no value/);
    expect((await ask('import', 'form', join(directory, 'b.csv'))).status).toBe(0);
    expect(existsSync(join(directory, 'b.failed.csv'))).toBe(false);
  });

  it('is previewed without storing or sending anything', async () => {
    const sandbox = await openSandbox();
    const { ask, url, directory } = await bridgeWith({ 'contacts.csv': list }, sandbox);
    await post(url, { customer: 1001, note: 'of a webhook', status: '', phone: '' });
    const tried = await ask('import', 'form', join(directory, 'contacts.csv'), '--dry-run');
    expect(tried.status).toBe(1);
    // The statuses are unknown until the account has listed them.
    expect(tried.out).toMatch(/3 would be sent, first in row 2/);
    expect(tried.out).toMatch(/would fail \[mapping\/invalid-value\], first in row 3/);
    expect(tried.out).toMatch(/would fail \[mapping\/missing-value\], first in row 5/);
    expect(tried.out).toContain('1 value would be replaced that the bridge has set before, first in row 2');
    expect((await customer(sandbox, 1001)).note).toBe('of a webhook');
    const events = await ask('events', 'list', '--json');
    expect(JSON.parse(events.out).events).toHaveLength(1);
    expect(existsSync(join(directory, 'contacts.failed.csv'))).toBe(false);
    const audit = await fetch(`${url}/api/audit`, {
      headers: { authorization: 'Bearer an-admin-token-of-some-length' },
    });
    expect(JSON.stringify(await audit.json())).not.toContain('import');
  });

  it('is previewed with the numbers of rows that are fine, have a warning or are refused', async () => {
    const sandbox = await openSandbox();
    const rows = [
      '1001,fine',
      '1002,M\u00c3\u00bcller',
      '"1,23E+11",x',
      '1003,also fine',
      '1004,5 \u0080',
      '',
    ];
    const { ask, directory } = await bridgeWith({ 'a.csv': ['customer,note', ...rows].join('\n') }, sandbox);
    const { out, status } = await ask('import', 'form', join(directory, 'a.csv'), '--dry-run');
    expect(out).toContain(
      '2 are fine (first in row 2), 2 have warnings (first in row 3), 1 is refused (row 4)\n',
    );
    expect(out).toContain('2 would be sent [mapping/damaged-text], first in row 3');
    expect(status).toBe(1);
    const json = await ask('import', 'form', join(directory, 'a.csv'), '--dry-run', '--json');
    expect(JSON.parse(json.out).counts).toEqual({
      fine: { rows: 2, firstRow: 2 },
      warned: { rows: 2, firstRow: 3 },
      refused: { rows: 1, firstRow: 4 },
    });
  });

  it('is previewed with the warnings of each mapping, also of one that has nothing to send', async () => {
    const sandbox = await openSandbox();
    const { ask, directory } = await startedBridge(sandbox, '', {
      'mappings/born.yaml':
        'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: customer, additionalFields: {birthdate: {from: born, as: date, format: dd.MM.yyyy}}}\n',
    });
    writeFiles(directory, { 'a.csv': 'customer,born\n1001,1980-04-05\n1002,1981-05-13\n' });
    const tried = (await ask('import', 'form', join(directory, 'a.csv'), '--dry-run')).out;
    expect(tried).toContain('0 are fine, 2 have warnings (first in row 2), 0 are refused\n');
    expect(tried).toContain('2 would be sent [mapping/renamed-question], first in row 2\n');
    const { out } = await ask('import', 'form', join(directory, 'a.csv'));
    expect(out).toContain('2 rows of these have a warning:\n        2 [mapping/renamed-question]');
  });

  it('is previewed with the rows of one person, and the columns that no rule reads', async () => {
    const sandbox = await openSandbox();
    const rows = ['1001,a,x,', '1002,b,x,', '1001,c,x,', '01002,b,y,', '1001,c,z,', ''];
    const text = ['customer,note,Ort,Phone', ...rows].join('\n');
    const { ask, directory } = await bridgeWith({ 'a.csv': text }, sandbox);
    const { out } = await ask('import', 'form', join(directory, 'a.csv'), '--dry-run');
    expect(out).toContain(
      '1 row is of a person whom an earlier row names too, with other values: row 4 after row 2\n',
    );
    expect(out).toContain('so the last one wins');
    expect(out).toContain('4 are fine (first in row 2), 1 has a warning (row 4), 0 are refused\n');
    expect(out).toContain('No rule reads 2 columns: Ort, Phone\n');
    expect(out).toContain('"Phone" is nearly "phone", which');
    expect(out).not.toContain('"Ort" is nearly');
    expect(out).toContain(
      'No row has 1 column that rules read. If a column was renamed in the list, read its new name in the rule:\n  "status", which customerStatus of notes reads\n',
    );
    // The import itself says so too, also for rows of which each has other keys.
    const lines = '{"customer":1001,"note":"d"}\n{"customer":1002,"Phone":"1"}\n';
    writeFileSync(join(directory, 'c.ndjson'), lines);
    for (const name of ['a.csv', 'c.ndjson']) {
      const done = (await ask('import', 'form', join(directory, name))).out;
      expect(done).toContain('"status", which customerStatus of notes reads\n');
      expect(done).toContain('"Phone" is nearly "phone", which');
      expect(done).not.toMatch(/"(?:note|customer)", which/);
    }
    const json = JSON.parse((await ask('import', 'form', join(directory, 'c.ndjson'), '--json')).out);
    expect(json).toMatchObject({
      absent: [{ name: 'status', mapping: 'notes' }],
      columns: [{ column: 'Phone' }],
    });
    const whole = join(directory, 'b.csv');
    writeFileSync(whole, 'customer,note,status,phone\n1001,a,,\n');
    const fine = (await ask('import', 'form', whole)).out;
    expect(fine).not.toMatch(/No row has|No rule reads/);
    expect((await ask('import', 'form', whole, '--dry-run')).out).not.toContain('No row has');
  });

  it('in UTF-8 is refused with the encoding that would damage it', async () => {
    const sandbox = await openSandbox();
    const { ask, directory } = await bridgeWith({ 'a.csv': 'customer,note\n1001,M\u00fcller\n' }, sandbox);
    const file = join(directory, 'a.csv');
    const said = await ask('import', 'form', file, '--dry-run', '--encoding', 'windows-1252');
    expect(said.status).toBe(1);
    expect(said.err).toMatch(/a\.csv is UTF-8, and not windows-1252.*1001,M\u00fcller.*Leave out/s);
    expect((await ask('import', 'form', file, '--dry-run')).status).toBe(0);
  });

  it('is previewed with the reason why no row has a number', async () => {
    const sandbox = await openSandbox();
    const rules = `${mapping}when: customer\n`;
    const { ask, directory } = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    writeFiles(directory, { 'a.csv': 'number,note\n1001,x\n1002,y\n' });
    const { status, out } = await ask('import', 'form', join(directory, 'a.csv'), '--dry-run');
    expect(out).toContain('2 would be skipped [mapping/not-linked], first in row 2');
    expect(out).toContain('the row has no customer number: `id` of notes has no value');
    expect(status).toBe(1);
  });

  it('is previewed with an example of each value that would be refused for the same reason', async () => {
    const sandbox = await openSandbox();
    const rules = `${mapping}    birthdate: {from: born, as: date, parse: dd.MM.yyyy, format: dd.MM.yyyy}\n`;
    const { ask, directory } = await startedBridge(sandbox, '', { 'mappings/notes.yaml': rules });
    const rows = ['1001,12,01.02.1990', '1002,,1990-02-01', '1003,,1990-02-02', ''];
    writeFiles(directory, { 'a.csv': ['customer,phone,born', ...rows].join('\n') });
    const { out } = await ask('import', 'form', join(directory, 'a.csv'), '--dry-run');
    expect(out).toMatch(/2 would fail \[mapping\/invalid-value\], first in row 3\n.*birthdate/);
    expect(out).toMatch(/1 would fail \[mapping\/invalid-value\], first in row 2\n.*lead\.source/);
  });

  it('in NDJSON keeps each line exactly, and equal rows are separate events', async () => {
    const sandbox = await openSandbox();
    const lines = [
      '{"customer":1001,"note":"a"}',
      '',
      '{"customer": 1001, "note":"a"}',
      '{"customer":1001,"note":"a"}',
    ];
    const bad = '{ "customer":12345678901234567890, "note": "b" }';
    const { ask, directory } = await bridgeWith({ 'list.ndjson': [...lines, bad].join('\n') }, sandbox);
    const first = await ask('import', 'form', join(directory, 'list.ndjson'), '--json');
    expect(JSON.parse(first.out)).toMatchObject({ taken: 4, events: { delivered: 3, failed: 1 } });
    const failed = readFileSync(join(directory, 'list.failed.ndjson'), 'utf8');
    expect(failed).toMatch(/^\{"fieldbridge_reason":".*","customer":12345678901234567890, "note": "b" \}\n$/);
    const second = await ask('import', 'form', join(directory, 'list.failed.ndjson'), '--json');
    expect(JSON.parse(second.out)).toMatchObject({ rows: 1 });
  });

  it('needs an existing source', async () => {
    const sandbox = await openSandbox();
    const { ask, directory } = await bridgeWith({ 'list.csv': 'customer,note\n1001,a\n' }, sandbox);
    const { err, status } = await ask('import', 'nobody', join(directory, 'list.csv'));
    expect(err).toContain('there is no source "nobody"');
    expect(status).toBe(2);
  });

  it('is mentioned if `send` gets a list', async () => {
    const sandbox = await openSandbox();
    const { ask } = await bridgeWith({}, sandbox);
    const { err, status } = await ask('send', 'form', 'contacts.csv');
    expect(status).toBe(2);
    expect(err).toContain('fieldbridge import form contacts.csv');
  });
});

/** The text of a file in windows-1252. */
const umlauts = Buffer.from('customer;note\n1001;M\u00fcller\n', 'latin1');

describe('a file that cannot be read reliably', () => {
  const cases: readonly (readonly [string, string | Uint8Array, string, RegExp])[] = [
    ['is empty', '', 'a.csv', /a\.csv is empty/],
    ['has a header only', 'customer,note\n', 'a.csv', /a\.csv has no rows/],
    [
      'is not UTF-8',
      umlauts,
      'a.csv',
      /line 2 of a\.csv is not UTF-8.*1001;M\u00fcller.*--encoding windows-1252/s,
    ],
    [
      'was written by an old Mac',
      Buffer.from([...Buffer.from('customer;note\n1001;M'), 0x9f, ...Buffer.from('ller\n')]),
      'a.csv',
      /As macintosh.*1001;M\u00fcller.*--encoding macintosh/s,
    ],
    [
      'was written by DOS',
      Buffer.from([...Buffer.from('customer;note\n1001;M'), 0x81, ...Buffer.from('ller\n')]),
      'a.csv',
      /As cp850.*1001;M\u00fcller.*--encoding cp850/s,
    ],
    [
      'has a note for Excel',
      'sep=;\ncustomer;note\n1;2\n',
      'a.csv',
      /a\.csv has 1 fault.*line 1: "sep=;" is a note for Excel/s,
    ],
    [
      'may have two separators',
      'customer;name, first\n1;2\n',
      'a.csv',
      /"," 1 times, ";" 1 times.*--separator/s,
    ],
    [
      'has a column twice',
      'note,a,note\n1,2,3\n',
      'a.csv',
      /line 1: the header has several columns of the same name: note/,
    ],
    ['has a column without a name', 'a,,b\n1,2,3\n', 'a.csv', /line 1: column 2 of the header has no name/],
    ['has too few cells', 'a,b\n1,2\n3\n', 'a.csv', /line 3: too few cells: 1 instead of 2/],
    ['has too many cells', 'a,b\n1,2,3\n', 'a.csv', /line 2: too many cells: 3 instead of 2/],
    [
      'has a stray quotation mark',
      'a,b\n1,2 " x\n',
      'a.csv',
      /line 2: a quotation mark stands within a cell/,
    ],
    ['has text behind a quotation mark', 'a,b\n1,"x" y\n', 'a.csv', /line 2: something stands behind/],
    [
      'has a quotation mark that is never closed',
      'a,b\n1,2\n3,"x\n4,5\n',
      'a.csv',
      /line 3: a quotation mark is opened here and not closed before line 5;/,
    ],
    [
      'has a quotation mark that is not closed before the next one',
      'a,b\r\n1,"first\r\nline ""quoted"" x"\r\n2,"x\r\n3,y\r\n4,"z"\r\n',
      'a.csv',
      /line 4: a quotation mark is opened here and not closed before line 6;/,
    ],
    [
      'has faults in the header and in rows, all at once',
      'sep=;\n\nid;;note;note\n1;2;3;4\n1;2;3\n',
      'a.csv',
      /has 4 faults.*line 1: "sep=;".*line 3: column 2 .*line 3: .* several columns .*line 5: too few cells: 3 instead of 4 \(a cell/s,
    ],
    [
      'has a formula that failed',
      'id;a;b\n1;#1;x #N/A\n2; #NV;y\n3;z;#DIV/0!\n',
      'a.csv',
      /has 2 faults;.*line 3: the column "a" has "#NV", the error of a formula.*line 4: the column "b" has "#DIV\/0!"/s,
    ],
    [
      'has a title above the header',
      ';Customers of March;;\n;;;\nid;a;b;c\n1;2;3;4\n',
      'a.csv',
      /has 1 fault;.*line 1: this line has 1 cell \("Customers of March"\), and line 3 has 4/s,
    ],
    [
      'has a title without the separator',
      '\nCustomers of March\nid;a;b\n1;2;3\n',
      'a.csv',
      /has 1 fault;.*line 2: this line has 1 cell \("Customers of March"\), and line 3 has 3/s,
    ],
    [
      'has names of groups above the header',
      'Person;;;Contact;;\nid;a;b;c;d;e\n1;2;3;4;5;6\n',
      'a.csv',
      /has 1 fault;.*line 1: this line has 2 cells \("Person, Contact"\), and line 2 has 6/s,
    ],
    [
      'has many lines of the wrong length, and one explanation',
      `a,b\n${'1,2,3\n'.repeat(12)}`,
      'a.csv',
      /has 12 faults;[^(]*\(a cell[^(]*and 2 more faults\n$/,
    ],
    ['has a line that is no JSON', '{"a":1}\n{a}\n', 'a.ndjson', /line 2: it is no JSON value/],
    ['is a spreadsheet', 'PK', 'a.xlsx', /a\.xlsx is a spreadsheet; save it as "CSV UTF-8"/],
    [
      'is a renamed spreadsheet',
      'PK\u0003\u0004',
      'a.csv',
      /a\.csv is a spreadsheet; save it as "CSV UTF-8"/,
    ],
  ];

  it.each(cases)('is refused before anything is imported: it %s', async (_, contents, name, said) => {
    const sandbox = await openSandbox();
    const { ask, directory } = await bridgeWith({ [name]: contents }, sandbox);
    const { status, err } = await ask('import', 'form', join(directory, name));
    expect(err).toMatch(said);
    expect([1, 2]).toContain(status);
    expect(JSON.parse((await ask('events', 'list', '--json')).out).events).toEqual([]);
  });

  const read: readonly (readonly [string, Uint8Array | string, readonly string[]])[] = [
    ['UTF-8', 'customer,note\n1001,M\u00fcller\n', []],
    ['a byte order mark of UTF-8', '\ufeffcustomer;note\r\n1001;M\u00fcller\r\n', []],
    [
      'a byte order mark of UTF-16',
      Buffer.from('\ufeffcustomer\tnote\r\n1001\tM\u00fcller\r\n', 'utf16le'),
      [],
    ],
    ['windows-1252, where that is said', umlauts, ['--encoding', 'windows-1252']],
    [
      'cp850, where that is said',
      Buffer.from([...Buffer.from('customer;note\n1001;M'), 0x81, ...Buffer.from('ller\n')]),
      ['--encoding', 'cp850'],
    ],
    ['a separator that is said', 'customer;name, first;note\n1001;x;M\u00fcller\n', ['--separator', ';']],
    ['empty lines before the header', '\n;;\ncustomer;note\n1001;M\u00fcller\n', []],
    ['empty columns and lines at the end', 'customer;note;;\n1001;M\u00fcller;;\n;;;\n\n', []],
  ];

  it.each(read)('is imported: %s', async (_, contents, options) => {
    const sandbox = await openSandbox();
    const { ask, directory } = await bridgeWith({ 'a.csv': contents }, sandbox);
    const { status, out, err } = await ask('import', 'form', join(directory, 'a.csv'), ...options);
    expect({ status, err }, out).toEqual({ status: 0, err: '' });
    expect((await customer(sandbox, 1001)).note).toBe('M\u00fcller');
  });
});

describe('a live webhook', () => {
  it('goes first while the rows of a list wait', async () => {
    const sandbox = await openSandbox();
    const rows = Array.from({ length: 300 }, (_, index) => `${1001 + (index % 5)},row ${index}`);
    const { ask, url, directory } = await bridgeWith(
      { 'list.csv': ['customer,note', ...rows, ''].join('\n') },
      sandbox,
    );
    await ask('destinations', 'pause', 'salon');
    const stored = await ask('import', 'form', join(directory, 'list.csv'), '--no-wait', '--json');
    expect(JSON.parse(stored.out)).toMatchObject({ taken: 300 });
    const live = {
      method: 'POST',
      headers: { 'content-type': 'application/json', [formToken.name]: formToken.secret },
    };
    const body = JSON.stringify({ customer: 1007, note: 'live' });
    const answered = fetch(`${url}/hooks/form`, { ...live, body });
    await ask('destinations', 'resume', 'salon');
    expect((await answered).status).toBe(200);
    const sent = async () => {
      const reply = await fetch(`${sandbox.url}/sandbox/calls?after=0`);
      const { calls } = (await reply.json()) as { calls: readonly SandboxCall[] };
      return calls.flatMap(({ operation, parameters }) =>
        operation === 'updateCustomer' ? [Number(parameters.id)] : [],
      );
    };
    await expect.poll(sent).toContain(1007);
    // Calls that were already in flight may get their response earlier.
    expect((await sent()).indexOf(1007)).toBeLessThan(20);
  });
});
