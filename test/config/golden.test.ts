import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printDiagnostics, summarizeDiagnostics } from '../../src/diagnostics/print.ts';
import { load } from './reading.ts';

const folder = new URL('golden/', import.meta.url);
const env = {
  PORT: '99999',
  BASE_URL: 'ftp://not-to-be-shown',
  SURVEY_SECRET: 'not-to-be-shown',
  EXPRESSION: 'not-to-be-shown[[',
  SHORT: 'hidden',
};
const files = { '/etc/bridge/short-secret': 'hidden\n' };

describe('the diagnostics of a config', () => {
  const names = readdirSync(folder).filter(name => name.endsWith('.in'));

  it.each(names)('are the text beside %s', async name => {
    const loaded = load(readFileSync(new URL(name, folder), 'utf8'), env, files);
    const textOf = (file: string) => loaded.texts.get(file);
    const printed = printDiagnostics(loaded.diagnostics, textOf, { color: false });
    const output = `${printed.replaceAll('/etc/bridge/', '')}${summarizeDiagnostics(loaded.diagnostics)}\n`;
    expect(output).not.toMatch(/not-to-be-shown|hidden|hunter2/);
    await expect(output).toMatchFileSnapshot(new URL(name.replace('.in', '.out'), folder).pathname);
  });
});
