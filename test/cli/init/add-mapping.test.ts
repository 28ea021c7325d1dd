import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainConfig } from '../command-line.ts';

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
