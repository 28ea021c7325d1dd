import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { CommandEntry } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { startedAs } from '../../src/cli/started-as.ts';
import { wrap } from '../../src/cli/terminal/wrap.ts';
import { asTyped } from '../../src/cli/typed-commands.ts';
import { fieldbridge, folderWith, openSandbox, plainConfig } from './command-line.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the way in which the program was started', () => {
  const file = '/opt/my bridge/dist/fieldbridge.js';
  it.each([
    [
      'npx',
      '/x/node_modules/.bin/fieldbridge',
      { npm_command: 'exec' },
      'npx fieldbridge',
      'node /x/node_modules/.bin/fieldbridge',
    ],
    [
      'a script of its own package',
      '/opt/b/dist/fieldbridge.js',
      { npm_command: 'run', npm_package_name: 'fieldbridge' },
      'npm run fieldbridge --',
      'node /opt/b/dist/fieldbridge.js',
    ],
    [
      'npm start',
      '/opt/b/dist/fieldbridge.js',
      { npm_command: 'start', npm_package_name: 'fieldbridge' },
      'npm run fieldbridge --',
      'node /opt/b/dist/fieldbridge.js',
    ],
    [
      'a script of another package',
      '/x/node_modules/.bin/fieldbridge',
      { npm_command: 'run-script', npm_package_name: 'shop' },
      'npx fieldbridge',
      'node /x/node_modules/.bin/fieldbridge',
    ],
    ['its name', '/usr/local/bin/fieldbridge', { PATH: '/bin:/usr/local/bin' }, 'fieldbridge', 'fieldbridge'],
    [
      'a link',
      '/srv/x/bin/fieldbridge',
      { PATH: '/bin' },
      '/srv/x/bin/fieldbridge',
      '/srv/x/bin/fieldbridge',
    ],
    ['its file', '/srv/dist/fieldbridge.js', {}, 'node dist/fieldbridge.js', 'node /srv/dist/fieldbridge.js'],
    ['a file elsewhere', file, {}, `node '${file}'`, `node '${file}'`],
  ])('is recognised from the process: %s', (_how, started, env, here, anywhere) => {
    expect(startedAs(started, { env, directory: '/srv' })).toEqual({ here, anywhere });
  });

  it.each([
    [['fieldbridge'], 'npx fieldbridge', 'npx fieldbridge'],
    [['fieldbridge@0.1.0'], 'npx fieldbridge@0.1.0', 'npx fieldbridge@0.1.0'],
    [['fieldbridge@latest'], 'npx fieldbridge@latest', 'npx fieldbridge@latest'],
    [['@salon/fieldbridge'], 'npx @salon/fieldbridge', 'npx @salon/fieldbridge'],
    [['github:salon/fieldbridge'], 'npx github:salon/fieldbridge', 'npx github:salon/fieldbridge'],
    [['./fieldbridge-0.1.0.tgz'], 'npx ./fieldbridge-0.1.0.tgz', 'npx /srv/fieldbridge-0.1.0.tgz'],
    [['fieldbridge-0.1.0.tgz'], 'npx fieldbridge-0.1.0.tgz', 'npx /srv/fieldbridge-0.1.0.tgz'],
    [['../my bridge'], "npx '../my bridge'", "npx '/my bridge'"],
    [['.'], 'npx .', 'npx /srv'],
    [['file:../bridge'], 'npx file:../bridge', 'npx /bridge'],
    [['/opt/bridge'], 'npx /opt/bridge', 'npx /opt/bridge'],
    [['https://example.com/b.tgz'], 'npx https://example.com/b.tgz', 'npx https://example.com/b.tgz'],
    [['fieldbridge', 'another'], 'npx fieldbridge', 'npx fieldbridge'],
    [[], 'npx fieldbridge', 'npx fieldbridge'],
    [undefined, 'npx fieldbridge', 'npx fieldbridge'],
  ])('is shown by the name that npx fetched (%j), and never by its cache', (packages, here, anywhere) => {
    const cache = folderWith({
      '_npx/0123456789abcdef/package.json': JSON.stringify(packages && { _npx: { packages } }) ?? 'no JSON',
    });
    for (const path of ['.bin/fieldbridge', 'fieldbridge/dist/fieldbridge.js']) {
      const file = join(cache, '_npx/0123456789abcdef/node_modules', path);
      const env = { npm_command: 'exec', npm_config_local_prefix: '/srv' };
      expect(startedAs(file, { env, directory: '/srv' })).toEqual({ here, anywhere });
    }
    const gone = `${cache}/elsewhere/_npx/0123456789abcdef/node_modules/.bin/fieldbridge`;
    expect(startedAs(gone, { env: {}, directory: '/srv' }).anywhere).toBe('npx fieldbridge');
  });

  it('is shown as typed if npx fetched the checkout in which it was called', () => {
    const cache = folderWith({
      '_npx/0123456789abcdef/package.json': JSON.stringify({ _npx: { packages: ['/srv'] } }),
    });
    const file = join(cache, '_npx/0123456789abcdef/node_modules/.bin/fieldbridge');
    const env = { npm_command: 'exec', npm_config_local_prefix: '/srv' };
    expect(startedAs(file, { env, directory: '/srv/my-bridge' })).toEqual({
      here: 'npx fieldbridge',
      anywhere: 'npx /srv',
      npxFolder: '/srv',
    });
  });

  it('is shown with the package in which npx finds it', () => {
    const env = { npm_command: 'exec', npm_config_local_prefix: '/x' };
    const program = startedAs('/x/node_modules/.bin/fieldbridge', { env, directory: '/x/y' });
    expect(program.npxFolder).toBe('/x');
  });
});

const never: CommandEntry = { summary: '', options: {}, load: () => Promise.reject() };

const listing = commands.events ?? never;

describe('a command in a text', () => {
  const options = { config: 'next one.yaml', url: 'http://127.0.0.1:1' };
  const typing = { program: 'npx fieldbridge', options, entry: listing };

  it.each([
    ['`fieldbridge check` says', "`npx fieldbridge check --config 'next one.yaml'` says"],
    [
      '`fieldbridge events\n    show evt_1`',
      "`npx fieldbridge events show evt_1 --config 'next one.yaml' --url http://127.0.0.1:1`",
    ],
    ['`fieldbridge check --config x.yaml`', '`npx fieldbridge check --config x.yaml`'],
    ['`fieldbridge help check`', '`npx fieldbridge help check`'],
    [
      '     fieldbridge events discard evt_1',
      "     npx fieldbridge events discard evt_1 --config 'next one.yaml' --url http://127.0.0.1:1",
    ],
    ['fieldbridge check: there is no config', 'fieldbridge check: there is no config'],
    ['a `fieldbridge` of ours, `fieldbridge nothing`', 'a `fieldbridge` of ours, `fieldbridge nothing`'],
  ])('is shown in the form of this call: %j', (text, typed) => {
    expect(asTyped(text, typing)).toBe(typed);
  });
});

describe('a line of a text', () => {
  it('never ends inside a command', () => {
    const text =
      'Look: `fieldbridge fields salon --save` keeps its known data fields (`fieldbridge help fields`).';
    expect(wrap(text, 30, 0).split('\n')).toEqual([
      'Look:',
      '`fieldbridge fields salon --save`',
      'keeps its known data fields',
      '(`fieldbridge help fields`).',
    ]);
  });
});

describe('an option of this call', () => {
  it('is not added to a command for which it has another meaning', () => {
    const options = { url: 'https://calendar.example.com', config: 'x.yaml' };
    const typed = (entry = never, text = '`fieldbridge events list`') =>
      asTyped(text, { program: 'fieldbridge', options, entry });
    expect(typed(commands.init)).toBe('`fieldbridge events list`');
    expect(typed(commands.check)).toBe('`fieldbridge events list --config x.yaml`');
    expect(typed(commands.check, '`fieldbridge init --force`')).toBe('`fieldbridge init --force`');
  });
});

const unknownField = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields: {nowhere: note}
`;

describe('the output of the program', () => {
  it('has commands that can be run as printed, with the same config and in the same folder', async () => {
    const sandbox = await openSandbox();
    const files = { 'next.yaml': plainConfig(sandbox), 'mappings/notes.yaml': unknownField };
    const directory = folderWith(files);
    const program = join(root, 'src/main.ts');
    const main = promisify(execFile);
    const checked = await main(process.execPath, [program, 'check', '--config', 'next.yaml'], {
      cwd: directory,
      env: { PATH: process.env.PATH },
    }).catch(error => error as { stdout: string });
    const [, command = ''] = /`(node [^`]* fields salon[^`]*)`/.exec(checked.stdout) ?? [];
    expect(command).toBe(`node ${program} fields salon --config next.yaml`);
    const ran = await main('sh', ['-c', command], { cwd: directory });
    expect(ran.stdout).toContain('birthdate');
  });

  it('is not changed for programs', async () => {
    const directory = folderWith({
      'next.yaml': plainConfig(await openSandbox()),
      'mappings/a.yaml': unknownField,
    });
    const argv = ['check', '--config', 'next.yaml', '--json'];
    const program = { here: 'npx fieldbridge', anywhere: 'npx fieldbridge' };
    const { out } = await fieldbridge(argv, { directory, program });
    expect(out).toContain('`fieldbridge fields salon`');
  });

  it('mentions only existing commands and options', () => {
    const wrong = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .flatMap(file => {
        const text = readFileSync(join(root, 'src', file), 'utf8');
        const found = [...text.matchAll(/`fieldbridge ([^`$]+(?:\$\{[^}]*\}[^`$]*)*)\\?`/g)];
        return found.filter(([, command = '']) => !isKnown(command)).map(([whole]) => `${file}: ${whole}`);
      });
    expect(wrong).toEqual([]);
  });
});

function isKnown(command: string): boolean {
  const [name = '', word = ''] = command.replace(/\\$/, '').split(/[ \\]/);
  if (['help', 'COMMAND'].includes(name) || name.startsWith('$')) return true;
  // A line of the error stream begins with the name of the command, without backticks around the command.
  if (name.endsWith(':')) return true;
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) return false;
  const options = (entry.subcommands?.[word] ?? entry).options;
  return [...command.matchAll(/ --([a-z-]+)/g)].every(([, option = '']) => Object.hasOwn(options, option));
}
