import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fault, type Ground, pause } from '../ground.ts';

const strikesForMs = 400;
const endsWithinMs = 15_000;

/** A tracer that has system calls of a running process fail; answers how many did, once it is ended. */
export interface Injection {
  end(): Promise<number>;
}

/** Has these system calls fail with this error, from the so many-th on, each so many-th time. */
export interface InjectionWish {
  readonly calls: readonly string[];
  readonly error: 'EIO' | 'ENOSPC';
  readonly first: number;
  readonly every: number;
}

/** Makes the fault of a disk that reports errors; `inject` brings them about. */
function breakSystemCalls(
  name: string,
  wishOf: (ground: Ground) => InjectionWish,
  inject: (pid: number, wish: InjectionWish) => Promise<Injection>,
): Fault {
  return {
    name,
    missing: () => whyNoTracer(),
    async strike(ground) {
      const { bridge, destination, chance, scoreboard } = ground;
      const wish = wishOf(ground);
      const injection = await inject(bridge.pid, wish);
      destination.truth.interrupt();
      await pause(strikesForMs);
      scoreboard.count('injected disk faults', await injection.end());
      if (wish.error === 'ENOSPC') return;
      // After such an error it ends itself, which takes a while: mostly somebody is faster.
      if (!chance.maybe(0.1) || !(await bridge.gone(endsWithinMs))) {
        await bridge.end('SIGKILL');
        scoreboard.count('kills');
      } else scoreboard.count('ends of its own');
      await bridge.start();
    },
  };
}

/** Writes that find no room, one of them now and then. */
export const refuseWrites = breakSystemCalls(
  'enospc',
  ({ chance }) => ({
    calls: ['pwrite64'],
    error: 'ENOSPC',
    first: 1 + chance.int(20),
    every: 2 + chance.int(8),
  }),
  injectByStrace,
);

/** Writes and syncs that report an error of the disk, after which the store trusts nothing any more. */
export const failSyncs = breakSystemCalls(
  'eio',
  ({ chance }) => ({
    calls: chance.pick([['fdatasync', 'fsync'], ['pwrite64']]),
    error: 'EIO',
    first: 1 + chance.int(20),
    every: 1 + chance.int(3),
  }),
  injectByStrace,
);

function whyNoTracer(): string | undefined {
  const tried = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
  if (tried.error) return 'there is no `strace`';
  return tried.status === 0 ? undefined : 'tracing is not allowed';
}

async function injectByStrace(pid: number, wish: InjectionWish): Promise<Injection> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-strace-'));
  const log = join(folder, 'log');
  const calls = wish.calls.join(',');
  const inject = `inject=${calls}:error=${wish.error}:when=${wish.first}+${wish.every}`;
  const words = ['-f', '-o', log, '-e', `trace=${calls}`, '-e', inject, '-p', String(pid)];
  const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise(done => tracer.once('exit', done));
  await Promise.race([ended, new Promise(done => tracer.stderr.once('data', done))]);
  return {
    async end() {
      tracer.kill('SIGINT');
      await ended;
      const injected = readFileSync(log, 'utf8').split('(INJECTED)').length - 1;
      rmSync(folder, { recursive: true });
      return injected;
    },
  };
}
