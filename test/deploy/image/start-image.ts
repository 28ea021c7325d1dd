import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { shellWord } from '../../../src/cli/started-as.ts';
import { addMountPoints, type Image } from './build-image.ts';

/** A running image. */
export interface Container {
  readonly process: ChildProcess;
  /** Returns the output so far. */
  output(): string;
  /** Returns the id of its first process in this namespace. */
  first(): number;
  /** Runs a command in it, like `docker exec`. */
  exec(words: readonly string[]): { readonly status: number | null; readonly printed: string };
}

/** The options for running an image. */
export interface RunOptions {
  /** The folder that is mounted read-only at the working directory. */
  readonly bridge: string;
  /** Replaces the command of the image. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the one that follows it, such as in a control group. */
  readonly through?: readonly string[];
}

const devices = ['null', 'zero', 'random', 'urandom'];

/**
 * Runs an image in a strict setup: as its own user, with its own processes and read-only files, an empty volume,
 * no capabilities and no new privileges.
 */
export function startImage(image: Image, options: RunOptions): Container {
  const { through = [], command = wordsOf(image, 'command') } = options;
  const words = [...wordsOf(image, 'entrypoint'), ...command];
  const volume = volumeFor(image);
  const script = [...mounts(image, { ...options, volume }), `exec ${inside(image, options, words)}`].join(
    ' && ',
  );
  const [file = '', ...args] = [
    ...through,
    ...['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script],
  ];
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.once('close', () => rmSync(volume, { recursive: true, force: true }));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk));
  const first = () => {
    const [number] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    return Number(number);
  };
  return {
    process: child,
    output: () => printed,
    first,
    exec(command) {
      const { user, group } = userOf(image);
      const enter = [
        '-t',
        String(first()),
        '-m',
        '-p',
        '-r',
        '-w',
        '-S',
        user,
        '-G',
        group,
        '--',
        ...command,
      ];
      const [program = '', ...more] = [
        ...through,
        'env',
        '-i',
        ...variables(image, options),
        '/usr/bin/nsenter',
        ...enter,
      ];
      const ran = spawnSync(program, more, { encoding: 'utf8' });
      return { status: ran.status, printed: ran.stdout + ran.stderr };
    },
  };
}

/** Stops it gracefully; returns its exit status. */
export async function stopImage(container: Container): Promise<unknown> {
  const ended = once(container.process, 'close');
  process.kill(container.first(), 'SIGTERM');
  return (await ended)[0];
}

/** Kills it if it is still running. */
export async function endImage({ process }: Container): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGKILL');
  await once(process, 'close');
}

/** Waits until the output contains a text. */
export async function printed(container: Container, words: string): Promise<void> {
  const output = () => {
    if (container.process.exitCode !== null) return `${words}? It ended:\n${container.output()}`;
    return container.output();
  };
  await expect.poll(output, { interval: 10 }).toContain(words);
  expect(container.process.exitCode).toBe(null);
}

/** Returns the words of a setting of the image. The last one counts. */
export function wordsOf(
  { settings }: Image,
  of: 'volume' | 'entrypoint' | 'command' | 'health',
): readonly string[] {
  return settings.flatMap(each => (each.of === of && 'words' in each ? [each.words] : [])).at(-1) ?? [];
}

function userOf({ settings }: Image): { user: string; group: string } {
  const [value = ''] = settings.flatMap(each => (each.of === 'user' ? each.value : [])).slice(-1);
  const [user = '', group = ''] = value.split(':');
  return { user, group };
}

function variables({ settings }: Image, { env = {} }: RunOptions): readonly string[] {
  const own = settings.flatMap(each => (each.of === 'env' ? [each.values] : []));
  return Object.entries(Object.assign({}, ...own, env)).map(([name, value]) => `${name}=${value}`);
}

/** Creates an empty folder that the user of the image may write, like a volume of a runtime. */
function volumeFor(image: Image): string {
  const { user, group } = userOf(image);
  const volume = mkdtempSync(join(tmpdir(), 'fieldbridge-volume-'));
  chownSync(volume, Number(user), Number(group));
  return volume;
}

function mounts(image: Image, { bridge, volume }: RunOptions & { volume: string }): readonly string[] {
  const { folder, directory } = image;
  addMountPoints(image);
  chmodSync(bridge, 0o755);
  const into = (path: string) => shellWord(join(folder, path));
  return [
    `mount --bind ${shellWord(folder)} ${shellWord(folder)}`,
    `mount -t proc proc ${into('proc')}`,
    `mount --rbind /sys ${into('sys')}`,
    `mount -t tmpfs none ${into('dev')}`,
    ...devices.map(
      name => `touch ${into(`dev/${name}`)} && mount --bind /dev/${name} ${into(`dev/${name}`)}`,
    ),
    `mount --bind ${shellWord(bridge)} ${into(directory)}`,
    `mount -o remount,bind,ro ${into(directory)}`,
    ...wordsOf(image, 'volume').map(path => `mount --bind ${shellWord(volume)} ${into(path)}`),
    `mount -o remount,bind,ro ${shellWord(folder)}`,
  ];
}

/** Capabilities of the user who runs the test, for the commands below; the image's own user has none. */
const needed = '--bounding-set=-all,+sys_chroot,+setuid,+setgid';

function inside(image: Image, options: RunOptions, words: readonly string[]): string {
  const { user, group } = userOf(image);
  return [
    ...['env', '-i', ...variables(image, options)],
    ...['/usr/bin/setpriv', '--no-new-privs', needed, '--'],
    ...[
      '/usr/bin/unshare',
      `--root=${image.folder}`,
      `--wd=${image.directory}`,
      '-S',
      user,
      '-G',
      group,
      '--',
    ],
    ...words,
  ]
    .map(shellWord)
    .join(' ');
}
