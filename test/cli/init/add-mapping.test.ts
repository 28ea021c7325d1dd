import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainConfig, writeFiles } from '../command-line.ts';

const webhook = { kundennummer: '1001', allergies: 'Nüsse', when: '2026-11-26' };

async function aFolder() {
  const sandbox = await openSandbox();
  const directory = folderWith({
    'config.yaml': plainConfig(sandbox),
    'mappings/.keep': '',
    'hook.json': JSON.stringify(webhook),
  });
  const add = (...more: readonly string[]) =>
    fieldbridge(['init', '--add', '--source', 'form', ...more], { directory });
  return { directory, add, mapping: join(directory, 'mappings/form.yaml') };
}

describe('init --add for a source that the config has', () => {
  it('writes its first mapping with a test that passes, and replaces none', async () => {
    const { directory, add, mapping } = await aFolder();
    const added = await add('--payload', 'hook.json');
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(added.out).toContain('Written: mappings/form.yaml, mappings/samples/form.json');
    expect(added.out).toContain('✓ allergies');
    expect(added.out).toContain('The customer number is kundennummer');
    expect(readFileSync(mapping, 'utf8')).toContain('id: kundennummer');
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    const again = await add('--payload', 'hook.json');
    expect(again.status).toBe(2);
    expect(again.err).toContain('mappings/form.yaml is there already. Edit it');
  });

  it('makes it from the first row of a list, as an import would send it', async () => {
    const { directory, add, mapping } = await aFolder();
    writeFiles(directory, {
      'contacts.csv': '\ufeffkundennummer;allergies;note\r\n1001;"Nüsse; Pollen";x\r\n1002;;y\r\n',
      'wrong.csv': 'kundennummer;allergies\r\n1001\r\n',
    });
    const faulty = await add('--payload', 'wrong.csv');
    expect(faulty).toMatchObject({ status: 1, out: '' });
    expect(faulty.err).toContain('line 2: too few cells: 1 instead of 2');
    const added = await add('--payload', 'contacts.csv');
    expect(added).toMatchObject({
      status: 0,
      err: 'contacts.csv is a list; its first row (line 2) is the payload\n',
    });
    expect(readFileSync(mapping, 'utf8')).toContain('id: kundennummer');
    expect(JSON.parse(readFileSync(join(directory, 'mappings/samples/form.json'), 'utf8'))).toEqual({
      kundennummer: '1001',
      allergies: 'Nüsse; Pollen',
      note: 'x',
    });
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
    const tried = await fieldbridge(['preview', 'form', 'contacts.csv'], { directory });
    expect(tried).toMatchObject({ status: 0, out: expect.stringContaining('"value": "Nüsse; Pollen"') });
  });

  it('says what it needs, and which destinations there are', async () => {
    const { add, mapping } = await aFolder();
    const bare = await add();
    expect(bare.status).toBe(2);
    expect(bare.err).toContain('give --payload FILE with one of its webhooks');
    const elsewhere = await add('--payload', 'hook.json', '--destination', 'nord');
    expect(elsewhere.status).toBe(2);
    expect(elsewhere.err).toContain('there is no nord; the config has salon');
    const json = await add('--payload', 'hook.json', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ source: 'form', files: [mapping, expect.any(String)] });
    expect(existsSync(mapping)).toBe(true);
  });
});

describe('init --add for a new sender', () => {
  it('makes its mapping from the webhook that is given with it', async () => {
    const { directory } = await aFolder();
    const add = (name: string, ...more: readonly string[]) =>
      fieldbridge(
        ['init', '--add', '--sender', 'other', '--source', name, '--payload', 'hook.json', ...more],
        { directory },
      );
    const added = await add('crm');
    expect(added).toMatchObject({ status: 0, err: '' });
    expect(added.out).toContain('/hooks/crm?token=');
    expect(added.out).toContain('Written: mappings/crm.yaml, mappings/samples/crm.json');
    expect(added.out).not.toContain('Once its first webhook is there');
    expect(readFileSync(join(directory, 'mappings/crm.yaml'), 'utf8')).toContain('id: kundennummer');
    const json = await add('second', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      name: 'second',
      secret: expect.any(String),
      files: { length: 2 },
    });
    expect(await fieldbridge(['test'], { directory })).toMatchObject({ status: 0 });
  });
});
