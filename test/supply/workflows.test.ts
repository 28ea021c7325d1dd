import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readProjectFile, root } from '../house/markdown.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      { permissions: unknown; needs?: readonly string[]; uses?: string; steps?: readonly Step[] }
    >
  >;
}

// GitHub's own checker imports JSON like a bundler, but Node needs an attribute for JSON.
registerHooks({
  resolve: (name, context, next) => {
    const found = next(name, context);
    return name.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { validate } = await import('@actions/languageservice');
const { TextDocument } = await import('vscode-languageserver-textdocument');

const folder = '.github/workflows';
const names = readdirSync(join(root, folder)).sort();
const textOf = (name: string) => readProjectFile(join(folder, name));
const workflows = Object.fromEntries(names.map(name => [name, parse(textOf(name)) as Workflow]));
const stepsOf = (name: string) => Object.values(workflows[name]?.jobs ?? {}).flatMap(job => job.steps ?? []);

/** Returns the faults that GitHub would report. */
async function faultsOf(name: string, text: string): Promise<readonly string[]> {
  // A new address each time, because the checker caches by address.
  const address = `file:///${randomUUID()}/${folder}/${name}`;
  const found = await validate(TextDocument.create(address, 'yaml', 1, text), {
    fileProvider: {
      getFileContent: async file => ({ name: 'path' in file ? file.path : '', content: textOf('ci.yml') }),
    },
  });
  return found.map(each => `${each.range.start.line + 1}: ${each.message}`);
}

describe('the workflows', () => {
  it('are one for tests and one for releases', () => {
    expect(names).toEqual(['ci.yml', 'release.yml']);
  });

  it.each(names)('%s is accepted by GitHub', async name => {
    expect(await faultsOf(name, textOf(name))).toEqual([]);
  });

  it.each([
    ['an unknown permission', 'id-token: write', 'id-tokens: write'],
    ['an unknown key of a step', 'run: npm run build', 'runs: npm run build'],
    ['a job that waits for an unknown one', 'needs: [test]', 'needs: [tests]'],
    ['an output of a step that is not there', 'steps.build.outputs', 'steps.built.outputs'],
    ['an expression of an unknown name', '{{ github.actor }}', '{{ githb.actor }}'],
  ])('would be refused with %s', async (_, right, wrong) => {
    const text = textOf('release.yml');
    expect(text).toContain(right);
    expect(await faultsOf('release.yml', text.replace(right, wrong))).not.toEqual([]);
  });

  it.each(names)('%s uses every action by the hash of a commit, with its version in a comment', name => {
    const uses = [...textOf(name).matchAll(/uses: (.+)$/gm)].map(match => match[1] ?? '');
    expect(uses.length).toBeGreaterThan(0);
    const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter(each => !pinned.test(each) && each !== './.github/workflows/ci.yml')).toEqual([]);
  });

  it('use one version of each action', () => {
    const uses = names.flatMap(name => stepsOf(name).flatMap(step => step.uses ?? []));
    const actions = new Set([...new Set(uses)].map(each => each.split('@')[0]));
    expect(new Set(uses).size).toBe(actions.size);
  });

  it('may do no more than each job needs', () => {
    const given = names.map(name => {
      const { permissions, jobs } = workflows[name] ?? { permissions: undefined, jobs: {} };
      return [
        name,
        permissions,
        Object.fromEntries(Object.entries(jobs).map(([id, job]) => [id, job.permissions])),
      ];
    });
    const reads = { contents: 'read' };
    expect(given).toEqual([
      ['ci.yml', {}, { test: reads, advisories: reads }],
      [
        'release.yml',
        {},
        {
          test: reads,
          package: { ...reads, 'id-token': 'write' },
          image: { ...reads, packages: 'write', 'id-token': 'write' },
        },
      ],
    ]);
  });

  it('leave no token in the folder of the sources, and use no cache that others fill', () => {
    const settings = (action: string) =>
      names
        .flatMap(stepsOf)
        .filter(step => step.uses?.startsWith(`${action}@`))
        .map(step => step.with);
    const all = (action: string, expected: object) => {
      expect(settings(action).length).toBeGreaterThan(0);
      for (const each of settings(action)) expect(each).toMatchObject(expected);
    };
    all('actions/checkout', { 'persist-credentials': false });
    all('actions/setup-node', { 'package-manager-cache': false });
    all('docker/setup-qemu-action', { 'cache-image': false });
    all('docker/setup-buildx-action', { 'cache-binary': false });
  });

  it('put no value of an event into a script', () => {
    const scripts = names.flatMap(stepsOf).flatMap(step => step.run ?? []);
    expect(scripts.filter(script => script.includes('${{'))).toEqual([]);
  });

  it('run only existing scripts of npm', () => {
    const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: object };
    const run = names.flatMap(name => [...textOf(name).matchAll(/npm run ([\w-]+)/g)].map(match => match[1]));
    expect(run).toContain('build');
    expect(run.filter(name => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });
});

describe('a release', () => {
  it('is published only after all tests', () => {
    const { test, ...others } = workflows['release.yml']?.jobs ?? {};
    expect(test?.uses).toBe('./.github/workflows/ci.yml');
    for (const job of Object.values(others)) expect(job.needs).toEqual(['test']);
  });

  it.each([
    ['v1.2.3', '1.2.3', 0],
    ['v1.2.4', '1.2.3', 1],
    ['1.2.3', '1.2.3', 1],
  ])('of the tag %s and the version %s ends with status %i', (tag, version, status) => {
    const { ran } = runStep('Compare the tag with the version', { version }, { GITHUB_REF_NAME: tag });
    expect(ran.status).toBe(status);
  });

  it('publishes a package with its repository, which npm requires for provenance', () => {
    const before = JSON.parse(readProjectFile('package.json'));
    expect(before.private).toBe(true);
    const { after } = runStep('Say where it comes from', before, {
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'someone/fieldbridge',
    });
    const { private: _, ...others } = before;
    const url = 'git+https://github.example/someone/fieldbridge.git';
    expect(after.package).toEqual({ ...others, repository: { type: 'git', url } });
  });

  it('names the image in lower case, by the version, as in SECURITY.md', () => {
    const { after } = runStep(
      'Name the image',
      {},
      { REGISTRY: 'images.example', GITHUB_REPOSITORY: 'OWNER/Fieldbridge', GITHUB_REF_NAME: 'v0.1.0' },
    );
    expect(after.output).toBe('image=images.example/owner/fieldbridge\nversion=0.1.0\n');
    const page = readProjectFile('SECURITY.md');
    expect(page).toContain('cosign verify REGISTRY/OWNER/fieldbridge:0.1.0 ');
    expect(page).toContain(`https://github.com/OWNER/fieldbridge/${folder}/release.yml@refs/tags/v0.1.0 `);
  });
});

/** Runs a step of the release as GitHub does, in a folder with only a package.json. */
function runStep(name: string, packageFile: object, env: NodeJS.ProcessEnv) {
  const place = mkdtempSync(join(tmpdir(), 'fieldbridge-release-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const output = join(place, 'output');
  writeFileSync(join(place, 'package.json'), JSON.stringify(packageFile));
  writeFileSync(output, '');
  const script = stepsOf('release.yml').find(step => step.name === name)?.run ?? 'exit 99';
  const options = {
    cwd: place,
    env: { ...process.env, GITHUB_OUTPUT: output, ...env },
    encoding: 'utf8',
  } as const;
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
  const read = (file: string) => readFileSync(file, 'utf8');
  return { ran, after: { package: JSON.parse(read(join(place, 'package.json'))), output: read(output) } };
}
