import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { shellWord } from '../../../src/cli/started-as.ts';
import { root } from '../../house/markdown.ts';
import type { Setting, Stage, Step } from './read-dockerfile.ts';

/** An image as a folder, with its settings. */
export interface Image {
  readonly folder: string;
  readonly settings: readonly Setting[];
  readonly directory: string;
}

/** The Node of the package, which is the same as in the base images. */
const packagedNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');

/** Returns the reason why the stages cannot run here; undefined if they can. */
export function whyNotBuilt(): string | undefined {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (!/^VERSION_CODENAME=bookworm$/m.test(release))
    return 'this system is not the one that the stages begin with';
  if (!existsSync(packagedNode)) return 'the Node of the package is not installed';
  const script =
    'mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w /mnt/m && mount -t overlay none -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/m';
  const tried = spawnSync('unshare', ['-m', 'sh', '-c', script], { stdio: 'ignore' });
  return tried.status === 0 ? undefined : 'this user may not lay a file system over another';
}

/**
 * Runs the stages like a builder: each step in order, in the folder of its stage, with only the files of the
 * context. This system replaces the base images, with the same release and the same Node. The installed packages
 * of the checkout replace those of `npm ci`.
 * @throws if a step fails
 */
export function buildImage(stages: readonly Stage[], isInContext: (path: string) => boolean): Image {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-image-'));
  const context = stages.flatMap(each => each.steps).flatMap(sourcesInContext);
  const missing = context.filter(path => !isInContext(path) || !existsSync(join(root, path)));
  if (missing.length > 0) throw new Error(`not in the context: ${missing.join(', ')}`);
  const lines = [
    'set -eu',
    'mount -t tmpfs -o mode=755 none /mnt',
    ...stages.flatMap((stage, index) => scriptOf(stage, index === stages.length - 1 ? folder : undefined)),
  ];
  const ran = spawnSync('unshare', ['-m', 'sh', '-c', lines.join('\n')], { encoding: 'utf8', cwd: root });
  if (ran.status !== 0) throw new Error(`the stages cannot be run:\n${ran.stdout}\n${ran.stderr}`);
  const last = stages.at(-1)?.steps ?? [];
  return {
    folder,
    settings: last.flatMap(step => (step.does === 'set' ? step.setting : [])),
    directory: last.flatMap(step => (step.does === 'workdir' ? step.path : [])).at(-1) ?? '/',
  };
}

function sourcesInContext(step: Step): readonly string[] {
  return step.does === 'copy' && step.stage === undefined ? step.sources : [];
}

function folderOf(name: string): string {
  return `/mnt/${name}/root`;
}

function scriptOf({ name, from, steps }: Stage, out: string | undefined): readonly string[] {
  const folder = out ?? folderOf(name);
  const lines = out === undefined ? beginFrom(name, from) : [];
  if (out !== undefined && from !== 'scratch') throw new Error(`the last stage begins with ${from}`);
  let directory = '/';
  for (const step of steps) {
    if (step.does === 'workdir') {
      directory = step.path;
      lines.push(`mkdir -p ${shellWord(folder + directory)}`);
    }
    if (step.does === 'run') lines.push(...run(step.command, folder, directory));
    if (step.does === 'copy') lines.push(...copy(step, folder, directory));
  }
  return lines;
}

function beginFrom(name: string, from: string): string[] {
  if (!/^node:[\d.]+-bookworm-slim$/.test(from)) throw new Error(`nothing stands for ${from} here`);
  const base = `/mnt/${name}`;
  return [
    `mkdir -p ${base}/upper ${base}/work ${base}/root`,
    `mount -t overlay none -o lowerdir=/,upperdir=${base}/upper,workdir=${base}/work ${base}/root`,
    `mount --bind /dev ${base}/root/dev`,
    `mount -t proc proc ${base}/root/proc`,
    `cp --remove-destination ${shellWord(packagedNode)} ${base}/root/usr/local/bin/node`,
  ];
}

function run(command: string, folder: string, directory: string): readonly string[] {
  if (/^npm ci\b/.test(command)) {
    const modules = shellWord(join(folder, directory, 'node_modules'));
    const installed = shellWord(join(root, 'node_modules'));
    return [
      `mkdir -p ${modules}`,
      `mount --bind ${installed} ${modules}`,
      `mount -o remount,bind,ro ${modules}`,
    ];
  }
  return [
    `env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root chroot ${shellWord(folder)} /bin/sh -c ${shellWord(`cd ${directory} && ${command}`)}`,
  ];
}

function copy(step: Step & { does: 'copy' }, folder: string, directory: string): readonly string[] {
  const from = step.stage === undefined ? root : folderOf(step.stage);
  const to = shellWord(join(folder, step.to.startsWith('/') ? step.to : join(directory, step.to)));
  const owner = step.owner === undefined ? '0:0' : step.owner;
  return step.sources.map(source => {
    const path = shellWord(join(from, source));
    const own = step.to === '/' ? ':' : `chown -R ${owner} ${to}`;
    // Copies the contents of a folder, not the folder itself.
    const folderCopied = `mkdir -p ${to}; cp -a ${path}/. ${to}/; ${own}`;
    const fileCopied = `cp -a ${path} ${to}/; chown ${owner} ${to}/${shellWord(basename(source))}`;
    return `if [ -d ${path} ]; then ${folderCopied}; else ${fileCopied}; fi`;
  });
}

/** Creates the mount points that a container runtime would create in an image. */
export function addMountPoints({ folder }: Image): void {
  for (const name of ['proc', 'sys', 'dev']) mkdirSync(join(folder, name), { recursive: true });
}
