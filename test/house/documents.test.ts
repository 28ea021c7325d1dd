import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { scenes } from '../../src/cli/demo/scenes.ts';
import { codes } from '../../src/diagnostics/codes.ts';
import { allStatuses } from '../../src/inbox/event.ts';
import { presets } from '../../src/receive/senders/senders.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { fieldbridge } from '../cli/command-line.ts';
import { codeOf, documents, proseOf, readProjectFile, root } from './markdown.ts';

const readme = readProjectFile('README.md');
const packageFile = JSON.parse(readProjectFile('package.json')) as Record<
  'scripts' | 'optionalDependencies' | 'devDependencies',
  Record<string, string>
> & { license: string };
const folders = ['src', 'test', 'docs', 'deploy', 'mappings', 'bench', 'scripts', 'torture'];
const sourceFolders = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name);

/** Commands of npm itself. */
const ofNpm = ['ci', 'install', 'pack', 'audit', 'sbom'];

const made = ['node_modules', 'dist', 'data', 'coverage', '.git', '.vitest'];

/** Returns every file of the project, without installed, built and generated files. */
function projectFiles(folder = ''): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(entry => !made.includes(entry.name))
    .flatMap(entry => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? projectFiles(path) : [path];
    });
}

describe('the documents', () => {
  it.each(documents())('%s names only files that exist', path => {
    const text = readProjectFile(path);
    const links = [...proseOf(text).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(match => match[1] ?? '');
    const broken = links.filter(
      link => !/^https?:/.test(link) && !existsSync(join(root, dirname(path), link)),
    );
    const names = codeOf(text).filter(name => /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name));
    const missing = names
      .filter(name => [...folders, ...sourceFolders].includes(name.split('/')[0] ?? ''))
      // Some codes of diagnostics look like file names.
      .filter(name => !Object.hasOwn(codes, name))
      .filter(name => !existsSync(join(root, name)) && !existsSync(join(root, 'src', name)));
    expect({ broken, missing }).toEqual({ broken: [], missing: [] });
  });

  it('have a list of all decisions, each by its number', () => {
    const files = readdirSync(join(root, 'docs/decisions')).filter(name => /^\d{4}-.*\.md$/.test(name));
    const lines = [
      ...readProjectFile('docs/decisions/README.md').matchAll(/^- \[?(\d{4})(?:\]\((.+?)\))?/gm),
    ];
    const numbers = lines.map(([, number]) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted());
    expect(lines.flatMap(([, , file]) => file ?? [])).toEqual(files.toSorted());
  });

  it('have an architecture page that lists every folder of the sources, and no other', () => {
    const section = readProjectFile('docs/architecture.md')
      .split('## ')
      .find(part => part.startsWith('The folders'));
    const listed = [...(section ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1] ?? '');
    expect(listed.sort()).toEqual([...sourceFolders].sort());
  });

  it('have an architecture page whose every invariant names the tests that hold it, and they exist', () => {
    const section = readProjectFile('docs/architecture.md')
      .split('## ')
      .find(part => part.startsWith('Invariants'));
    const rows = [...(section ?? '').matchAll(/^\| \d+ \|.*\| (.*) \|$/gm)].map(match => match[1] ?? '');
    expect(rows.length).toBeGreaterThan(20);
    const faults = rows.filter(row => {
      const tests = [...row.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '');
      return tests.length === 0 || tests.some(name => !/^test\//.test(name) || !existsSync(join(root, name)));
    });
    expect(faults).toEqual([]);
  });

  it('name only commands that exist, and the README names every one', () => {
    const named = documents().flatMap(path =>
      [...readProjectFile(path).matchAll(/fieldbridge (?:help )?([a-z]+)\b/g)].map(match => match[1] ?? ''),
    );
    expect([...new Set(named)].filter(name => name !== 'help' && !Object.hasOwn(commands, name))).toEqual([]);
    const inReadme = Object.keys(commands).filter(
      name => !readme.includes(`npx fieldbridge ${name}`) && !readme.includes(`npm run ${name}`),
    );
    expect(inReadme).toEqual([]);
  });

  it('name only scripts that package.json has', () => {
    const named = documents().flatMap(path =>
      [...readProjectFile(path).matchAll(/npm (?:run )?([\w-]+)/g)].map(match => match[1] ?? ''),
    );
    expect(named).toContain('demo');
    expect(
      [...new Set(named)].filter(name => !ofNpm.includes(name) && !Object.hasOwn(packageFile.scripts, name)),
    ).toEqual([]);
    expect(packageFile.scripts.demo).toBe('node scripts/is-built.js && node dist/fieldbridge.js demo');
  });
});

describe('the README', () => {
  it('lists every preset', () => {
    const listed = /Presets: ([^;]+);/
      .exec(readme)?.[1]
      ?.split(',')
      .map(name => name.trim());
    expect(listed?.sort()).toEqual([...presets.keys()].sort());
  });

  it('explains every status of an event', () => {
    const explained = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1] ?? '');
    expect(explained.sort()).toEqual([...allStatuses].sort());
  });
});

describe('the page for contributors', () => {
  const page = readProjectFile('CONTRIBUTING.md');

  it('says why each dependency is there, and names no other', () => {
    const section = page.slice(page.indexOf('## Dependencies'));
    const named = [...section.matchAll(/^\| (`.*`) \|/gm)].flatMap(([, cell = '']) => codeOf(cell));
    const { optionalDependencies, devDependencies } = packageFile;
    const all = Object.keys({ ...optionalDependencies, ...devDependencies });
    expect(named.toSorted()).toEqual(all.toSorted());
  });

  it('names every script that a contributor runs', () => {
    const own = ['demo', 'start', 'fieldbridge', 'prepare'];
    const scripts = Object.keys(packageFile.scripts).filter(name => !own.includes(name));
    expect(
      scripts.filter(name => !page.includes(`npm run ${name}`) && !page.includes(`npm ${name}`)),
    ).toEqual([]);
  });

  it('follows examples through files that name each other', () => {
    const holds = (path: string, text: string) => expect(readProjectFile(path)).toContain(text);
    holds('src/diagnostics/codes.ts', "'check/written-twice'");
    holds('src/check/written-twice.ts', "'check/written-twice'");
    holds('src/cli/account/find-faults.ts', 'written-twice.ts');
    holds('src/receive/senders/senders.ts', 'brevo.ts');
    holds('src/cli/operate/server-commands.ts', 'events-discard.ts');
    holds('test/cli/operate/events.test.ts', "'events', 'discard'");
  });
});

describe('the license', () => {
  it('is the one that package.json names', () => {
    expect(readProjectFile('LICENSE')).toMatch(new RegExp(`^${packageFile.license} License`));
  });
});

describe('the examples', () => {
  it('check and test without a problem against the sandbox', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const names = [...readProjectFile('config.example.yaml').matchAll(/\$\{([A-Z_]+)\}/g)].map(
      match => match[1] ?? '',
    );
    const secrets = Object.fromEntries(names.map(name => [name, `the-value-of-${name}`]));
    const env = { ...secrets, CALENDAR_URL: sandbox.url, SALON_TOKEN: sandbox.tokens.mitte };
    const options = { directory: root, env };
    const checked = await fieldbridge(['check', '--config', 'config.example.yaml'], options);
    const files = readdirSync(join(root, 'mappings'), { recursive: true, encoding: 'utf8' });
    const count = files.filter(name => /^(?!samples).*\.yaml$/.test(name)).length;
    expect(checked).toMatchObject({ status: 0, err: '' });
    expect(checked.out).toMatch(
      new RegExp(`(^|\\n)${count} mappings and the config checked, also against salon: no problems\\n$`),
    );
    const tested = await fieldbridge(['test', '--config', 'config.example.yaml'], options);
    expect(tested.status).toBe(0);
    expect(tested.out).not.toContain('no tests');
  });

  it('have no sample that is unused by the tests of mappings and the scenes of the demo', () => {
    const mappings = readdirSync(join(root, 'mappings'))
      .filter(name => name.endsWith('.yaml'))
      .map(name => readProjectFile(`mappings/${name}`))
      .join('\n');
    const samples = readdirSync(join(root, 'mappings/samples'), { withFileTypes: true });
    const names = samples.filter(entry => entry.isFile()).map(entry => entry.name);
    const idle = names.filter(
      name => !mappings.includes(`samples/${name}`) && !scenes.some(scene => scene.payload === name),
    );
    expect(idle).toEqual([]);
  });
});

describe('the project', () => {
  it('mentions only commands that exist', () => {
    const sources = projectFiles().filter(path => path.startsWith('src/'));
    const named = sources.flatMap(path =>
      [...readProjectFile(path).matchAll(/`fieldbridge ([a-z]+)/g)].map(match => `${match[1]} in ${path}`),
    );
    const known = [...Object.keys(commands), 'help'];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(each => !known.includes(each.split(' ')[0] ?? ''))).toEqual([]);
  });

  it('locks versions, not the registry of one machine', () => {
    expect(readProjectFile('package-lock.json')).not.toContain('"resolved"');
  });

  it('names no path of one machine', () => {
    const ofMachines = new RegExp(
      ['/home/', '/Users/', '/root/', '/work/', 'C:\\\\\\\\'].map(path => `["'\` (=:]${path}\\w`).join('|'),
    );
    const naming = projectFiles().filter(path => ofMachines.test(readProjectFile(path)));
    expect(naming).toEqual([]);
  });
});
