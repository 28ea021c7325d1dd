import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainFolder } from './command-line.ts';

const commands = [
  'init',
  'demo',
  'sandbox',
  'sources',
  'send',
  'version',
  'check',
  'test',
  'preview',
  'diff',
  'capture',
  'coverage',
  'fields',
  'statuses',
  'schema',
  'lsp',
  'start',
  'doctor',
  'health',
  'events',
  'destinations',
  'processes',
  'refusals',
  'import',
  'links',
  'backup',
  'migrate',
  'erase',
];

const subcommands = [
  ['events', 'list'],
  ['events', 'show'],
  ['events', 'replay'],
  ['events', 'discard'],
  ['links', 'list'],
  ['links', 'import'],
  ['links', 'export'],
  ['destinations', 'list'],
  ['destinations', 'pause'],
  ['destinations', 'resume'],
  ['refusals', 'list'],
  ['refusals', 'accept'],
  ['sources', 'status'],
] as const;

describe('the help', () => {
  it('lists every command in its group, and fits into 80 columns', async () => {
    const ran = await fieldbridge(['--help']);
    expect(ran.status).toBe(0);
    expect(ran.err).toBe('');
    const listed = [...ran.out.matchAll(/^ {2}(\w+) {2}/gm)].map(match => match[1]);
    expect(listed).toEqual(commands);
    const titles = [...ran.out.matchAll(/^(\w.*):$/gm)].map(match => match[1]);
    expect(titles).toEqual(['First steps', 'Mappings', 'The running bridge', 'Data']);
    expect(ran.out.split('\n').filter(line => line.length > 80)).toEqual([]);
  });

  it.each(commands)('shows the usage of %s for every form of the request', async name => {
    const asked = await fieldbridge(['help', name]);
    expect(asked.status).toBe(0);
    expect(asked.out).toMatch(new RegExp(`^Usage: fieldbridge ${name}`));
    expect(await fieldbridge([name, '--help'])).toEqual(asked);
    expect(await fieldbridge([name, '-h'])).toEqual(asked);
    expect(asked.out.split('\n').filter(line => line.length > 80)).toEqual([]);
  });

  it.each(subcommands)('shows the usage of %s %s, and the help of %s mentions it', async (name, word) => {
    const asked = await fieldbridge(['help', name, word]);
    expect(asked.status).toBe(0);
    expect(asked.out).toMatch(new RegExp(`^Usage: fieldbridge ${name} ${word}`));
    expect(await fieldbridge([name, word, '--help'])).toEqual(asked);
    expect(asked.out.split('\n').filter(line => line.length > 80)).toEqual([]);
    const above = await fieldbridge(['help', name]);
    expect(above.out).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
  });

  it('goes to the error output with status 2 if no command is named', async () => {
    const ran = await fieldbridge([]);
    expect(ran.status).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.err).toContain('Usage: fieldbridge COMMAND');
  });

  it.each(['--version', '-v', 'version'])('prints the version for %s', async word => {
    const ran = await fieldbridge([word]);
    expect(ran.status).toBe(0);
    expect(ran.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('wrong usage', () => {
  it('of a command takes two lines, so that the fault stays on the screen', async () => {
    const { err } = await fieldbridge(['chekc']);
    expect(err).toBe(
      'fieldbridge: there is no command "chekc"; did you mean "check"?\n`fieldbridge help` lists the commands.\n',
    );
  });

  it.each([
    [['chekc'], 'there is no command "chekc"; did you mean "check"?'],
    [['constructor'], 'there is no command "constructor"'],
    [['help', 'chekc'], 'there is no command "chekc"; did you mean "check"?'],
    [['lsp', 'config.yaml'], '"config.yaml" is too much'],
    [['import', 'crm'], 'FILE must be given'],
    [['check', '--ofline'], 'there is no option --ofline; did you mean --offline?'],
    [['check', '-x'], 'there is no option -x'],
    [['start', '--offline'], 'there is no option --offline'],
    [['events', 'lst'], 'there is no "lst" here; did you mean "list"?'],
    [['links', 'everything'], 'there is no "everything" here; there are list, import, export'],
    [['events', '--status', 'failed', 'list'], '"list" comes before all options'],
    [['events', 'show'], 'ID must be given'],
    [['links', 'import'], 'FILE must be given'],
    [['destinations', 'pause'], 'NAME must be given'],
    [['schema', 'config', '--live'], '--live is for the schema of a mapping'],
    [['demo', '--config', 'config.yaml'], 'there is no option --config'],
    [['sandbox', 'mappings'], '"mappings" is too much'],
    [['preview', 'intake', 'a.json', 'b.json'], '"b.json" is too much'],
    [['preview'], 'MAPPING and PAYLOAD must be given'],
    [['send', 'website'], 'PAYLOAD must be given'],
    [['schema'], 'config or mapping must be given'],
    [['schema', 'mappings'], 'there is no schema "mappings"; there are config and mapping'],
    [['sandbox', '--port', '80x'], '--port takes a number from 0 to 65535'],
    [['demo', '--port', '70000'], '--port takes a number from 0 to 65535'],
  ])('%j ends with status 2 and the reason', async (argv, message) => {
    const ran = await fieldbridge(argv);
    expect(ran.status).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.err).toContain(message);
    expect(ran.err).toMatch(/Usage: fieldbridge|`fieldbridge help( \w+)?`/);
  });

  it('shows control characters of a word instead of sending them to the terminal', async () => {
    const ran = await fieldbridge(['\u001b[2Jcheck']);
    expect(ran.err).toContain('\\u{1b}[2Jcheck');
    expect(ran.err).not.toContain('\u001b');
  });

  it.each(['check', 'test', 'fields', 'statuses', 'start'])(
    '%s ends with status 2 if there is no config',
    async name => {
      const ran = await fieldbridge([name], { directory: '/' });
      expect(ran.status).toBe(2);
      expect(ran.err).toContain('the config file "/config.yaml" cannot be read (ENOENT)');
    },
  );
});

describe('colours', () => {
  it('are used only on a terminal, and change nothing else', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'mappings/broken.yaml': 'source: form\n' });
    const plain = await fieldbridge(['check'], { directory });
    expect(plain.out).not.toContain('\u001b');
    const coloured = await fieldbridge(['check'], { directory, columns: 1000 });
    expect(coloured.out).toContain('\u001b[31merror:');
    expect(stripVTControlCharacters(coloured.out)).toBe(plain.out);
  });

  it.each([['check'], ['test'], ['preview', 'notes', 'payload.json'], ['fields']])(
    'are not used by %s if NO_COLOR is set',
    async (...argv) => {
      const sandbox = await openSandbox();
      const directory = plainFolder(sandbox, {
        'mappings/broken.yaml': 'source: form\n',
        'payload.json': '{"customer": 1001, "note": "x"}',
      });
      const ran = await fieldbridge(argv, { directory, columns: 100, env: { NO_COLOR: '1' } });
      // On a slow machine, a line shows the progress and is erased again.
      expect(ran.out + ran.err.replaceAll('\u001b[K', '')).not.toContain('\u001b');
      expect(ran.out).not.toBe('');
    },
  );
});
