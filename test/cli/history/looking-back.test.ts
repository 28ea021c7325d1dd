import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainFolder,
  plainMapping,
  post,
  writeFiles,
} from '../command-line.ts';

/** Starts a bridge with events of three people in its store; returns the folder and the ids. */
async function withEvents() {
  const sandbox = await openSandbox();
  const directory = plainFolder(sandbox);
  const bridge = fieldbridgeUntilStopped(['start'], { directory });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  const ids: string[] = [];
  for (const payload of [
    { customer: 1001, note: 'Window seat', allergies: 'Hazelnuts', email: 'mara@salon.example' },
    { customer: 1002, note: 'Likes tea', source: { campaign: 'spring', page: 3 } },
    { customer: 1003, note: 'Mara Musterfrau, 0151 12345678', tags: ['a', 'b'] },
  ]) {
    ids.push((await post(url, payload)).event.id);
  }
  return { sandbox, directory, bridge, url, ids };
}

describe('diff', () => {
  it('shows beside a running bridge the changes by a changed mapping, and nothing without a change', async () => {
    const { directory, ids, url } = await withEvents();
    const same = await fieldbridge(['diff'], { directory });
    expect(same).toEqual({ status: 0, out: '3 events planned again: nothing changes\n', err: '' });

    const changed = plainMapping
      .replace('note: note', 'note: $uppercase(note)')
      .replace('    allergies: allergies\n', '    lead.source: {value: Website}\n');
    writeFiles(directory, { 'mappings/notes.yaml': changed });
    const { status, out, err } = await fieldbridge(['diff'], { directory, columns: 80 });
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(out).toBe(`\u001b[1mnotes\u001b[22m
  \u001b[31madditionalFields.allergies: is not sent any more\u001b[39m: 1 event
      was Aaaaaaaaa
      \u001b[90m${ids[0]}\u001b[39m
  \u001b[33mnote: another value\u001b[39m: 3 events
      was Aaaaaa aaaa, now AAAAAA AAAA (1 event)
      was Aaaaa aaa, now AAAAA AAA (1 event)
      was Aaaa Aaaaaaaaaa, 9999 99999999, now AAAA AAAAAAAAAA, 9999 99999999
        (1 event)
      \u001b[90m${ids[0]} ${ids[1]}
      ${ids[2]}\u001b[39m
  \u001b[32madditionalFields.lead.source: is sent now, and was not\u001b[39m: 3 events
      now "Website" (3 events)
      \u001b[90m${ids[0]} ${ids[1]}
      ${ids[2]}\u001b[39m

3 events of 3 would come to something else
9 stands for any digit, a and A for any letter; --values shows what the events
say
\`fieldbridge preview notes ${ids[0]}\` shows one of them
whole
`);
    const values = await fieldbridge(['diff', '--values', '--last', '1'], { directory });
    expect(values.out).toContain('now "MARA MUSTERFRAU, 0151 12345678"');
    const json = JSON.parse((await fieldbridge(['diff', '--json', '--mapping', 'notes'], { directory })).out);
    expect(json).toMatchObject({ events: 3, changed: 3, left: 0, waiting: 0, faulty: [] });
    expect(json.groups[0]).toMatchObject({
      mapping: 'notes',
      kind: 'removed',
      path: 'additionalFields.allergies',
      first: [ids[0]],
    });
    expect((await post(url, { customer: 1001, note: 'still taken in' })).code).toBe(200);
  });

  it('does not write to the store', async () => {
    const { directory, bridge } = await withEvents();
    await bridge.stop();
    const file = join(directory, 'bridge.db');
    const before = readFileSync(file);
    expect((await fieldbridge(['diff'], { directory })).status).toBe(0);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('suggests no preview if the mapping of all differences was removed', async () => {
    const { directory, ids } = await withEvents();
    rmSync(join(directory, 'mappings/notes.yaml'));
    const { status, out } = await fieldbridge(['diff'], { directory });
    expect(status).toBe(1);
    expect(out).toContain(`\`fieldbridge events show ${ids[0]}\` shows one of them whole`);
  });

  it('reports the fault of a mapping, and compares the others', async () => {
    const { directory } = await withEvents();
    writeFiles(directory, { 'mappings/broken.yaml': 'source: form\nset: 3\n' });
    const { status, out, err } = await fieldbridge(['diff'], { directory });
    expect(status).toBe(1);
    expect(err).toContain('mappings/broken.yaml:2:6');
    expect(err).toContain('not compared, since the file cannot be read: broken');
    expect(out).toBe('3 events planned again: nothing changes\n');
  });

  it('reports faults of the command line or the store', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const empty = await fieldbridge(['diff'], { directory });
    expect(empty).toMatchObject({ status: 3, out: '' });
    expect(empty.err).toContain('`fieldbridge start` makes it');
    expect(existsSync(join(directory, 'bridge.db'))).toBe(false);
    for (const [words, message] of [
      [['--last', 'many'], '--last takes a number from 1 on, such as 1000; "many" is none'],
      [['--mapping', 'note'], 'there is no mapping "note"; did you mean "notes"?'],
      [['--source', 'from'], 'there is no source "from"; did you mean "form"?'],
    ] as const) {
      const ran = await fieldbridge(['diff', ...words], { directory });
      expect(ran).toMatchObject({ status: 2, out: '' });
      expect(ran.err).toContain(message);
    }
    const other = new DatabaseSync(join(directory, 'bridge.db'));
    other.exec('CREATE TABLE something (else_ TEXT)');
    other.close();
    expect((await fieldbridge(['diff'], { directory })).err).toContain('is not a store of this program');
  });
});

describe('capture', () => {
  it('writes a test without personal data, which passes, and does not change the rest of the mapping', async () => {
    const { directory, ids } = await withEvents();
    const mapping = `# Notes of the form\n${plainMapping}      # the last one\n`;
    writeFiles(directory, { 'mappings/notes.yaml': mapping });
    const args = ['capture', ids[2] ?? '', '--into', 'notes', '--name', 'a long note'];
    const { status, out, err } = await fieldbridge(args, { directory, columns: 80 });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain('mappings/samples/notes-a-long-note.json');
    const written = readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8');
    expect(written.startsWith(mapping)).toBe(true);
    expect(written.slice(mapping.length)).toMatch(
      /^ {2}- name: a long note\n {4}payload: samples\/notes-a-long-note\.json\n {4}expect:\n {6}- id: "\d{4}"\n {8}note: \w+ \w+, \d+ \d+\n$/,
    );
    const payload = readFileSync(join(directory, 'mappings/samples/notes-a-long-note.json'), 'utf8');
    expect(`${written}${payload}${out}`).not.toMatch(/Mara|Musterfrau|12345678|1003/);
    const tested = await fieldbridge(['test'], { directory });
    expect(tested.out).toContain('✓ a long note');
    expect(tested.status).toBe(0);
    expect(
      (
        await fieldbridge(['capture', ids[2] ?? '', '--into', 'notes', '--name', 'a long note'], {
          directory,
        })
      ).out,
    ).toContain('notes-a-long-note-2.json');
  });

  it('reports the reason if it cannot', async () => {
    const { directory, ids } = await withEvents();
    const unknown = await fieldbridge(['capture', 'evt_0', '--into', 'notes'], { directory });
    expect(unknown).toMatchObject({ status: 2 });
    expect(unknown.err).toContain('there is no event evt_0');
    expect((await fieldbridge(['capture', ids[0] ?? ''], { directory })).err).toContain('--into MAPPING');
    writeFiles(directory, {
      'mappings/notes.yaml': plainMapping.replace('note: note', 'note: {from: none, required: true}'),
    });
    const failing = await fieldbridge(['capture', ids[0] ?? '', '--into', 'notes'], { directory });
    expect(failing.status).toBe(1);
    expect(failing.err).toContain('[mapping/missing-value]');
    expect(existsSync(join(directory, 'mappings/samples'))).toBe(false);
  });
});

describe('coverage', () => {
  it('lists unmapped paths and fields, without a value', async () => {
    const { directory } = await withEvents();
    const { status, out, err } = await fieldbridge(['coverage'], { directory });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain(`form: 3 stored events

Paths that no mapping reads

events  times  path
1              email
1              source.campaign
1              source.page
1       2      tags[]
`);
    expect(out).toMatch(
      /fell through\n\nevents .*\n2 of 3 +notes: additionalFields.allergies +not in the event/,
    );
    expect(out).toContain('contact.by     selection       Erreichbar per (must have a value)');
    expect(out).not.toMatch(/spring|mara@|Window|[0-9] {2,}allergies|Lately/);
    expect(out).toMatch(/salon: \d+ fields that no mapping sets/);
    const json = JSON.parse((await fieldbridge(['coverage', 'form', '--json'], { directory })).out);
    expect(json.sources[0]).toMatchObject({ source: 'form', from: 'events', events: 3, wanted: 3 });
  });

  it('lists the fields whose rules returned nothing in any stored event', async () => {
    const { directory } = await withEvents();
    const rule = '    allergies: allergies\n';
    const text = plainMapping.replace(
      rule,
      `${rule}    hair.type: hair\n    lead.source: {from: campaign}\n`,
    );
    writeFiles(directory, { 'mappings/notes.yaml': text });
    const { out } = await fieldbridge(['coverage'], { directory });
    expect(out).toContain(`Fields of salon that have rules and never had a value

events  keyName      name
3       lead.source  Aufmerksam geworden durch
3       hair.type    Haartyp
`);
    const json = JSON.parse((await fieldbridge(['coverage', '--json'], { directory })).out);
    expect(json.destinations[0].neverSet[1]).toEqual({
      keyName: 'hair.type',
      name: 'Haartyp',
      type: 'selection',
      events: 3,
    });
  });

  it('uses the samples of the tests if no event is stored', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    writeFiles(directory, {
      'mappings/notes.yaml': plainMapping.replace('note: Window seat,', 'note: Window seat, more: 1,'),
    });
    const { out } = await fieldbridge(['coverage', 'form'], { directory });
    expect(out).toContain('form: 1 sample event\n');
    expect(out).toMatch(/\n1 +more\n/);
  });
});
