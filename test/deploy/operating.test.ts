import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  fieldbridgeUntilStopped,
  folderWith,
  openSandbox,
  plainConfig,
  plainFolder,
  post,
} from '../cli/command-line.ts';
import { fencesOf, readProjectFile } from '../house/markdown.ts';
import { freePort, program } from '../program/program.ts';

const page = readProjectFile('docs/operating.md');
const fences = fencesOf(page).filter(each => each.language === 'sh');
const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };

/** Returns the commands after a text. */
function fenceAfter(text: string): string {
  const found = fences.find(each => each.before.includes(text));
  if (!found) throw new Error(`docs/operating.md has no commands after "${text}"`);
  return found.text;
}

describe('docs/operating.md', () => {
  it('names this version, and runs the image like compose.yaml', () => {
    const named = [...page.matchAll(/fieldbridge[:-](\d+\.\d+\.\d+)/g)].map(([, each]) => each);
    expect(named.length).toBeGreaterThan(3);
    expect(new Set(named)).toEqual(new Set([version]));
    const run = fenceAfter('must be readable for the');
    for (const option of [
      '--read-only',
      '--cap-drop ALL',
      'no-new-privileges',
      '--stop-timeout 75',
      ':/data',
    ])
      expect(run).toContain(option);
  });

  it('creates secrets with the names that the manifests use', () => {
    const files = (text: string) =>
      [...text.matchAll(/--from-file=([\w-]+)(?= |$)/gm)].map(([, each]) => each);
    const wanted = files(readProjectFile('deploy/kubernetes/config.yaml'));
    expect(files(fenceAfter('each secret into a file of its name'))).toEqual(wanted);
  });

  it('has only shell commands that a shell can parse', () => {
    for (const { text } of fences)
      expect(spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
  });

  it('has a drill that works as described', async () => {
    const sandbox = await openSandbox();
    const alerts = 'alerts:\n  url: https://ops.example.com/alerts\n  secret: a-secret-of-the-alerts\n';
    const [port, drillPort] = [await freePort(), await freePort()];
    const config = plainConfig(sandbox, `admin: {token: an-admin-token-of-some-length}\n${alerts}`).replace(
      'server: {port: 0}',
      `server:\n  port: ${port}`,
    );
    const directory = plainFolder(sandbox, { 'config.yaml': config });
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    await bridge.printed(/ready for webhooks/);
    const { event } = await post(`http://127.0.0.1:${port}`, { customer: 1001, note: 'seen' });
    const drillConfig = () => readFileSync(join(directory, 'drill.yaml'), 'utf8');
    const bin = folderWith({ fieldbridge: `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n` });
    chmodSync(join(bin, 'fieldbridge'), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    // The background process continues, so it must not keep our output open.
    const drill = `fieldbridge backup bridge-backup.db\n${fenceAfter('another store and port').replace('8099', String(drillPort))}echo $! > drill.pid`;
    const begun = spawn('bash', ['-ec', drill], { cwd: directory, env, stdio: 'ignore' });
    expect(await once(begun, 'close')).toEqual([0, null]);
    const pid = Number(readFileSync(join(directory, 'drill.pid'), 'utf8'));
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    await expect
      .poll(() => readFileSync(join(directory, 'drill.log'), 'utf8'))
      .toContain('ready for webhooks');
    expect(drillConfig()).not.toContain('ops.example.com');
    expect(drillConfig()).toContain('sources:');
    // Runs asynchronously, because this process serves the sandbox that the drill reads.
    const looking = spawn('bash', ['-ec', fences.at(-1)?.text ?? ''], { cwd: directory, env });
    let looked = '';
    for (const stream of [looking.stdout, looking.stderr]) stream.on('data', chunk => (looked += chunk));
    expect(await once(looking, 'close')).toEqual([0, null]);
    expect(looked).toMatch(/^salon +paused/m);
    expect(looked).toContain(event.id);
  });
});
