import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldbridge, folderWith, openSandbox, plainMapping } from './command-line.ts';

/** Creates a folder with a faultless source, `form`, and one with these lines. */
async function folderOf(lines: string): Promise<string> {
  const sandbox = await openSandbox();
  return folderWith({
    'config.yaml': `store: sqlite:bridge.db
destinations:
  salon: {baseUrl: "${sandbox.url}", token: ${sandbox.tokens.mitte}, locale: de, statuses: [Neukunde]}
sources:
  form:
    verify: {type: header-token, name: x-token, secret: a-secret-of-24-letters-01}
  bad:
${lines.replace(/^/gm, '    ')}
admin: {token: an-admin-token-of-28-letters}
`,
    'mappings/notes.yaml': plainMapping,
    'mappings/other.yaml': plainMapping.replace('source: form', 'source: bad'),
    'note.json': '{"customer": 1001, "note": "Window seat"}',
  });
}

const warning =
  'warning: the source "bad" has a fault in the config and is left out; `fieldbridge check` shows it\n';

const faults = [
  'verify: {type: hmack, secret: a-secret-of-24-letters-02}',
  'preset: typeformm\nsecret: a-secret-of-24-letters-02',
  'verify: {type: header-token, name: x-token, secret: a-secret-of-24-letters-02}\nbogus: 1',
  'body: json',
];

describe('a source with a fault in the config', () => {
  it.each(faults)('stops no command that does not need the source: %j', async lines => {
    const directory = await folderOf(lines);
    for (const argv of [
      ['fields', 'salon'],
      ['statuses', 'salon'],
      ['preview', 'notes', 'note.json'],
      ['test', 'notes'],
    ]) {
      const ran = await fieldbridge(argv, { directory });
      expect([argv[0], ran.status, ran.err]).toEqual([argv[0], 0, warning]);
    }
    for (const argv of [
      ['events', 'list'],
      ['destinations', 'list'],
    ]) {
      const ran = await fieldbridge([...argv, '--url', 'http://127.0.0.1:9'], { directory });
      // Commands that send requests to the bridge do not read the sources.
      expect([ran.status, ran.err]).toEqual([
        3,
        expect.stringMatching(/^fieldbridge \w+ list: no bridge answers at/),
      ]);
    }
  });

  it.each(faults)('stops every command that needs the source: %j', async lines => {
    const directory = await folderOf(lines);
    const statusOf = async (...argv: string[]) => (await fieldbridge(argv, { directory })).status;
    expect(await statusOf('check')).toBe(2);
    expect(await statusOf('start')).toBe(2);
    expect(await statusOf('diff')).toBe(2);
    expect(await statusOf('send', 'bad', 'note.json')).toBe(2);
    const preview = await fieldbridge(['preview', 'other', 'note.json'], { directory });
    expect(preview.status).toBe(1);
    expect(preview.err).toMatch(/config\.yaml:\d+:\d+: error/);
    const tested = await fieldbridge(['test'], { directory });
    expect(tested.status).toBe(1);
    expect(tested.out).toContain('1 passed, 1 failed');
    expect(tested.err).toMatch(/config\.yaml:\d+:\d+: error/);
  });

  it('does not hide a fault elsewhere', async () => {
    const directory = await folderOf('body: json');
    const file = join(directory, 'config.yaml');
    const token = 'an-admin-token-of-28-letters';
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(`token: ${token}`, `token: ${token}, readToken: ${token}`),
    );
    expect((await fieldbridge(['fields', 'salon'], { directory })).status).toBe(2);
  });
});
