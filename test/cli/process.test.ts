import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/inbox/clock.ts';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { readProjectFile } from '../house/markdown.ts';
import { freePort, program, startProgram } from '../program/program.ts';
import { folderWith, openSandbox, plainConfig, plainFolder, plainMapping, post } from './command-line.ts';

/** Waits until the account has received a request for this operation. */
async function asked(sandbox: Sandbox, operation: string): Promise<void> {
  while (!sandbox.calls().some(call => call.operation === operation)) await wait(5);
}

/** Runs the built program to its end. */
async function run(
  argv: readonly string[],
  directory: string,
  env: Record<string, string> = {},
  file = program,
) {
  const child = spawn(process.execPath, [file, ...argv], {
    cwd: directory,
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk));
  const [status] = await once(child, 'close');
  return { status, printed };
}

describe('the program as it ships', () => {
  it('finishes the call in flight on SIGTERM and ends with status 0', async () => {
    const sandbox = await openSandbox();
    const port = await freePort();
    const config = plainConfig(sandbox).replace('port: 0', `port: ${port}`).replace('respond: outcome', '');
    const directory = plainFolder(sandbox, { 'config.yaml': config });
    const running = await startProgram({ config: join(directory, 'config.yaml'), port });
    onTestFinished(async () => void (await running.end('SIGKILL')));
    sandbox.addFaults({ operation: 'updateCustomer', delayMs: 700, when: 'after' });
    const { event } = await post(`http://127.0.0.1:${port}`, { customer: 1001, note: 'Window seat' });
    await asked(sandbox, 'updateCustomer');

    expect(await running.end('SIGTERM')).toBe(0);
    expect(running.output()).toMatch(/"signal":"SIGTERM".*"drained":true,"msg":"stopped"/s);
    const store = await openSqliteStore(join(directory, 'bridge.db'), { clock: systemClock });
    onTestFinished(() => store.close());
    const delivered = await store.event(event.id);
    expect(delivered).toMatchObject({ status: 'delivered', calls: [{ attempts: [{ status: 200 }] }] });
    expect(sandbox.calls().filter(call => call.operation === 'updateCustomer')).toHaveLength(1);
  });

  it('ends quietly if nobody reads its output to the end', async () => {
    const child = spawn('sh', ['-c', '"$0" "$1" schema mapping | true', process.execPath, program]);
    let errors = '';
    child.stderr.on('data', chunk => (errors += chunk));
    await once(child, 'close');
    expect(errors).toBe('');
  });

  it('uses output, error output and exit status', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'mappings/broken.yaml': 'source: form\n' });
    const good = await run(['test', 'notes'], directory);
    expect(good).toEqual({
      status: 0,
      printed: 'notes\n  ✓ a note\n\n1 passed, 0 failed; also checked against salon\n',
    });
    expect((await run(['check'], directory)).status).toBe(1);
    expect((await run(['chekc'], directory)).status).toBe(2);
    rmSync(join(directory, 'config.yaml'));
    expect((await run(['check'], directory)).status).toBe(2);
  });

  it('prints its version and starts if its folder was copied out of the package', async () => {
    const folder = folderWith({});
    cpSync(join(program, '..'), join(folder, 'dist'), { recursive: true });
    const taken = join(folder, 'dist/fieldbridge.js');
    const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
    for (const word of ['--version', '-v'])
      expect(await run([word], folder, {}, taken)).toEqual({ status: 0, printed: `${version}\n` });
    const sandbox = await openSandbox();
    expect(await run(['test', 'notes'], plainFolder(sandbox), {}, taken)).toMatchObject({ status: 0 });
    const sample = await run(['sources', 'typeform'], folder, {}, taken);
    expect(sample.status).toBe(3);
    expect(sample.printed).toContain('is missing beside the program; install it anew');
  });

  it('reads the environment of the process', async () => {
    const sandbox = await openSandbox();
    const directory = folderWith({
      'config.yaml': plainConfig(sandbox).replace(sandbox.tokens.mitte, '$' + '{SALON_TOKEN}'),
      'mappings/notes.yaml': plainMapping,
    });
    expect((await run(['check'], directory, { SALON_TOKEN: '' })).status).toBe(2);
    expect((await run(['check'], directory, { SALON_TOKEN: sandbox.tokens.mitte })).status).toBe(0);
  });
});
