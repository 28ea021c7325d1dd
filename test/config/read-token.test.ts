import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { type Needs, needsAdmin, needsNothing } from '../../src/config/placeholder.ts';
import { load, presets } from './reading.ts';

const token = 'a-long-token-of-the-admin';
const both = (readToken: string) => load(`admin:\n  token: ${token}\n  readToken: ${readToken}\n`);

describe('admin.readToken', () => {
  it('is a secret like the token', () => {
    const { config, diagnostics } = both('a-long-token-to-read');
    expect(diagnostics).toEqual([]);
    expect(config?.admin?.readToken?.reveal()).toBe('a-long-token-to-read');
    expect(JSON.stringify(config?.admin)).not.toContain('a-long-token');
    expect(load(`admin: {token: ${token}}\n`).config?.admin?.readToken).toBeUndefined();
  });

  it('is refused if it equals the token', () => {
    const { config, diagnostics } = both(token);
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'config/conflict', place: { line: 3, column: 14 } }]);
  });

  it('gets a warning if it is short', () => {
    expect(both('short').diagnostics).toMatchObject([
      { code: 'config/short-secret', place: { line: 3, column: 14 } },
    ]);
  });

  it('is not needed for requests to the bridge', () => {
    const text = `admin: {token: "\${TOKEN}", readToken: "\${READ_TOKEN}"}\n`;
    expect(load(text, { TOKEN: token }).diagnostics).toMatchObject([{ code: 'config/unset-variable' }]);
    const read = (env: Record<string, string>, needs: Needs) =>
      loadConfig('/config.yaml', { env, presets, readFile: () => text, needs });
    expect(read({ TOKEN: token }, needsAdmin).diagnostics).toEqual([]);
    expect(read({}, needsNothing).diagnostics).toEqual([]);
    expect(read({}, needsAdmin).diagnostics).toMatchObject([{ code: 'config/unset-variable' }]);
  });
});
