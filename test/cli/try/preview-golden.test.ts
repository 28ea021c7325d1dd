import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldbridge, openSandbox, plainConfig, plainFolder } from '../command-line.ts';

interface Case {
  readonly args?: readonly string[];
  /** Further lines of the source `form`. */
  readonly config?: string;
  /** A text is used as the body itself. */
  readonly payload: unknown;
  readonly mapping: string;
}

const folder = new URL('golden/', import.meta.url);
const cases = readdirSync(folder).filter(name => name.endsWith('.yaml'));

describe('the output of preview at 80 columns', () => {
  it.each(cases)('is the text beside %s', async file => {
    const output = await printed(file, { NO_COLOR: '1' });
    const marked = /[✓✗…-] (?=\S+ +\S+:\d+$)/m.exec(output)?.index ?? output.length;
    for (const line of output.slice(marked).split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    const golden = new URL(`${basename(file, '.yaml')}.out`, folder);
    await expect(output).toMatchFileSnapshot(golden.pathname);
  });

  it('is the same in colours, except for the colours', async () => {
    for (const file of ['why-every-step.yaml', 'why-missed-paths.yaml', 'not-wanted.yaml']) {
      const colored = await printed(file, {});
      expect(colored).toContain('\u001b[');
      expect(stripVTControlCharacters(colored)).toBe(await printed(file, { NO_COLOR: '1' }));
    }
  });
});

/** Returns the exit status and the whole output for a case. */
async function printed(file: string, env: Readonly<Record<string, string>>): Promise<string> {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const { args = [], config, payload, mapping } = parse(text) as Case;
  const sandbox = await openSandbox();
  const directory = plainFolder(sandbox, {
    'config.yaml': plainConfig(sandbox, config),
    'mappings/notes.yaml': mapping,
  });
  const ran = await fieldbridge(['preview', 'notes', '-', ...args], {
    directory,
    input: typeof payload === 'string' ? payload : JSON.stringify(payload),
    columns: 80,
    env,
  });
  const output = `status ${ran.status}\n${ran.out}${ran.err}`.replaceAll(sandbox.url, 'http://calendar');
  expect(output).not.toContain(sandbox.tokens.mitte);
  return output;
}
