import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox, post, type Running, startedBridge, writeFiles } from '../command-line.ts';

const header = 'people,link,destination,customerId\n';
const good = `${header}contacts,c1,salon,1001\ncontacts,"a,b",salon,1002\n`;
const bad = `${header}contacts,c1,salon,1001\ncontcts,c2,salon,1002\n`;

async function withLists(): Promise<Running> {
  const bridge = await startedBridge(await openSandbox());
  writeFiles(bridge.directory, { 'good.csv': good, 'bad.csv': bad });
  return bridge;
}

describe('links', () => {
  it('are imported, listed, exported unchanged, and imported again in either format', async () => {
    const bridge = await withLists();
    expect((await bridge.ask('links')).out).toMatch(/^there are no links yet/);
    expect(await bridge.ask('links', 'import', 'good.csv')).toEqual({
      status: 0,
      out: '2 links imported: 2 new, 0 equal, 0 replaced\n',
      err: '',
    });
    expect((await bridge.ask('links', 'list')).out).toMatch(
      /^people +link +destination +customerId +since\ncontacts +a,b +salon +1002 +.+\ncontacts +c1 +salon +1001 /,
    );
    expect((await bridge.ask('links', 'list', '--limit', '1')).out).toContain('There are more');
    const csv = await bridge.ask('links', 'export');
    expect(csv).toEqual({
      status: 0,
      out: `${header}contacts,"a,b",salon,1002\ncontacts,c1,salon,1001\n`,
      err: '',
    });
    const lines = await bridge.ask('links', 'export', 'out.jsonl');
    expect(lines).toEqual({ status: 0, out: '', err: '2 links written to out.jsonl\n' });
    const file = join(bridge.directory, 'out.jsonl');
    expect(readFileSync(file, 'utf8')).toBe((await bridge.ask('links', 'export', '--json')).out);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await bridge.ask('links', 'import', 'out.jsonl')).out).toBe(
      '2 links imported: 0 new, 2 equal, 0 replaced\n',
    );
    const input = await bridge.askWith({ input: csv.out }, 'links', 'import', '-');
    expect(input.out).toBe('2 links imported: 0 new, 2 equal, 0 replaced\n');
    expect((await bridge.ask('links', 'export')).out).toBe(csv.out);
  });

  it('are imported without the secrets of senders, like all requests to the bridge', async () => {
    const bridge = await withLists();
    const config = join(bridge.directory, 'config.yaml');
    const source = `  other: {verify: {type: header-token, name: X, secret: "\${NO_SUCH_SECRET}"}}\n`;
    writeFileSync(config, readFileSync(config, 'utf8').replace('sources:\n', `sources:\n${source}`));
    const ran = await bridge.ask('links', 'import', 'good.csv');
    expect(ran).toEqual({ status: 0, out: '2 links imported: 2 new, 0 equal, 0 replaced\n', err: '' });
  });

  it('are imported completely or not at all, and the wrong line is shown', async () => {
    const bridge = await withLists();
    expect(await bridge.ask('links', 'import', 'bad.csv')).toEqual({
      status: 1,
      out: 'nothing was imported, since 1 line is wrong; --skip-bad imports the rest (1)\n',
      err: `bad.csv:3:1: error: no source has the people "contcts" [links/bad-line]
  |
3 | contcts,c2,salon,1002
  | ^^^^^^^
  hint: did you mean "contacts"?
`,
    });
    expect((await bridge.ask('links', 'export')).out).toBe(header);
  });

  it('are imported without the wrong lines on request', async () => {
    const bridge = await withLists();
    const ran = await bridge.ask('links', 'import', 'bad.csv', '--skip-bad', '--json');
    expect(ran.status).toBe(0);
    expect(JSON.parse(ran.out)).toMatchObject({
      imported: 1,
      bad: 1,
      diagnostics: [{ code: 'links/bad-line' }],
    });
    writeFiles(bridge.directory, { 'none.csv': `${header}x,c2,salon,1002\n` });
    expect((await bridge.ask('links', 'import', 'none.csv', '--skip-bad')).status).toBe(1);
  });

  it.each([
    [
      'in Windows-1252',
      'latin1',
      /is not UTF-8 but most likely Windows-1252 .*so nothing was imported; save it/,
    ],
    ['in UTF-16', 'utf16le', /is not UTF-8 but UTF-16, so nothing was imported; save it as UTF-8/],
  ] as const)('are not imported %s, where two names would be one', async (_, encoding, words) => {
    const bridge = await withLists();
    const list = Buffer.from(`${header}contacts,Müller,salon,1001\ncontacts,Möller,salon,1002\n`, encoding);
    writeFiles(bridge.directory, { 'list.csv': list });
    for (const ran of [
      await bridge.ask('links', 'import', 'list.csv'),
      await bridge.askWith({ input: list }, 'links', 'import', '-'),
    ]) {
      expect(ran).toMatchObject({ status: 1, out: '' });
      expect(ran.err).toMatch(words);
    }
    expect((await bridge.ask('links', 'export')).out).toBe(header);
  });

  it('are not imported if letters were lost before', async () => {
    const bridge = await withLists();
    writeFiles(bridge.directory, { 'lost.csv': `${header}contacts,M\uFFFDller,salon,1001\n` });
    const ran = await bridge.ask('links', 'import', 'lost.csv');
    expect(ran.status).toBe(1);
    expect(ran.err).toContain('was lost (U+FFFD) when this list was written [links/bad-line]');
  });

  it('may be many: more than a page of the API, with a limited list of faults', async () => {
    const bridge = await withLists();
    const many = Array.from({ length: 2_345 }, (_, index) => `contacts,c${index},salon,${index}\n`);
    writeFiles(bridge.directory, { 'many.csv': header + many.join('') });
    expect((await bridge.ask('links', 'import', 'many.csv')).out).toBe(
      '2345 links imported: 2345 new, 0 equal, 0 replaced\n',
    );
    const exported = (await bridge.ask('links', 'export')).out.trimEnd().split('\n');
    expect(exported.slice(1).sort()).toEqual(many.map(line => line.trimEnd()).sort());
    const wrong = many.map(line => line.replace('salon', 'salom'));
    writeFiles(bridge.directory, { 'wrong.csv': header + wrong.join('') });
    const ran = await bridge.ask('links', 'import', 'wrong.csv');
    expect(ran.err.match(/error:/g)).toHaveLength(20);
    expect(ran.err).toContain('... and 2325 more; --json tells all');
    expect(ran.out).toBe('nothing was imported, since 2345 lines are wrong\n');
  });

  it('change to other customers only on request, with the former ones listed', async () => {
    const bridge = await withLists();
    await bridge.ask('links', 'import', 'good.csv');
    const before = (await bridge.ask('links', 'export')).out;
    const changed = `${header}contacts,c1,salon,1019\ncontacts,"a,b",salon,1002\ncontacts,c3,salon,1003\n`;
    writeFiles(bridge.directory, { 'changed.csv': changed });
    expect(await bridge.ask('links', 'import', 'changed.csv')).toEqual({
      status: 1,
      out: 'nothing was imported, since 1 link stands for another customer already (1 new, 1 equal); --replace takes the numbers of the list\n',
      err: `changed.csv:2:19: error: "c1" stands for customer 1001 at salon already [links/other-customer]
  |
2 | contacts,c1,salon,1019
  |                   ^^^^
  hint: --replace changes the link to customer 1019; later events of this person go to that customer
`,
    });
    expect((await bridge.ask('links', 'export')).out).toBe(before);
    const machine = JSON.parse((await bridge.ask('links', 'import', 'changed.csv', '--json')).out);
    expect(machine).toMatchObject({ imported: 0, diagnostics: [{ code: 'links/other-customer' }] });
    expect(await bridge.ask('links', 'import', 'changed.csv', '--replace')).toEqual({
      status: 0,
      out: '3 links imported: 1 new, 1 equal, 1 replaced\n  contacts c1 at salon: 1001 → 1019\n',
      err: '',
    });
    expect((await bridge.ask('links', 'import', 'changed.csv')).out).toBe(
      '3 links imported: 0 new, 3 equal, 0 replaced\n',
    );
  });

  it('in several parts are not imported partly if the last part belongs to another customer', async () => {
    const bridge = await withLists();
    writeFiles(bridge.directory, { 'last.csv': `${header}contacts,c1500,salon,7\n` });
    await bridge.ask('links', 'import', 'last.csv');
    const many = Array.from({ length: 1_501 }, (_, index) => `contacts,c${index},salon,${index}\n`);
    writeFiles(bridge.directory, { 'many.csv': header + many.join('') });
    expect((await bridge.ask('links', 'import', 'many.csv')).out).toContain('(1500 new, 0 equal)');
    expect((await bridge.ask('links', 'export')).out).toBe(`${header}contacts,c1500,salon,7\n`);
  });

  it('list the lines that a bridge with an older config refused', async () => {
    const bridge = await withLists();
    const config = readFileSync(join(bridge.directory, 'config.yaml'), 'utf8');
    writeFiles(bridge.directory, {
      'other.yaml': config.replace('people: contacts', 'people: others'),
      'others.csv': `${header}others,c1,salon,1\n`,
    });
    const ran = await bridge.ask('links', 'import', 'others.csv', '--config', 'other.yaml');
    expect(ran).toMatchObject({ status: 2, out: '' });
    expect(ran.err).toContain('no source has the people "others"');
    expect(ran.err).toContain('It was about line 2; nothing was imported.');
  });

  it('end with status 2 for a missing file', async () => {
    const bridge = await withLists();
    const ran = await bridge.ask('links', 'import', 'none');
    expect(ran).toMatchObject({ status: 2, out: '' });
    expect(ran.err).toContain('none cannot be read (ENOENT); name a list of links, or - for standard input');
  });

  it('that two people share stand for nobody until one is imported; then the event is replayed', async () => {
    const mapping = (note: string, id: string) => `source: form
destination: salon
when: $exists(${note})
link: email
operation: updateCustomer
set: {id: ${id}, note: ${note}}
`;
    const bridge = await startedBridge(await openSandbox(), '', {
      'mappings/notes.yaml': mapping('note', 'customer'),
      'mappings/wishes.yaml': mapping('wish', '$linked'),
      'anna.csv': `${header}contacts,a@example.com,salon,1001\n`,
    });
    const email = 'a@example.com';
    await post(bridge.url, { email, customer: 1001, note: 'Window seat' });
    await post(bridge.url, { email, customer: 1002, note: 'No sugar' });
    const { event } = await post(bridge.url, { email, wish: 'A quiet place' });
    expect(event).toMatchObject({ status: 'failed', diagnostics: [{ code: 'mapping/shared-link' }] });
    expect((await bridge.ask('links')).out).toMatch(/1001 or another[\s\S]*stands for nobody/);
    expect(await bridge.ask('links', 'export')).toMatchObject({
      out: header,
      err: expect.stringMatching(/^1 link is left out: two people seem to share it; /),
    });
    expect((await bridge.ask('links', 'import', 'anna.csv')).out).toBe(
      '1 link imported: 1 new, 0 equal, 0 replaced\n',
    );
    expect((await bridge.ask('events', 'replay', '--status', 'failed', '--yes')).status).toBe(0);
    const shown = async () => (await bridge.ask('events', 'list')).out;
    await expect.poll(shown).not.toMatch(/failed/);
    expect((await bridge.ask('links')).out).toMatch(/a@example.com +salon +1001 /);
  });

  const spellings: readonly [string, string, string, 'reported' | 'linked' | 'other'][] = [
    ['an address in other letters', 'anna@x.de', 'Anna@X.de', 'reported'],
    ['an id in capitals', 'kd-12', 'KD-12', 'reported'],
    ['a number with blanks', '+49151234', '+49 151 234', 'reported'],
    ['a number without its zeros', '004711', '4711', 'reported'],
    ['a name in other letters', 'anna müller', 'Anna Müller', 'reported'],
    ['marks of their own in the list', 'Mu\u0308ller', 'M\u00fcller', 'linked'],
    ['marks of their own in the event', 'M\u00fcller', 'Mu\u0308ller', 'linked'],
    ['blanks at the end', 'K-1', 'K-1 ', 'linked'],
    ['another id', 'K-1', 'K-2', 'other'],
    ['an id of mixed letters, which means another person', '003Ab', '003aB', 'other'],
  ];
  it.each(spellings)(
    'for which an event waits in another spelling: %s',
    async (_, waits, listed, expected) => {
      const mapping =
        'source: form\ndestination: salon\noperation: updateCustomer\nlink: card\nset: {id: $linked, note: note}\n';
      const bridge = await startedBridge(await openSandbox(), '', { 'mappings/notes.yaml': mapping });
      await post(bridge.url, { card: waits, note: 'Aisle' });
      writeFiles(bridge.directory, { 'links.csv': `${header}contacts,${listed},salon,1001\n` });
      const json = await bridge.ask('links', 'import', 'links.csv', '--json');
      const codes = JSON.parse(json.out).diagnostics.map((each: { code: string }) => each.code);
      expect(codes).toEqual(expected === 'reported' ? ['links/nearly-awaited'] : []);
      const { out, err } = await bridge.ask('links', 'import', 'links.csv');
      if (expected === 'reported') {
        expect(err).toContain(
          `1 event waits for ${JSON.stringify(waits)}, which differs from ${JSON.stringify(listed)} only in`,
        );
        expect(out).not.toContain('No stored event waits');
        // The hint leads there.
        writeFiles(bridge.directory, {
          'links.csv': `${header}contacts,${listed},salon,1001\ncontacts,${waits},salon,1001\n`,
        });
        const again = await bridge.ask('links', 'import', 'links.csv', '--json');
        expect(JSON.parse(again.out).diagnostics).toEqual([]);
      }
      if (expected === 'other') return expect(out).toContain('No stored event waits');
      await expect.poll(async () => (await bridge.ask('events', 'list')).out).toMatch(/delivered/);
    },
  );

  it('that no stored event waits for are reported, if events wait for others', async () => {
    const mapping = `source: form
destination: salon
operation: updateCustomer
link: card
set: {id: $linked, note: note}
`;
    const bridge = await startedBridge(await openSandbox(), '', { 'mappings/notes.yaml': mapping });
    const list = (link: string, number: number) => `${header}contacts,${link},salon,${number}\n`;
    const lists = { 'early.csv': list('K-1', 1001), 'mails.csv': list('a@example.com', 1001) };
    writeFiles(bridge.directory, { ...lists, 'cards.csv': list('K-7', 1002) });
    const imported = async (name: string) => (await bridge.ask('links', 'import', name)).out;
    const fine = '1 link imported: 1 new, 0 equal, 0 replaced\n';
    expect(await imported('early.csv')).toBe(fine);
    const waiting = await post(bridge.url, { card: 'K-7', note: 'Aisle' });
    expect(['held', 'queued']).toContain(waiting.event.status);
    expect(await imported('mails.csv')).toMatch(
      /\nNo stored event waits for one of these links, and 1 event waits for others\. Compare the ids: `fieldbridge events list --code mapping\/not-linked /,
    );
    expect(await imported('cards.csv')).toBe(fine);
  });
});
