import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, mappingsOf, program, startProgram } from '../program.ts';

const preload = resolve(import.meta.dirname, 'tell-loaded.js');
const env = { NODE_OPTIONS: `--import ${preload}` };

/** Creates a folder with a config; `defaults` is written at its destination. */
async function folderWith(defaults: string, mapping = '') {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-loads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `server: {port: ${port}}
store: sqlite:data/bridge.db
destinations: {salon: {baseUrl: "http://127.0.0.1:1", token: some-token-of-the-test${defaults}}}
sources: {crm: {verify: {type: none}}}
admin: {token: the-admin-token-of-the-test}
`,
  );
  mkdirSync(mappingsOf(folder));
  if (mapping) writeFileSync(join(mappingsOf(folder), 'crm.yaml'), mapping);
  return { config, port };
}

const loadedIn = (text: string) =>
  [...text.matchAll(/^loaded (.*)\.cjs$/gm)].map(([, name]) => name).toSorted();

describe('a library that only some mappings need', () => {
  it('is not loaded by a bridge that does not need it, nor by a command for a running bridge', async () => {
    const plain =
      'source: crm\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: note}\n';
    const { config, port } = await folderWith('', plain);
    const running = await startProgram({ config, port, env });
    onTestFinished(async () => void (await running.end('SIGKILL')));
    const asked = spawn(process.execPath, [program, 'events', 'list', '--config', config], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    asked.stderr.on('data', chunk => {
      said += chunk;
    });
    expect((await once(asked, 'close'))[0]).toBe(0);
    expect([loadedIn(said), loadedIn(running.output())]).toEqual([[], []]);
  });

  it('is loaded if the config needs it, which proves the test above', async () => {
    const { config, port } = await folderWith(', defaults: {country: AT, zone: Europe/Vienna}');
    const running = await startProgram({ config, port, env });
    onTestFinished(async () => void (await running.end('SIGKILL')));
    await expect.poll(() => loadedIn(running.output())).toEqual(['libphonenumber-js-max', 'luxon']);
  });
});
