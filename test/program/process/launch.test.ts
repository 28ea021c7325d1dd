import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderWith, openSandbox, plainConfig, plainFolder } from '../../cli/command-line.ts';
import { freePort, program } from '../program.ts';

const launcher = resolve(import.meta.dirname, '../../../src/launch-elsewhere.ts');

/** Runs the program like a Node that is too old: in a child process. */
function launched(
  argv: readonly string[],
  directory: string,
  called?: string,
): ChildProcess & { printed(): string } {
  const code = `import(${JSON.stringify(launcher)}).then(({ launchElsewhere }) => launchElsewhere(${JSON.stringify(program)}, ${JSON.stringify(called)}))`;
  const child = spawn(process.execPath, ['-e', code, 'program', ...argv], {
    cwd: directory,
    ...(called !== undefined && { env: { PATH: dirname(called) } }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
  return Object.assign(child, { printed: () => text });
}

async function isAlive(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    reply => reply.ok,
    () => false,
  );
}

async function started() {
  const sandbox = await openSandbox();
  const port = await freePort();
  const config = plainConfig(sandbox).replace('port: 0', `port: ${port}`);
  const child = launched(['start'], plainFolder(sandbox, { 'config.yaml': config }));
  while (!(await isAlive(port))) {
    if (child.exitCode !== null) throw new Error(child.printed());
    await wait(5);
  }
  return { child, port };
}

describe('the program with a Node that is too old', () => {
  it('runs normally, with its arguments, its output and its status', async () => {
    const version = launched(['--version'], folderWith({}));
    expect(await once(version, 'close')).toEqual([0, null]);
    expect(version.printed()).toMatch(/^\d+\.\d+\.\d+\n$/);
    const wrong = launched(['nonsense'], folderWith({}));
    expect(await once(wrong, 'close')).toEqual([2, null]);
    expect(wrong.printed()).toContain('there is no command "nonsense"');
  });

  it('prints its name as it was called', async () => {
    const bin = folderWith({});
    const name = join(bin, 'fieldbridge');
    symlinkSync(program, name);
    const check = launched(['check'], folderWith({}), name);
    expect(await once(check, 'close')).toEqual([2, null]);
    expect(check.printed()).toContain('`fieldbridge init` makes a first one');
  });

  it('stops as gracefully on SIGTERM', async () => {
    const { child, port } = await started();
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(child.printed()).toMatch(/"signal":"SIGTERM".*"msg":"stopped"/s);
    expect(await isAlive(port)).toBe(false);
  });

  it('leaves nothing running when it is killed', async () => {
    const { child, port } = await started();
    child.kill('SIGKILL');
    await once(child, 'close');
    for (let tries = 0; tries < 400 && (await isAlive(port)); tries += 1) await wait(5);
    expect(await isAlive(port)).toBe(false);
  });
});
