import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencesOf, readProjectFile, root } from '../../house/markdown.ts';
import { freePort } from '../../program/program.ts';
import { openSandbox } from '../command-line.ts';
import { examine, folderOf, secrets } from './scene.ts';

const page = readProjectFile('docs/doctor.md');

describe('the page about doctor', () => {
  it('shows the real output', async () => {
    const sandbox = await openSandbox();
    const folder = folderOf({ url: sandbox.url, port: await freePort() });
    const env = { ...secrets, ALL_PROXY: 'http://127.0.0.1:9' };
    const { status, out } = await examine(folder, { env });
    expect(status).toBe(1);
    const [fence] = fencesOf(page);
    expect(steady(out)).toBe(steady(fence?.text ?? ''));
  });

  it('lists each check', () => {
    const folder = join(root, 'src/cli/doctor');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => readProjectFile(join('src/cli/doctor', name)))
      .join('\n');
    const made = [...sources.matchAll(/\b(?:well|warning|wrong|skipped|findingsOf)\(\s*'([^']+)'/g)];
    const listed = [...page.matchAll(/^\| \w+ \| `([^`]+)` \|/gm)];
    const names = (matches: readonly RegExpMatchArray[]) =>
      [...new Set(matches.map(([, name]) => name))].sort();
    expect(names(made).length).toBeGreaterThan(20);
    expect(names(listed)).toEqual(names(made));
  });
});

/** Removes the parts that depend on this machine: figures, versions, the name of the program, line ends. */
function steady(text: string): string {
  return text
    .replace(/`[^`]*start`/, '`fieldbridge start`')
    .replace(/^.* memory .*$/m, 'memory')
    .replace(/\s+/g, ' ')
    .replace(/Fieldbridge [^)]*\)/, 'VERSIONS')
    .replace(/[\d.,:]*\d/g, '9');
}
