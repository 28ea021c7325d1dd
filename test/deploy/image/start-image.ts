import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { shellWord } from '../../../src/cli/started-as.ts';
import { addMountPoints, type Image } from './build-image.ts';

/** An image that runs. */
export interface Container {
  readonly process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** The process that is its first, by its number here. */
  first(): number;
  /** Runs a command in it, as `docker exec` does. */
  exec(words: readonly string[]): { readonly status: number | null; readonly printed: string };
}

/** How an image is run. */
export interface RunOptions {
  /** The folder that is mounted, read-only, where the program starts. */
  readonly bridge: string;
  /** In place of the image's own command. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the one that follows it, such as in a control group. */
  readonly through?: readonly string[];
}

const devices = ['null', 'zero', 'random', 'urandom'];

/**
 * Runs an image as a strict operator has it run: as its own user, the first of its processes, with nothing but its own
 * files, of which it can write none, an empty volume, no capabilities and no new privileges.
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

/** Has it end in good order; answers its exit status. */
export async function stopImage(container: Container): Promise<unknown> {
  const ended = once(container.process, 'close');
  process.kill(container.first(), 'SIGTERM');
  return (await ended)[0];
}

/** Ends it at once, if it runs still. */
export async function endImage({ process }: Container): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGKILL');
  await once(process, 'close');
}

/** Waits until it has printed this. */
export async function printed(container: Container, words: string): Promise<void> {
  const output = () => {
    if (container.process.exitCode !== null) return `${words}? It ended:\n${container.output()}`;
    return container.output();
  };
  await expect.poll(output, { interval: 10 }).toContain(words);
  expect(container.process.exitCode).toBe(null);
}

/** What the image says of how it is run, of this kind; the last counts. */
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

/** An empty folder that the image's own user may write, as a runtime makes it of the folder in the image. */
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

/** Capabilities that the commands below need of the user who runs the test; the image's own user has none. */
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
