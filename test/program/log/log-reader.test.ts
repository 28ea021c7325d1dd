import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type StopScene, stopScene } from '../process/stop-scene.ts';
import { program } from '../program.ts';

const asRoot = ['-rm'];
const mayMount =
  spawnSync('unshare', [...asRoot, 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' }).status === 0;
if (!mayMount) console.warn('SKIPPED: a log on a full disk of its own, since this user may not mount one');

/** Starts the program with a shell command, in which `"$@"` is its command line. */
async function startBy(
  line: string,
  scene: StopScene,
  unshared: readonly string[] = [],
): Promise<ChildProcess> {
  const command = ['sh', '-c', line, 'sh', process.execPath, program, 'start', '--config', scene.config];
  const [file = '', ...args] = [...unshared, ...command];
  const child = spawn(file, args, { cwd: scene.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => health(scene), { interval: 10 }).toBe(200);
  return child;
}

const health = (scene: StopScene) =>
  request(`http://127.0.0.1:${scene.port}/healthz`).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode;
    },
    () => 0,
  );

async function ready(scene: StopScene) {
  const { statusCode, body } = await request(`http://127.0.0.1:${scene.port}/readyz`);
  return { statusCode, ...((await body.json()) as { status: string; log?: string }) };
}

async function lostLines(scene: StopScene): Promise<number> {
  const { body } = await request(`http://127.0.0.1:${scene.port}/metrics`);
  return Number(/^fieldbridge_log_lines_lost (\d+)$/m.exec(await body.text())?.[1]);
}

/** Makes the program write a line of its log. */
async function haveItLog(scene: StopScene, child: ChildProcess): Promise<void> {
  const { body } = await request(`http://127.0.0.1:${scene.port}/api/events`, {
    headers: { authorization: 'Bearer a-wrong-token' },
  });
  await body.dump();
  child.kill('SIGUSR2');
}

async function worksOn(scene: StopScene, booking: string): Promise<void> {
  const id = await scene.book(booking);
  expect((await scene.statuses()).get(id)).toBe('delivered');
}

describe('a log without a reader', () => {
  it.each([
    ['its reader', (child: ChildProcess) => child.stdout?.destroy()],
    [
      'its reader, and that of the error output',
      (child: ChildProcess) => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      },
    ],
  ])('loses lines and nothing else if %s is gone', async (_, leave) => {
    const scene = await stopScene(onTestFinished);
    const child = await startBy('exec "$@"', scene);
    expect(await ready(scene)).not.toHaveProperty('log');
    leave(child);
    await haveItLog(scene, child);
    await expect
      .poll(() => ready(scene))
      .toMatchObject({
        statusCode: 200,
        status: 'ready',
        log: expect.stringMatching(
          /^\d+ lines? of the log lost since 20\S+: its reader has stopped \(EPIPE\)/,
        ),
      });
    expect(await lostLines(scene)).toBeGreaterThan(0);
    await worksOn(scene, 'after');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('loses nothing else either if head(1) in the shell reads its first line', async () => {
    const scene = await stopScene(onTestFinished);
    const child = await startBy('{ "$@" & echo $! > pid; wait $!; echo $? > status; } | head -1', scene);
    let errors = '';
    child.stderr?.on('data', chunk => (errors += chunk));
    const pid = Number(readFileSync(join(scene.folder, 'pid'), 'utf8'));
    const again = setInterval(() => process.kill(pid, 'SIGUSR2'), 20);
    onTestFinished(() => {
      clearInterval(again);
      if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
    });
    await expect.poll(async () => (await ready(scene)).log).toContain('its reader has stopped (EPIPE)');
    clearInterval(again);
    const report = errors.match(
      /^fieldbridge start: continues without a log, because its reader has stopped/gm,
    );
    expect(report).toHaveLength(1);
    await worksOn(scene, 'after');
    process.kill(pid, 'SIGINT');
    const status = join(scene.folder, 'status');
    await expect.poll(() => existsSync(status) && readFileSync(status, 'utf8')).toBe('0\n');
  });

  it('is reported if it cannot be written from the start', async () => {
    const scene = await stopScene(onTestFinished);
    const child = await startBy('exec "$@" > /dev/full', scene);
    expect(await ready(scene)).toMatchObject({
      statusCode: 200,
      log: expect.stringContaining(
        'its disk is full (ENOSPC); free some space, and it continues automatically',
      ),
    });
    await worksOn(scene, 'without');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.skipIf(!mayMount)('continues once its disk has room, and reports the number of lost lines', async () => {
    const scene = await stopScene(onTestFinished);
    // With this level each webhook writes lines, however many there are.
    appendFileSync(scene.config, 'log: {level: debug}\n');
    mkdirSync(join(scene.folder, 'log'));
    const line = 'mount -t tmpfs -o size=16k none log && exec "$@" > log/log';
    const child = await startBy(line, scene, ['unshare', ...asRoot]);
    const log = join(`/proc/${child.pid}/root`, scene.folder, 'log');
    try {
      writeFileSync(join(log, 'filler'), Buffer.alloc(64 * 1024));
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
    // The current page of the pipe still accepts some lines.
    await expect
      .poll(async () => {
        await scene.send(1)();
        return (await ready(scene)).log;
      })
      .toContain('its disk is full (ENOSPC)');
    rmSync(join(log, 'filler'));
    await expect
      .poll(async () => {
        await scene.send(1)();
        return (await ready(scene)).log;
      })
      .toBe(undefined);
    const lines = readFileSync(join(log, 'log'), 'utf8').split('\n');
    const report = lines.find(each => each.includes('log lines lost'));
    expect(JSON.parse(report ?? '').lost).toBeGreaterThan(0);
    expect(await lostLines(scene)).toBe(JSON.parse(report ?? '').lost);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('neither blocks the process nor fills its memory if its reader stops reading', async () => {
    const script = join(import.meta.dirname, 'flood-log.ts');
    // The last command of the pipe does not read before a signal.
    const child = spawn('sh', ['-c', '"$@" | { read _ < go; cat; }', 'sh', process.execPath, script], {
      cwd: makeFifo(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let printed = '';
    let said = '';
    child.stdout.on('data', chunk => (printed += chunk));
    child.stderr.on('data', chunk => (said += chunk));
    await expect.poll(() => said).toContain('\n');
    const seen = JSON.parse(said);
    expect(seen.trouble).toMatch(/^\d+ lines of the log lost since 20\S+: its reader does not read; /);
    expect(seen.reasons).toHaveLength(1);
    expect(seen.kept).toBeLessThan(1.1 * 1024 * 1024);
    expect(seen.lost).toBeGreaterThan(150_000);
    expect(seen.bytes).toBeGreaterThan(40_000_000);
    expect(seen.longestMs).toBeLessThan(20_000);
    expect(seen.settledMs).toBeLessThan(20_000);
    expect(printed).toBe('');
    writeFileSync(join(folder, 'go'), '\n');
    await expect.poll(() => printed).toMatch(/\{"lost":\d+\}\n/);
    await expect.poll(() => printed).toContain('"later"');
    expect(Number(/"lost":(\d+)/.exec(printed)?.[1])).toBeGreaterThanOrEqual(seen.lost);
  });
});

let folder = '';

/** Creates a folder with a named pipe `go`. */
function makeFifo(): string {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  spawnSync('mkfifo', [join(folder, 'go')]);
  return folder;
}

describe('an output that cannot be written', () => {
  it('is neither a fault of the program nor a success', () => {
    const line = '"$@" > /dev/full';
    const ran = spawnSync('sh', ['-c', line, 'sh', process.execPath, program, 'schema', 'mapping'], {
      encoding: 'utf8',
    });
    expect(ran.stderr).toMatch(/^fieldbridge: the output cannot be written \(ENOSPC\); .*\n$/);
    expect(ran.status).toBe(3);
  });

  it('does not change the status if it is the error output', () => {
    const line = '"$@" 2> /dev/full';
    const ran = spawnSync('sh', ['-c', line, 'sh', process.execPath, program, 'nonsense'], {
      encoding: 'utf8',
    });
    expect(ran.status).toBe(2);
  });
});
