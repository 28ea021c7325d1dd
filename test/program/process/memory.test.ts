import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeControlGroup } from '../control-group.ts';
import { program } from '../program.ts';
import { type StopScene, stopScene } from './stop-scene.ts';

const small = makeControlGroup(256 * 2 ** 20);
const large = makeControlGroup(2048 * 2 ** 20);
if (!small || !large)
  console.warn('SKIPPED: the heap in a container, since no control group can be made here');

afterAll(() => {
  small?.remove();
  large?.remove();
});

const mayHide = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/sys/fs/cgroup']).status === 0;
if (!mayHide)
  console.warn('SKIPPED: a system without control groups, since this user may not mount anything');

const launcher = resolve(import.meta.dirname, '../../../src/launch-elsewhere.ts');
const launch = `import(${JSON.stringify(launcher)}).then(({ launchElsewhere }) => launchElsewhere(${JSON.stringify(program)}))`;

interface Started {
  readonly through?: readonly string[];
  readonly node?: readonly string[];
  readonly env?: Record<string, string>;
  /** Called with the process while it runs. */
  readonly look?: (pid: number) => void;
}

/** Runs the program until it is ready, then stops it; returns the lines of its log. */
async function logOf(
  scene: StopScene,
  { through = [], node = [program], env = {}, look = () => {} }: Started,
) {
  const command = [...through, process.execPath, ...node, 'start', '--config', scene.config];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', chunk => (printed += chunk));
  await expect.poll(() => printed, { interval: 5 }).toContain('ready for webhooks');
  look(child.pid ?? 0);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  const lines = printed.trimEnd().split('\n');
  return lines
    .map(line => JSON.parse(line) as { msg: string; heapMiB?: number; memoryMiB?: number })
    .filter(({ msg }) => msg !== 'diagnostic');
}

describe.skipIf(!small || !large)('the heap of the program in a container', () => {
  it.each([
    ['the program', [program]],
    ['the program that starts another Node', ['-e', launch, 'program']],
  ])('takes at most two thirds of 256 MiB: %s', async (_, node) => {
    const scene = await stopScene(onTestFinished);
    const [ready, ...others] = await logOf(scene, { through: small?.through ?? [], node });
    expect(ready).toMatchObject({ msg: 'ready for webhooks', memoryMiB: 256 });
    expect(ready?.heapMiB).toBeGreaterThanOrEqual(166);
    expect(ready?.heapMiB).toBeLessThan(180);
    expect(others.filter(({ msg }) => /heap|memory/.test(msg))).toEqual([]);
  });

  it.each([
    ['its own', {}, 'MALLOC_ARENA_MAX=2'],
    ['an operator’s', { MALLOC_ARENA_MAX: '7' }, 'MALLOC_ARENA_MAX=7'],
  ])('makes the C library release freed memory: %s setting', async (_, env, wanted) => {
    const scene = await stopScene(onTestFinished);
    let set: readonly string[] = [];
    const look = (pid: number) => {
      set = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    };
    await logOf(scene, { through: small?.through ?? [], env, look });
    expect(set.filter(each => each.startsWith('MALLOC_ARENA_MAX'))).toEqual([wanted]);
    expect(set).toContain('MALLOC_MMAP_THRESHOLD_=65536');
    await logOf(scene, { through: large?.through ?? [], look });
    expect(set.filter(each => each.startsWith('MALLOC'))).toEqual([]);
  });

  it('has the default of Node if that is small enough', async () => {
    const scene = await stopScene(onTestFinished);
    const [ready, ...others] = await logOf(scene, { through: large?.through ?? [] });
    expect(ready?.memoryMiB).toBe(2048);
    expect(ready?.heapMiB).toBeGreaterThan(900);
    expect(ready?.heapMiB).toBeLessThan(1331);
    expect(others.filter(({ msg }) => /heap|memory/.test(msg))).toEqual([]);
  });

  it.each([
    ['in NODE_OPTIONS', { env: { NODE_OPTIONS: '--max-old-space-size=220' } }],
    ['on the command line', { node: ['--max-old-space-size=220', program] }],
    [
      'on the command line of the Node that starts another',
      { node: ['--max-old-space-size=220', '-e', launch, 'program'] },
    ],
  ])('is what the operator sets %s, with a warning that it is too large', async (_, given) => {
    const scene = await stopScene(onTestFinished);
    const [ready, warning] = await logOf(scene, { ...given, through: small?.through ?? [] });
    expect(ready?.heapMiB).toBeGreaterThanOrEqual(220);
    expect(ready?.heapMiB).toBeLessThan(235);
    expect(warning).toMatchObject({ memoryMiB: 256, heapMiB: ready?.heapMiB });
    expect(warning?.msg).toMatch(/^heap limit above memory limit$/);
  });
});

describe.skipIf(!mayHide)('the heap of the program if no limit can be read', () => {
  it('has the default of Node, with a warning', async () => {
    const scene = await stopScene(onTestFinished);
    const hide = 'mount -t tmpfs none /sys/fs/cgroup && exec "$@"';
    const [ready, warning] = await logOf(scene, { through: ['unshare', '-m', 'sh', '-c', hide, 'sh'] });
    expect(ready).not.toHaveProperty('memoryMiB');
    expect(warning?.msg).toMatch(/^memory limit unknown$/);
    expect(warning?.heapMiB).toBe(ready?.heapMiB);
  });
});

describe('the heap of a command', () => {
  const preload =
    'process.on("exit",()=>console.error(JSON.stringify([process.execArgv,process.env.MALLOC_ARENA_MAX])))';
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  };
  const errorsOf = (...words: string[]) =>
    spawnSync(process.execPath, [...words, '--config', 'nowhere.yaml'], { encoding: 'utf8', env }).stderr;

  it.each([
    ['check', [program]],
    ['coverage', [program]],
    ['coverage, in another Node', ['-e', launch, 'program']],
  ])('is small if the command reads many events: %s', (name, node) => {
    const errors = errorsOf(...node, name.split(',')[0] ?? '');
    const [line = ''] = errors.split('\n').filter(line => line.includes('semi-space'));
    const options = expect.arrayContaining(['--max-semi-space-size=4', '--heap-growing-percent=40']);
    expect(JSON.parse(line)).toEqual([options, '2']);
    expect(errors).toContain('nowhere.yaml');
  });

  it('has the default of Node otherwise', () => {
    expect(errorsOf(program, 'destinations').split('\n')).toContain('[[],null]');
  });
});
