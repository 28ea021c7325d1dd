import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../house/markdown.ts';
import { locked, readBom } from './bill-of-materials.ts';

const place = mkdtempSync(join(tmpdir(), 'fieldbridge-twice-'));
const here = join(place, 'a');
const there = join(place, 'a longer path, and deeper/ü/b');

beforeAll(() => {
  copySources(here);
  copySources(there);
  build(here, '022', { TZ: 'UTC', LANG: 'C', HOME: here });
  build(there, '077', { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', HOME: there, USER: 'somebody' });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Builds like `npm run build`, and packs the result as npm publishes it. */
function build(folder: string, umask: string, env: NodeJS.ProcessEnv): void {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const command = `umask ${umask} && node scripts/build.js && npm pack --silent --ignore-scripts --offline`;
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    env: { PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Returns the files of a build, each with a hash. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(each => each.isFile());
  const paths = files.map(each => join(each.parentPath, each.name));
  return Object.fromEntries(paths.map(path => [path.slice(folder.length), hashOf(path)]));
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

describe('the same sources, built in two folders', () => {
  it('give the same files, byte for byte, also in another time zone, language, home and umask', () => {
    const [one, other] = [filesOf(join(here, 'dist')), filesOf(join(there, 'dist'))];
    expect(Object.keys(one)).toEqual(
      expect.arrayContaining(['/fieldbridge.js', '/licenses.txt', '/sbom.cdx.json']),
    );
    expect(other).toEqual(one);
  });

  it('give the same npm package, byte for byte', () => {
    const [name = ''] = readdirSync(here).filter(each => each.endsWith('.tgz'));
    expect(hashOf(join(there, name))).toBe(hashOf(join(here, name)));
  });

  it('contain no path of the build machine', () => {
    const folders = [place, process.cwd()];
    const naming = readdirSync(join(here, 'dist'), { recursive: true, withFileTypes: true })
      .filter(each => each.isFile())
      .filter(each =>
        folders.some(folder => readFileSync(join(each.parentPath, each.name)).includes(folder)),
      );
    expect(naming.map(each => each.name)).toEqual([]);
  });
});

describe('a build whose packages are elsewhere', () => {
  it('reports that with the remedy, and keeps the previous build', () => {
    const before = filesOf(join(here, 'dist'));
    const elsewhere = join(place, 'elsewhere/node_modules');
    mkdirSync(dirname(elsewhere));
    renameSync(join(here, 'node_modules'), elsewhere);
    symlinkSync(elsewhere, join(here, 'node_modules'));
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build.js'], {
      cwd: here,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^build: package-lock\.json has no \.\.\/elsewhere\/node_modules\/.*: node_modules here is a link.* Run `npm ci`/,
      ),
    ]);
    expect(filesOf(join(here, 'dist'))).toEqual(before);
  });
});

/** Copies everything that a build reads into a folder. */
function copySources(folder: string): void {
  const parts = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'LICENSE',
    'README.md',
    'config.example.yaml',
  ];
  for (const part of [...parts, 'scripts', 'src', 'mappings'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const name of withNeeded(directlyBundled())) {
    // Copies the real files: esbuild follows links, and would read the packages of both from one place.
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
  const tool = join(folder, 'node_modules/esbuild');
  mkdirSync(dirname(tool), { recursive: true });
  symlinkSync(join(root, 'node_modules/esbuild'), tool);
}

function directlyBundled(): readonly string[] {
  const { metadata, components, dependencies } = readBom();
  const own = dependencies.find(each => each.ref === metadata.component['bom-ref'])?.dependsOn ?? [];
  return components
    .filter(each => each.scope === 'required' && own.includes(each['bom-ref']))
    .map(each => each.name);
}

/** Returns packages with all their dependencies; nested packages are included in their parents. */
function withNeeded(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const inside = Object.keys(locked).filter(path => path.startsWith(`node_modules/${name}/`));
    for (const path of [`node_modules/${name}`, ...inside])
      for (const each of Object.keys(locked[path]?.dependencies ?? {})) add(each);
  };
  for (const name of names) add(name);
  return found;
}
