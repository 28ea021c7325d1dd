import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** A small disk for the store of a tortured bridge, which can be filled. */
export interface Volume {
  /** The command, before the program and its arguments, that runs a program with access to the disk. */
  readonly prefix: readonly string[];
  /** Leaves this much free space, in bytes. */
  leaveRoom(bytes: number): void;
  /** Frees all its space again. */
  giveBack(): void;
  /** Copies its files to a folder that is visible everywhere. */
  keep(folder: string): void;
  close(): Promise<void>;
}

const wholeSize = '512m';

/** Why no small disk can be mounted on this machine; undefined if it can. */
export function whyNoVolume(): string | undefined {
  const tried = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
  if (tried.error) return 'there is no `unshare`';
  return tried.status === 0 ? undefined : 'mounting is not allowed';
}

/**
 * Mounts a small disk in memory at a folder, in a mount namespace that only programs started with `prefix` see. It
 * outlives these programs. The folder must exist.
 */
export async function mountVolume(folder: string): Promise<Volume> {
  // The mount ends together with this process.
  const script = `mount -t tmpfs -o size=${wholeSize} none "${folder}" && echo mounted && exec cat`;
  const keeper = spawn('unshare', ['-rm', 'sh', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  await mounted(keeper);
  const prefix = ['nsenter', '--preserve-credentials', '-U', '-m', '-t', String(keeper.pid), '--'];
  const remount = (size: string): void => inside(['mount', '-o', `remount,size=${size}`, folder]);

  function inside(words: readonly string[]): void {
    const [program = '', ...rest] = [...prefix, ...words];
    const ended = spawnSync(program, rest, { encoding: 'utf8' });
    if (ended.status !== 0) throw new Error(`${words[0]} did not work: ${ended.stderr}`);
  }

  function used(): number {
    const [program = '', ...rest] = [...prefix, 'df', '--output=used', '-B1', folder];
    return Number(spawnSync(program, rest, { encoding: 'utf8' }).stdout.split('\n')[1]);
  }

  return {
    prefix,
    leaveRoom(bytes) {
      for (let triesLeft = 5; ; triesLeft -= 1) {
        try {
          remount(String(used() + bytes));
          return;
        } catch (error) {
          // The bridge may have written more meanwhile, and a disk cannot be smaller than its contents.
          if (triesLeft === 1) throw error;
        }
      }
    },
    giveBack: () => remount(wholeSize),
    keep: to => inside(['cp', '-r', folder, to]),
    close: () =>
      new Promise(resolve => {
        keeper.once('exit', () => resolve());
        keeper.kill('SIGKILL');
      }),
  };
}

function mounted(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    keeper.stdout?.once('data', () => resolve());
    keeper.once('exit', () => reject(new Error('the small disk could not be mounted')));
  });
}
