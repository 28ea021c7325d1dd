import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type StopScene, stopScene } from '../process/stop-scene.ts';
import { program } from '../program.ts';

const mayMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0;
if (!mayMount) console.warn('SKIPPED: volumes, since this user may not mount any');

/** Runs a shell command in a new namespace, then the program in its place. */
function startIn(scene: StopScene, line: string) {
  const start = [program, 'start', '--config', scene.config];
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', `${line} && exec "$0" "$@"`, process.execPath, ...start],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk));
  const ended = new Promise<number | null>(done => child.once('close', done));
  return { child, ended, printed: () => printed };
}

function count(text: string, what: string): number {
  return text.split(what).length - 1;
}

describe.skipIf(!mayMount)('the volume of the store', () => {
  it.each([
    ['that was written before', true],
    ['that is empty', false],
  ])('that is read-only, and one %s: the program does not start, and reports that', async (_, written) => {
    const scene = await stopScene(onTestFinished);
    const data = join(scene.folder, 'data');
    mkdirSync(data, { recursive: true });
    if (written) await (await scene.start()).end('SIGTERM');
    const before = readdirSync(data).map(name => [name, readFileSync(join(data, name)).toString('base64')]);
    const { ended, printed } = startIn(
      scene,
      `mount --bind ${data} ${data} && mount -o remount,bind,ro ${data}`,
    );
    expect(await ended).toBe(3);
    expect(printed()).toMatch(/fieldbridge start: the store cannot be opened: .*read-only file system/s);
    expect(printed()).not.toMatch(/^ +at /m);
    expect(readdirSync(data).map(name => [name, readFileSync(join(data, name)).toString('base64')])).toEqual(
      before,
    );
  });

  it('that is memory causes a single warning; one that fills up is reported in the log and by /readyz', async () => {
    const scene = await stopScene(onTestFinished);
    const data = join(scene.folder, 'data');
    mkdirSync(data);
    const fill = `head -c ${32 * 1024 * 1024} /dev/zero > ${data}/filler`;
    const { child, printed } = startIn(scene, `mount -t tmpfs -o size=40m none ${data} && ${fill}`);
    await expect.poll(printed).toMatch(/"level":40.*"msg":"store disk almost full"/);
    expect(count(printed(), 'config/volatile-store')).toBe(1);
    expect(printed()).toMatch(
      /"level":40.*"severity":"warning",.*the store is on tmpfs, which is memory; it is lost when the container is removed.*"msg":"diagnostic"/,
    );
    const inside = `/proc/${child.pid}/root${data}`;
    const ready = async () => (await fetch(`http://127.0.0.1:${scene.port}/readyz`)).json();
    expect(await ready()).toMatchObject({
      status: 'ready',
      warning: expect.stringMatching(
        /^the store's disk has \d+ KiB left; below 2048 KiB no webhook is accepted/,
      ),
    });
    await scene.book('still-taken');
    rmSync(join(inside, 'filler'));
    await expect.poll(ready).not.toHaveProperty('warning');
  });
});

describe('the files of the store', () => {
  it('are created with their folder, and nobody else may read them', async () => {
    const scene = await stopScene(onTestFinished);
    const running = await scene.start();
    await scene.book('a');
    const data = join(scene.folder, 'data');
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const modes = readdirSync(data).map(name => [
      name,
      (statSync(join(data, name)).mode & 0o777).toString(8),
    ]);
    expect(modes.length).toBeGreaterThan(3);
    expect(modes).toEqual(modes.map(([name]) => [name, '600']));
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it('are refused to a second program with a message, and not changed', async () => {
    const scene = await stopScene(onTestFinished);
    const running = await scene.start();
    const other = join(scene.folder, 'other.yaml');
    const config = readFileSync(scene.config, 'utf8').replace(/port: \d+/, 'port: 0');
    // Also under another name of the same file.
    symlinkSync(join(scene.folder, 'data/bridge.db'), join(scene.folder, 'linked.db'));
    for (const store of ['data/bridge.db', 'linked.db']) {
      writeFileSync(other, config.replace('data/bridge.db', store));
      const { status, stderr } = spawnSync(process.execPath, [program, 'start', '--config', other], {
        encoding: 'utf8',
        timeout: 120_000,
      });
      expect(status).toBe(3);
      expect(stderr).toMatch(
        /fieldbridge start: the store cannot be opened: .*data\/bridge\.db is in use by another process; stop that process, or give this one a store of its own/s,
      );
    }
    await scene.book('a');
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it.skipIf(process.getuid?.() === 0)(
    'in a read-only folder: the program does not start, and reports that',
    async () => {
      const scene = await stopScene(onTestFinished);
      const data = join(scene.folder, 'data');
      mkdirSync(data, { mode: 0o500 });
      const { status, stderr } = spawnSync(process.execPath, [program, 'start', '--config', scene.config], {
        encoding: 'utf8',
        timeout: 120_000,
      });
      chmodSync(data, 0o700);
      expect(status).toBe(3);
      expect(stderr).toMatch(/the store cannot be opened: .*this user may write in it/s);
    },
  );
});
